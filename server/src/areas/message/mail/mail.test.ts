import { email } from '@zhanggui/contract/message/email.ts'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeSmtp } from '../../../testing/outside/fake-smtp.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

const password = 'Kaixin-2026-men'
const fixedCode = { env: { CAPTCHA_FIXED_CODE: '7' } }
const letter = {
  tos: ['cangku@example.com', 'kefu1@example.com'],
  subject: '盘点通知',
  content: '明天上午盘点，请准时到店。',
}

/** Lets a shop use the fake server: on this machine and without encryption. */
async function allowLocalServer(admin: Caller) {
  const save = (group: string, values: Record<string, unknown>) =>
    admin.call(setting.save, { params: { group }, body: { values } })
  expect((await save('security', { private_network_allowed: true })).status).toBe(200)
  expect((await save('email', { email_plain_allowed: true })).status).toBe(200)
}

/** A shop with a mail server, and a signed-in user with an address. */
async function openMailingShop({ refusals = 0 } = {}) {
  const [shop, smtp] = [await openShop(fixedCode), await openFakeSmtp({ refusals })]
  const admin = await shop.signInAdmin()
  await allowLocalServer(admin)
  expect((await admin.call(email.update, { body: smtp.settings })).status).toBe(200)
  const staff = await shop.signIn({ password })
  await shop.ctx.db.execute(sql`update admin_user set email = 'wang@example.com' where id = ${staff.userId}`)
  await shop.app.work()
  return { shop, smtp, admin, staff }
}

test('mail cannot be sent before a server is set', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  expect(await admin.call(email.send, { body: letter })).toMatchObject({
    status: 422,
    body: { code: 'NOT_CONFIGURED' },
  })
  expect((await shop.visitor().call(auth.site)).body.resetByEmail).toBe(false)
})

test('the mail server is shown without its password and saved without touching it', async () => {
  const { shop, admin } = await openMailingShop()
  const { body } = await admin.call(email.info)
  expect(body).toMatchObject({ host: '127.0.0.1', pass: '••••••', ssl: false })
  const { version, ...rest } = body
  const saved = await admin.call(email.update, { body: { ...rest, from: '小店 <shop@example.com>', version } })
  expect(saved.body.version).toBe(version + 1)
  expect((await admin.call(email.update, { body: { ...rest, user: 'x', version } })).status).toBe(409)
  const reader = await shop.signIn({ can: [email.info] })
  expect((await reader.call(email.update, { body: rest })).status).toBe(403)
  expect((await reader.call(email.send, { body: letter })).status).toBe(403)
})

test('a mail from staff goes to each receiver separately, and the log shows it with masked addresses', async () => {
  const { smtp, admin } = await openMailingShop()
  expect(await admin.call(email.send, { body: { ...letter, tos: ['nobody'] } })).toMatchObject({ status: 400 })
  expect((await admin.call(email.send, { body: letter })).status).toBe(200)
  await expect.poll(() => smtp.mails.length).toBe(2)
  expect(smtp.mails.map(({ to }) => to).sort()).toEqual([['cangku@example.com'], ['kefu1@example.com']])
  expect(smtp.mails[0]).toMatchObject({ from: 'shop@example.com', text: expect.stringContaining(letter.content) })
  await expect.poll(async () => (await admin.call(email.logs)).body.total).toBe(2)
  const { list } = (await admin.call(email.logs)).body
  expect(list[0]).toMatchObject({
    subject: '盘点通知',
    result: 'sent',
    receivers: [expect.stringContaining('**@example.com')],
  })
})

test('a mail that is tried again has not failed yet; one that failed for good is found in the log', async () => {
  const { admin, staff } = await openMailingShop({ refusals: 2 })
  const logged = async (query: { result?: 'sent' | 'failed' | 'retried'; createTime?: string[] }) =>
    (await admin.call(email.logs, { query })).body.list.map(({ subject, result }) => [subject, result])
  expect((await admin.call(email.send, { body: { ...letter, tos: ['cangku@example.com'] } })).status).toBe(200)
  await expect.poll(() => logged({})).toEqual([['盘点通知', 'retried']])
  // A code is sent while its reader waits: once.
  expect((await staff.call(userCenter.emailCode, { body: { email: 'newname@example.com' } })).status).toBe(502)
  expect(await logged({ result: 'failed' })).toEqual([[expect.stringContaining('验证码'), 'failed']])
  expect(await logged({ result: 'retried' })).toHaveLength(1)
  expect(await logged({ result: 'failed', createTime: ['2020-01-01', '2020-01-02'] })).toEqual([])
})

test('测试连接 reports what is wrong, and sends the stored password to no other server', async () => {
  const [shop, smtp] = [await openShop(), await openFakeSmtp()]
  const admin = await shop.signInAdmin()
  await allowLocalServer(admin)
  const tryOut = (values: object) =>
    admin.call(setting.test, { params: { kind: 'email' }, body: { values: { ...smtp.values, ...values } } })
  expect((await tryOut({ email_pass: 'right' })).body).toEqual({ ok: true, message: '连接成功，账号和密码可用' })
  expect((await tryOut({ email_pass: 'wrong' })).body).toMatchObject({
    ok: false,
    message: '第三方服务异常：邮件服务器（账号或密码错误，多数邮箱须使用授权码）',
  })
  expect((await tryOut({ email_pass: 'right', email_port: 1 })).body.ok).toBe(false)
  await admin.call(email.update, { body: smtp.settings })
  expect((await tryOut({})).body.ok).toBe(true)
  expect(await tryOut({ email_host: 'localhost' })).toMatchObject({ status: 422 })
})

test('a mail server in a private network, or without encryption, needs the shop’s leave', async () => {
  const [shop, smtp] = [await openShop(), await openFakeSmtp()]
  const admin = await shop.signInAdmin()
  const values = { ...smtp.values, email_pass: 'right' }
  const tryOut = async () => (await admin.call(setting.test, { params: { kind: 'email' }, body: { values } })).body
  expect(await tryOut()).toMatchObject({ ok: false, message: expect.stringContaining('不允许访问内网地址') })
  const security = { private_network_allowed: true }
  await admin.call(setting.save, { params: { group: 'security' }, body: { values: security } })
  expect(await tryOut()).toMatchObject({ ok: false, message: expect.stringContaining('对方不支持加密连接') })
})

test('staff who chose mail for an event receive it by mail, with a link to the page', async () => {
  const { smtp, staff } = await openMailingShop()
  const wish = { event: 'password.changed' as const, site: true, email: true, sms: false, popup: true, sound: false }
  expect((await staff.call(notification.saveSettings, { body: [wish] })).status).toBe(200)
  const body = { oldPass: password, newPass: 'Wuhan-2026-jiang' }
  expect((await staff.call(userCenter.updatePassword, { body })).status).toBe(200)
  await expect.poll(() => smtp.mails.at(-1)?.to).toEqual(['wang@example.com'])
  expect(smtp.mails.at(-1)?.text).toContain('/user/center?tab=')
})

async function forgot(visitor: Caller, address: string) {
  const { uuid } = (await visitor.call(auth.code)).body
  return visitor.call(auth.forgot, { body: { email: address, code: '7', uuid } })
}

async function linkFor(shop: Shop, smtp: Awaited<ReturnType<typeof openFakeSmtp>>, address = 'wang@example.com') {
  const before = smtp.mails.length
  expect((await forgot(shop.visitor(), address)).status).toBe(200)
  await expect.poll(() => smtp.mails.length).toBe(before + 1)
  return /\/login#reset=([\w-]+)/.exec(smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('a forgotten password: the answer is the same for every address, and needs a captcha', async () => {
  const { shop, smtp } = await openMailingShop()
  const visitor = shop.visitor()
  expect((await visitor.call(auth.forgot, { body: { email: 'wang@example.com' } })).status).toBe(400)
  const known = await forgot(visitor, 'WANG@example.com')
  const unknown = await forgot(visitor, 'nobody@example.com')
  expect(known).toMatchObject({ status: 200, body: { message: '如果该邮箱存在，重置邮件已发送' } })
  expect(unknown.body).toEqual(known.body)
  await forgot(visitor, 'wang@example.com')
  expect((await forgot(visitor, 'wang@example.com')).status).toBe(429)
  await expect.poll(() => smtp.mails.length).toBe(2)
  expect(new Set(smtp.mails.flatMap(({ to }) => to))).toEqual(new Set(['wang@example.com']))
})

test('a mailed link sets a new password once, within 30 minutes, ends every session and is stored hashed', async () => {
  const { shop, smtp, staff } = await openMailingShop()
  const token = await linkFor(shop, smtp)
  expect(token).toMatch(/^[\w-]{43}$/)
  const stored = await shop.ctx.db.execute(sql`select * from reset_token`)
  expect(JSON.stringify(stored.rows)).not.toContain(token)
  const logged = await shop.ctx.db.execute(sql`select content, subject from mail_log`)
  expect(JSON.stringify(logged.rows)).not.toContain(token)
  const reset = (newPass: string, given = token) => shop.visitor().call(auth.reset, { body: { token: given, newPass } })
  expect(await reset('short')).toMatchObject({ status: 400, body: { errors: [{ field: 'newPass' }] } })
  expect(await reset(password)).toMatchObject({ status: 422, body: { message: '新密码不能与旧密码相同' } })
  const answers = await Promise.all([reset('Wuhan-2026-jiang'), reset('Beijing-2026-he')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await Promise.all(answers.map((answer) => trailOf(shop, answer)))).flat()).toEqual(['password'])
  expect(await reset('Nanjing-2026-lu')).toMatchObject({
    status: 422,
    body: { message: '重置链接无效或已过期，请重新申请' },
  })
  expect((await staff.call(auth.info)).status).toBe(401)
  const events = await shop.ctx.db.execute(sql`select event from notification where user_id = ${staff.userId}`)
  expect(events.rows).toContainEqual({ event: 'password.changed' })
  const late = await linkFor(shop, smtp)
  shop.clock.advance(30 * 60_000)
  expect((await reset('Nanjing-2026-lu', late)).status).toBe(422)
})

test('a disabled account receives no link', async () => {
  const { shop, smtp, staff } = await openMailingShop()
  await shop.ctx.db.execute(sql`update admin_user set enabled = false where id = ${staff.userId}`)
  await forgot(shop.visitor(), 'wang@example.com')
  await expect
    .poll(
      async () =>
        (await shop.ctx.db.execute(sql`select from pgboss.job where name = 'password-reset' and state = 'completed'`))
          .rowCount,
    )
    .toBe(1)
  expect(smtp.mails).toEqual([])
})

async function codeFor(
  { staff, smtp }: Pick<Awaited<ReturnType<typeof openMailingShop>>, 'staff' | 'smtp'>,
  address: string,
) {
  expect((await staff.call(userCenter.emailCode, { body: { email: address } })).status).toBe(200)
  return /验证码：(\d{6})/.exec(smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('an address is changed with the password and the code mailed to it; both addresses are notified', async () => {
  const opened = await openMailingShop()
  const { shop, smtp, staff } = opened
  const code = await codeFor(opened, 'newname@example.com')
  const change = (given: string, body: { password: string; email: string }) =>
    staff.call(userCenter.updateEmail, { params: { code: given }, body })
  const right = { password, email: 'newname@example.com' }
  expect(await change(code, { ...right, password: 'wrong' })).toMatchObject({
    status: 422,
    body: { message: '密码错误' },
  })
  expect(await change(code, { ...right, email: 'other@example.com' })).toMatchObject({
    status: 422,
    body: { message: '验证码错误或已过期' },
  })
  const answers = await Promise.all([change(code, right), change(code, right)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await Promise.all(answers.map((answer) => trailOf(shop, answer)))).flat()).toEqual(['email'])
  expect((await staff.call(auth.info)).body.email).toMatch(/\*\*\*@example\.com$/)
  await expect.poll(() => smtp.mails.at(-1)?.to).toEqual(['wang@example.com'])
  const events = await shop.ctx.db.execute(sql`select event from notification where user_id = ${staff.userId}`)
  expect(events.rows).toContainEqual({ event: 'email.changed' })
})

test('a mailed code lasts five minutes and five tries; one a minute; an address in use elsewhere is refused', async () => {
  const opened = await openMailingShop()
  const { shop, staff } = opened
  const change = (code: string, address: string) =>
    staff.call(userCenter.updateEmail, { params: { code }, body: { password, email: address } })
  const late = await codeFor(opened, 'newname@example.com')
  expect((await staff.call(userCenter.emailCode, { body: { email: 'newname@example.com' } })).status).toBe(429)
  shop.clock.advance(300_000)
  expect((await change(late, 'newname@example.com')).status).toBe(422)
  const guessed = await codeFor(opened, 'newname@example.com')
  const wrong = guessed === '000000' ? '000001' : '000000'
  for (let turn = 0; turn < 5; turn++) expect((await change(wrong, 'newname@example.com')).status).toBe(422)
  expect((await change(guessed, 'newname@example.com')).status).toBe(422)
  shop.clock.advance(120_000)
  await shop.ctx.db.execute(sql`update admin_user set email = 'boss@example.com' where username = 'boss'`)
  const taken = await codeFor(opened, 'boss@example.com')
  expect(await change(taken, 'boss@example.com')).toMatchObject({ status: 409, body: { message: '邮箱已被使用' } })
})
