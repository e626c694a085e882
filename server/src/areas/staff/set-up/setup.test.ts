import { webhookDelivery } from '@zhanggui/contract/message/webhook.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { auth, type SetupForm } from '@zhanggui/contract/staff/auth.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop, signedInBy } from '../../../testing/shop.ts'
import { prepareShop } from './setup.service.ts'

const form = (setupToken: string): SetupForm => ({
  setupToken,
  username: 'owner',
  nickName: '店主',
  password: 'Open-Sesame-2026',
  siteName: '掌柜小店',
})

test('before set-up all other calls are refused with that reason; there is no default password', async () => {
  const shop = await openShop({ setUp: false })
  const visitor = shop.visitor()
  for (const path of ['/auth/code', '/auth/info', '/api/dept'])
    expect(await visitor.send('GET', path)).toMatchObject({
      status: 503,
      body: { code: 'SETUP_REQUIRED', message: '系统尚未初始化' },
    })
  expect((await visitor.call(auth.site)).body).toMatchObject({ setupRequired: true })
  expect((await visitor.call(auth.setupStatus)).body).toEqual({ required: true, needToken: true })
  const { rows } = await shop.ctx.db.execute(sql`select count(*) as users from admin_user`)
  expect(rows).toEqual([{ users: 0 }])
})

test('what is asked before the set-up is no fault of the log', async () => {
  const shop = await openShop({ setUp: false })
  const visitor = shop.visitor()
  expect((await visitor.send('GET', '/auth/code')).status).toBe(503)
  expect((await visitor.call(auth.checkSetupToken, { body: { setupToken: 'wrong' } })).status).toBe(422)
  const logged = async () => (await shop.ctx.db.execute(sql`select status from operation_log`)).rows
  await expect.poll(logged).toEqual([{ status: 422 }])
})

test('a wrong set-up token is refused, at most five times', async () => {
  const shop = await openShop({ setUp: false })
  await prepareShop(shop.ctx)
  const visitor = shop.visitor()
  for (let tries = 0; tries < 5; tries++)
    expect(await visitor.call(auth.setup, { body: form('wrong') })).toMatchObject({
      status: 422,
      body: { message: '初始化令牌无效或已过期' },
    })
  expect((await visitor.call(auth.setup, { body: form('wrong') })).status).toBe(429)
})

test('a token is checked before the rest is typed: wrong ones name their field and count as tries, right ones do not', async () => {
  const shop = await openShop({ setUp: false })
  const setupToken = (await prepareShop(shop.ctx)) ?? ''
  const visitor = shop.visitor()
  const check = (token: string) => visitor.call(auth.checkSetupToken, { body: { setupToken: token } })
  for (let times = 0; times < 7; times++) expect((await check(setupToken)).status).toBe(200)
  const message = '初始化令牌无效或已过期'
  for (let tries = 0; tries < 4; tries++)
    expect(await check('wrong')).toMatchObject({ status: 422, body: { errors: [{ field: 'setupToken', message }] } })
  expect((await check(setupToken)).status).toBe(200)
  expect((await visitor.call(auth.setup, { body: form('wrong') })).status).toBe(422)
  expect((await check(setupToken)).status).toBe(429)
  expect((await visitor.call(auth.setup, { body: form(setupToken) })).status).toBe(429)
})

test('the set-up signs the administrator in, and the shop starts with the category 默认分类, which staff may delete for good', async () => {
  const shop = await openShop({ setUp: false })
  const token = (await prepareShop(shop.ctx)) ?? ''
  const visitor = shop.visitor()
  const { body, status } = await visitor.call(auth.setup, { body: form(token) })
  expect({ status, body }).toMatchObject({ status: 200, body: { user: { username: 'owner', roles: ['admin'] } } })
  const headers = { authorization: `Bearer ${body.token}` }
  const listed = await visitor.call(category.pick, { headers, query: { status: -1, type: 1 } })
  expect(listed.body).toMatchObject([{ name: '默认分类', isShow: true }])
  await shop.ctx.db.execute(sql`delete from category where type = 1`)
  await prepareShop(shop.ctx)
  expect((await shop.ctx.db.execute(sql`select from category where type = 1`)).rows).toEqual([])
  expect(await visitor.call(auth.checkSetupToken, { body: { setupToken: token } })).toMatchObject({ status: 409 })
})

test('a set-up token is stored hashed and valid for 24 hours, and a restart creates a new one', async () => {
  const shop = await openShop({ setUp: false })
  const first = (await prepareShop(shop.ctx)) ?? ''
  const second = (await prepareShop(shop.ctx)) ?? ''
  expect(Buffer.from(second, 'base64url')).toHaveLength(24)
  const { rows } = await shop.ctx.db.execute(sql`select * from setup_token`)
  expect(JSON.stringify(rows)).not.toContain(second)
  expect((await shop.visitor().call(auth.setup, { body: form(first) })).status).toBe(422)
  shop.clock.advance(24 * 3600_000)
  expect((await shop.visitor().call(auth.setup, { body: form(second) })).status).toBe(422)
})

test('a weak password is refused with the broken rule', async () => {
  const shop = await openShop({ setUp: false })
  const token = (await prepareShop(shop.ctx)) ?? ''
  const answer = await shop.visitor().call(auth.setup, { body: { ...form(token), password: 'Owner-12345' } })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: '密码不能包含账号信息', errors: [{ field: 'password' }] },
  })
})

test('of many set-ups at once exactly one succeeds, and none after that', async () => {
  const shop = await openShop({ setUp: false })
  const token = (await prepareShop(shop.ctx)) ?? ''
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      shop
        .visitor()
        .call(auth.setup, { body: { ...form(token), username: `owner${i}`, password: `Open-Sesame-${i}-x` } }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true)
  const { rows } = await shop.ctx.db.execute(sql`select count(*) as users from admin_user`)
  expect(rows).toEqual([{ users: 1 }])
  const entries = await shop.ctx.db.execute(sql`select action, object_type from audit_entry where action = 'setup'`)
  expect(entries.rows).toEqual([{ action: 'setup', object_type: 'admin-user' }])
  const late = await shop.visitor().call(auth.setup, { body: form(token) })
  expect(late).toMatchObject({ status: 409, body: { message: '系统已初始化' } })
  expect((await shop.visitor().call(auth.site)).body).toMatchObject({ setupRequired: false, siteName: '掌柜小店' })
})

test('the administrator from the environment must change the initial password first', async () => {
  const env = { ADMIN_INITIAL_USERNAME: 'root1', ADMIN_INITIAL_PASSWORD: 'Unattended-2026', CAPTCHA_FIXED_CODE: '7' }
  const shop = await openShop({ setUp: false, env })
  expect(await prepareShop(shop.ctx)).toBeUndefined()
  const visitor = shop.visitor()
  const { body: captcha } = await visitor.call(auth.code)
  const signedIn = await visitor.call(auth.login, {
    body: { username: 'root1', password: 'Unattended-2026', code: '7', uuid: captcha.uuid },
  })
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
  const headers = { authorization: `Bearer ${signedInBy(signedIn).token}` }
  expect(await visitor.send('GET', '/api/dept', undefined, headers)).toMatchObject({
    status: 428,
    body: { code: 'PASSWORD_CHANGE_REQUIRED', message: '请先修改密码' },
  })
})

test('demo data includes an organisation and staff of every default role', async () => {
  const shop = await openShop({ setUp: false })
  const token = (await prepareShop(shop.ctx)) ?? ''
  expect((await shop.visitor().call(auth.setup, { body: { ...form(token), demoData: true } })).status).toBe(200)
  const { rows } = await shop.ctx.db.execute<{ permission: string }>(sql`
    select distinct role.permission from admin_user_role join role on role.id = role_id order by 1`)
  expect(rows).toHaveLength(8)
  const { body: sent } = await (await shop.signInAdmin()).call(webhookDelivery.list)
  expect([sent.total, new Set(sent.list.map(({ status }) => status))]).toEqual([9, new Set(['sent', 'failed'])])
})
