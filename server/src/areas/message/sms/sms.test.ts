import { notification } from '@zhanggui/contract/message/notification.ts'
import { sms } from '@zhanggui/contract/message/sms.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { openFakeSms, smsKeys } from '../../../testing/outside/fake-sms.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { notify } from '../notice/notification.service.ts'
import { checkSmsCode, sendSms, sendSmsCode } from './sms.service.ts'
import { smsTemplates } from './sms.tables.ts'

const phone = '13812345678'
const draft = {
  title: '登录验证码',
  type: 1 as const,
  tempKey: 'verify_code',
  content: `您的验证码是\${code}，\${minutes}分钟内有效`,
}

async function openSendingShop(provider: 'aliyun' | 'tencent' | 'http') {
  const [shop, gateway] = [await openShop(), await openFakeSms()]
  const admin = await shop.signInAdmin()
  const security = { private_network_allowed: true }
  await admin.call(setting.save, { params: { group: 'security' }, body: { values: security } })
  const values = {
    sms_provider: provider,
    sms_base_url: gateway.baseUrl,
    sms_sign: '小店',
    sms_access_key: smsKeys.accessKey,
    sms_access_secret: smsKeys.accessSecret,
  }
  expect((await admin.call(setting.save, { params: { group: 'sms' }, body: { values } })).status).toBe(200)
  return { shop, gateway, admin }
}

async function openWithTemplate(provider: 'aliyun' | 'tencent' | 'http') {
  const opened = await openSendingShop(provider)
  expect((await opened.admin.call(sms.apply, { body: draft })).status).toBe(200)
  const [template] = (await opened.admin.call(sms.applications, { body: {} })).body.list
  expect(template).toMatchObject({ title: draft.title, status: '通过' })
  await opened.shop.app.work()
  return { ...opened, tempId: template?.tempId ?? '' }
}

const logsOf = async (shop: Shop) =>
  (
    await shop.ctx.db.execute<{ result_code: number; memo: string; content: string; biz_id: string }>(
      sql`select * from sms_log order by id`,
    )
  ).rows

test.each(['aliyun', 'tencent', 'http'] as const)(
  'with %s, testing the settings asks the provider',
  async (provider) => {
    const { gateway, admin } = await openSendingShop(provider)
    const check = async (values: Record<string, unknown> = {}) =>
      (await admin.call(setting.test, { params: { kind: 'sms' }, body: { values } })).body
    expect(await check()).toMatchObject({ ok: true, message: expect.stringContaining('连接成功') })
    expect(await check({ sms_access_secret: 'wrong' })).toEqual({
      ok: false,
      message: expect.stringMatching(/^短信服务拒绝：签名错误/),
    })
    const { accessKey: sms_access_key, accessSecret: sms_access_secret } = smsKeys
    const keys = { sms_access_key, sms_access_secret }
    expect(await check({ ...keys, sms_base_url: 'http://127.0.0.1:1' })).toEqual({
      ok: false,
      message: '第三方服务异常：短信服务（无法连接或响应超时）',
    })
    expect(await check({ sms_sign: '' })).toMatchObject({ ok: false, message: '请填写短信签名' })
    expect(await check({ sms_provider: 'log' })).toMatchObject({ ok: true, message: '当前仅记录，不会真正发送' })
    expect(gateway.sent).toEqual([])
  },
)

test('staff who chose SMS are notified by it, once a minute for each event, in the approved words', async () => {
  const { shop, gateway, admin } = await openSendingShop('http')
  await shop.app.work()
  const staff = await shop.signIn()
  const wish = (event: NotifyEvent, wanted: boolean) => ({
    event,
    site: true,
    email: false,
    popup: true,
    sound: true,
    sms: wanted,
  })
  const save = (wanted: boolean) =>
    staff.call(notification.saveSettings, {
      body: [wish('password.changed', wanted), wish('task.finished', wanted)],
    })
  expect(await save(true)).toMatchObject({ status: 422, body: { message: '请先填写手机号码，再选择短信提醒' } })
  await shop.ctx.db.execute(sql`update admin_user set phone = ${phone} where id = ${staff.userId}`)
  expect(await save(true)).toMatchObject({ status: 422, body: { message: expect.stringContaining('staff_notice') } })
  expect((await save(false)).status).toBe(200)
  const content = `您有新的消息：\${title}`
  await admin.call(sms.apply, { body: { ...draft, title: '员工消息', type: 2, tempKey: 'staff_notice', content } })
  await admin.call(sms.applications, { body: {} })
  expect((await save(true)).status).toBe(200)
  const to = { userIds: [staff.userId] }
  await notify(shop.ctx, { event: 'password.changed', to, title: `${'很'.repeat(40)}长` })
  await expect.poll(() => gateway.sent.length).toBe(1)
  await notify(shop.ctx, { event: 'password.changed', to, title: '太快了' })
  await notify(shop.ctx, { event: 'task.finished', to, title: '导出完成' })
  await expect.poll(() => gateway.sent.length).toBe(2)
  expect(gateway.sent.map(({ phone: number, values }) => [number, values])).toEqual([
    [phone, ['很'.repeat(30)]],
    [phone, ['导出完成']],
  ])
  expect((await staff.call(notification.list)).body.total).toBe(3)
})

test.each(['aliyun', 'tencent', 'http'] as const)(
  'with %s, a text is submitted for approval, then sent with a signature the provider accepts',
  async (provider) => {
    const { shop, gateway, admin, tempId } = await openWithTemplate(provider)
    const answer = await admin.call(sms.test, { body: { phone, tempId } })
    expect(answer.status).toBe(200)
    await expect.poll(() => gateway.sent.length).toBe(1)
    expect(gateway.sent[0]).toMatchObject({ tempId, values: ['000000', '测试'] })
    expect(gateway.sent[0]?.phone).toContain(phone)
    await expect.poll(async () => (await logsOf(shop))[0]?.result_code).toBe(100)
    const { list } = (await admin.call(sms.logs)).body
    expect(list[0]).toMatchObject({
      phone: '138****5678',
      bizId: 'biz-1',
      content: '您的验证码是000000，测试分钟内有效',
    })
    // Found by the digits that are shown; hidden ones would tell the number one by one.
    const found = async (digits: string) => (await admin.call(sms.logs, { query: { phone: digits } })).body.list.length
    expect(await Promise.all(['138', '5678', phone].map(found))).toEqual([1, 1, 1])
    expect(await Promise.all(['1381', '45678', '2345'].map(found))).toEqual([0, 0, 0])
  },
)

test('wrong keys are refused with the provider’s message, and an incomplete account before that', async () => {
  const { admin } = await openSendingShop('aliyun')
  const save = (values: object) =>
    admin.call(setting.save, { params: { group: 'sms' }, body: { values: { ...values } } })
  await save({ sms_access_secret: 'other' })
  expect(await admin.call(sms.apply, { body: draft })).toMatchObject({
    status: 422,
    body: { code: 'UPSTREAM_REFUSED', message: expect.stringContaining('签名错误') },
  })
  await save({ sms_sign: '' })
  expect(await admin.call(sms.apply, { body: draft })).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED' } })
  await save({ sms_sign: '小店', sms_base_url: 'http://127.0.0.1:1' })
  expect(await admin.call(sms.apply, { body: draft })).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
})

test('a text the provider refused is shown with the reason and cannot be sent', async () => {
  const { admin, gateway } = await openSendingShop('aliyun')
  gateway.state.status = '驳回'
  await admin.call(sms.apply, { body: draft })
  const [template] = (await admin.call(sms.applications, { body: {} })).body.list
  expect(template).toMatchObject({ status: '驳回', reason: '内容不合规' })
  expect(await admin.call(sms.test, { body: { phone, tempId: template?.tempId ?? '' } })).toMatchObject({ status: 422 })
})

test('one number gets one message a minute for a purpose', async () => {
  const { admin, tempId } = await openWithTemplate('http')
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(sms.test, { body: { phone, tempId } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
})

test('a member of staff sends twenty tests an hour, to whatever numbers', async () => {
  const { admin, tempId } = await openWithTemplate('http')
  const statuses: number[] = []
  for (let n = 0; n < 21; n++)
    statuses.push((await admin.call(sms.test, { body: { phone: `138123456${10 + n}`, tempId } })).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

test('an account that sees its stores alone does not read what buyers of the whole shop were sent', async () => {
  const { shop, admin, tempId } = await openWithTemplate('http')
  await admin.call(sms.test, { body: { phone, tempId } })
  expect((await admin.call(sms.logs)).body.total).toBe(1)
  const clerk = await shop.signIn({ can: [sms.logs], dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(sms.logs)).body).toMatchObject({ list: [], total: 0 })
})

test('a value that is missing is a dash, for the buyer and in the log', async () => {
  const { shop, gateway } = await openSendingShop('http')
  await shop.app.work()
  const content = `订单\${orderNo}请在\${deadline}前付款`
  const row = {
    tempId: 'T9',
    title: '改价',
    type: 2 as const,
    tempKey: 'modifyOrderPrice',
    content,
    status: '通过' as const,
  }
  await shop.ctx.db.insert(smsTemplates).values(row)
  await inTransaction(shop.ctx, (tx) =>
    sendSms(tx, { phone, purpose: 'modifyOrderPrice' }, { tempId: 'T9' }, { orderNo: '7', deadline: '' }),
  )
  await expect.poll(() => gateway.sent).toMatchObject([{ values: ['7', '-'], content: '订单7请在-前付款' }])
  expect(await logsOf(shop)).toMatchObject([{ content: '订单7请在-前付款' }])
})

test('a message to a busy provider is retried after ten seconds', async () => {
  const { shop, admin, gateway, tempId } = await openWithTemplate('http')
  gateway.state.busy = 1
  await admin.call(sms.test, { body: { phone, tempId } })
  await expect.poll(async () => (await logsOf(shop))[0]?.result_code).toBe(130)
  const waits = async () => {
    const { rows } = await shop.ctx.db.execute<{ seconds: number }>(sql`
      select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
      where data ->> 'attempt' = '1'`)
    return rows[0]?.seconds
  }
  await expect.poll(waits).toBeGreaterThan(7)
  expect(await waits()).toBeLessThan(20)
  // The test does not wait for the delay.
  await shop.ctx.db.execute(sql`update pgboss.job set start_after = now() where data ->> 'attempt' = '1'`)
  await expect.poll(async () => (await logsOf(shop))[0]?.result_code).toBe(100)
})

test('a code is valid once and for five tries; the log does not show it', async () => {
  const { shop, gateway } = await openWithTemplate('http')
  const to = { phone, purpose: 'sign' }
  await sendSmsCode(shop.ctx, to, 'verify_code')
  const code = gateway.sent[0]?.values[0] ?? ''
  expect((await logsOf(shop))[0]?.content).toBe('您的验证码是******，5分钟内有效')
  const stored = await shop.ctx.db.execute(sql`select * from sms_code`)
  expect(JSON.stringify(stored.rows)).not.toContain(code)
  await expect(checkSmsCode(shop.ctx, to, code === '000000' ? '1' : '000000')).rejects.toThrow('验证码错误或已过期')
  const given = await Promise.allSettled([checkSmsCode(shop.ctx, to, code), checkSmsCode(shop.ctx, to, code)])
  expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the signature is changed with the code sent to a phone', async () => {
  const { shop, admin, gateway } = await openWithTemplate('http')
  expect((await admin.call(sms.signCode, { body: { phone } })).status).toBe(200)
  const code = gateway.sent[0]?.values[0] ?? ''
  const modify = (given: string) => admin.call(sms.modifySign, { body: { sign: '掌柜小店', phone, code: given } })
  expect((await modify(code === '111111' ? '222222' : '111111')).status).toBe(422)
  expect((await modify(code)).status).toBe(200)
  const kept = await shop.ctx.db.execute(sql`select value from setting where key = 'sms_sign'`)
  expect(kept.rows).toEqual([{ value: '掌柜小店' }])
})

test('the SMS address is https or on this machine; stored keys are sent to no other provider', async () => {
  const { admin } = await openSendingShop('http')
  const save = (values: object) =>
    admin.call(setting.save, { params: { group: 'sms' }, body: { values: { ...values } } })
  expect(await save({ sms_base_url: 'http://sms.example.com' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'values.sms_base_url', message: '短信接口地址须以 https:// 开头' }] },
  })
  const check = async (values: Record<string, unknown>) =>
    admin.call(setting.test, { params: { kind: 'sms' }, body: { values } })
  expect(await check({ sms_base_url: 'https://other.example.com' })).toMatchObject({
    status: 422,
    body: { message: '更换短信服务或接口地址后，请重新填写访问密钥和私有密钥' },
  })
  expect((await check({ sms_provider: 'aliyun', sms_base_url: '' })).status).toBe(422)
})

test('outside of trials the log is no place to read codes in: without a provider none is made', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  expect((await admin.call(sms.apply, { body: draft })).status).toBe(200)
  const ask = () => sendSmsCode(shop.ctx, { phone, purpose: 'buyer' }, 'verify_code')
  shop.ctx.platform.config.trial = false
  await expect(ask()).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  expect(await logsOf(shop)).toEqual([])
  shop.ctx.platform.config.trial = true
  await ask()
  expect(await logsOf(shop)).toMatchObject([{ content: expect.stringMatching(/\d{6}/) }])
  // The newest template of a purpose is sent: one without the code would keep every buyer out.
  for (const content of ['欢迎光临', `验证码\${code}，\${orderNo}`])
    expect((await admin.call(sms.apply, { body: { ...draft, content } })).status).toBe(400)
})
