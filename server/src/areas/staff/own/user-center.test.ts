import { setting } from '@zhanggui/contract/setting/setting.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, openShop, type Shop, signedInBy } from '../../../testing/shop.ts'

const first = 'Kaixin-2026-men'
const change = (caller: Caller, oldPass: string, newPass: string) =>
  caller.call(userCenter.updatePassword, { body: { oldPass, newPass } })

const fixedCode = { env: { CAPTCHA_FIXED_CODE: '7' } }

/** Opens one more session of a user. */
async function again(shop: Shop, { username }: Caller): Promise<string> {
  const visitor = shop.visitor()
  const { uuid } = (await visitor.call(auth.code)).body
  return signedInBy(await visitor.call(auth.login, { body: { username, password: first, code: '7', uuid } })).token
}

test.each([
  ['short', '密码长度不能少于10位'],
  ['Qwertyuiop123', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
  ['P@ssw0rd2026', '密码过于常见或曾被泄露，请更换'],
  ['Staff1-2026-x', '密码不能包含账号信息'],
  ['进入商城管理后台的密码', '密码不能包含店铺或系统的名称'],
  ['kunlun-zhanggui-59', '密码不能包含店铺或系统的名称'],
])('the new password %s is refused', async (newPass, message) => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  expect(await change(staff, first, newPass)).toMatchObject({
    status: 400,
    body: { message, errors: [{ field: 'newPass', message }] },
  })
})

test('a long password needs no kinds of characters; a short one is enough only where everyone has a second factor', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  expect((await change(staff, first, 'seven green umbrellas')).status).toBe(200)
  const admin = await shop.signInAdmin()
  const save = (values: Record<string, unknown>) =>
    admin.call(setting.save, { params: { group: 'security' }, body: { values } })
  expect((await save({ password_min_length: 8 })).status).toBe(200)
  expect((await staff.call(userCenter.passwordPolicy)).body).toEqual({ minLength: 10 })
  expect((await save({ mfa_policy: 'all' })).status).toBe(200)
  expect((await shop.visitor().call(auth.resetPolicy)).body).toEqual({ minLength: 8 })
})

test('a wrong old password is refused and counts as a failed sign-in', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  const wrong = await change(staff, 'wrong', 'Wuhan-2026-jiang')
  expect(wrong).toMatchObject({ status: 422, body: { message: '修改失败，旧密码错误' } })
  for (let turn = 0; turn < 4; turn++) await change(staff, 'wrong', 'Wuhan-2026-jiang')
  expect(await change(staff, first, 'Wuhan-2026-jiang')).toMatchObject({ status: 423, body: { code: 'LOCKED' } })
})

test('a changed password ends the other sessions and keeps this one', async () => {
  const shop = await openShop(fixedCode)
  const staff = await shop.signIn({ password: first })
  const other = { authorization: `Bearer ${await again(shop, staff)}` }
  expect((await shop.visitor().send('GET', '/auth/info', undefined, other)).status).toBe(200)
  expect((await change(staff, first, 'Wuhan-2026-jiang')).status).toBe(200)
  expect((await shop.visitor().send('GET', '/auth/info', undefined, other)).status).toBe(401)
  expect((await staff.call(auth.info)).status).toBe(200)
})

test('the present password and the last five cannot be reused; the sixth can', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  expect(await change(staff, first, first)).toMatchObject({ status: 422, body: { message: '新密码不能与旧密码相同' } })
  const passwords = [first, ...[1, 2, 3, 4, 5, 6].map((turn) => `Wuhan-2026-jiang${turn}`)]
  for (let turn = 0; turn < 5; turn++) {
    const answer = await change(staff, passwords[turn] ?? '', passwords[turn + 1] ?? '')
    expect(answer.status).toBe(200)
  }
  const reused = await change(staff, passwords[5] ?? '', first)
  expect(reused).toMatchObject({ status: 422, body: { message: '新密码不能与最近5次使用的密码相同' } })
  expect((await change(staff, passwords[5] ?? '', passwords[6] ?? '')).status).toBe(200)
  expect((await change(staff, passwords[6] ?? '', first)).status).toBe(200)
})

test('of two changes of one password at once, one succeeds', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  const answers = await Promise.all([change(staff, first, 'Wuhan-2026-jiang'), change(staff, first, 'Beijing-2026-he')])
  const states = answers.map(({ status }) => status).sort()
  expect(states[0]).toBe(200)
  expect([409, 422]).toContain(states[1])
})

test('users who must change their password can do that and see their menu, and nothing else until then', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  await shop.ctx.db.execute(sql`update admin_user set must_change_password = true where id = ${staff.userId}`)
  const body = { nickName: '小周' }
  expect(await staff.call(userCenter.updateProfile, { body })).toMatchObject({
    status: 428,
    body: { code: 'PASSWORD_CHANGE_REQUIRED' },
  })
  expect((await staff.call(menu.build)).status).toBe(200)
  expect((await staff.call(userCenter.passwordPolicy)).body).toEqual({ minLength: 10 })
  expect((await change(staff, first, 'Wuhan-2026-jiang')).status).toBe(200)
  expect((await staff.call(userCenter.updateProfile, { body })).status).toBe(200)
})

test('users change their own profile; a masked phone stays unchanged, a taken one is refused', async () => {
  const shop = await openShop()
  const [staff, other] = [await shop.signIn({ password: first }), await shop.signIn({ password: first })]
  const save = (caller: Caller, phone: string) =>
    caller.call(userCenter.updateProfile, {
      body: { nickName: '小周', phone, sex: '女', introduction: '客服', password: first },
    })
  expect((await save(staff, '13812345678')).status).toBe(200)
  expect((await save(staff, '138****5678')).status).toBe(200)
  expect((await staff.call(auth.info)).body).toMatchObject({ name: '小周', phone: '138****5678', sex: '女' })
  const stored = await shop.ctx.db.execute(sql`select phone from admin_user where id = ${staff.userId}`)
  expect(stored.rows).toEqual([{ phone: '13812345678' }])
  expect(await save(other, '13812345678')).toMatchObject({ status: 409, body: { message: '手机号码已存在' } })
})

test('the phone, a name to sign in with, changes or goes with the password only, and its owner is notified', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password: first })
  const save = (form: { phone?: string; password?: string }) =>
    staff.call(userCenter.updateProfile, { body: { nickName: '小周', ...form } })
  const stored = async () =>
    (await shop.ctx.db.execute(sql`select phone from admin_user where id = ${staff.userId}`)).rows[0]?.phone
  expect((await save({ phone: '13812345678', password: first })).status).toBe(200)
  for (const phone of ['13900001111', undefined]) {
    expect(await save({ phone })).toMatchObject({
      status: 400,
      body: { message: '修改手机号码须输入登录密码', errors: [{ field: 'password' }] },
    })
    expect(await save({ phone, password: 'wrong' })).toMatchObject({ status: 422, body: { message: '密码错误' } })
  }
  expect(await stored()).toBe('13812345678')
  expect((await save({ phone: '138****5678' })).status).toBe(200)
  expect((await save({ phone: '13900001111', password: first })).status).toBe(200)
  expect(await stored()).toBe('13900001111')
  const events = await shop.ctx.db.execute(sql`select event from notification where user_id = ${staff.userId}`)
  expect(events.rows).toEqual([{ event: 'phone.changed' }, { event: 'phone.changed' }])
})

test('preferences are stored per user, up to 32 KB', async () => {
  const shop = await openShop()
  const [staff, other] = [await shop.signIn(), await shop.signIn()]
  const body = { settings: { theme: 'dark' }, columns: ['id', 'name'] }
  expect((await staff.call(userCenter.preferences)).body).toEqual({})
  expect((await staff.call(userCenter.savePreferences, { body })).status).toBe(200)
  expect((await staff.call(userCenter.preferences)).body).toEqual(body)
  expect((await staff.call(auth.info)).body.preferences).toEqual(body)
  expect((await other.call(userCenter.preferences)).body).toEqual({})
  const large = await staff.call(userCenter.savePreferences, { body: { text: '店'.repeat(11_000) } })
  expect(large).toMatchObject({ status: 413, body: { message: '个人偏好不能超过32KB，请减少保存的内容' } })
})

test('users see their own operations and sign-ins, and nothing of others', async () => {
  const shop = await openShop(fixedCode)
  const [staff, other] = [await shop.signIn({ password: first }), await shop.signIn()]
  await again(shop, staff)
  await staff.call(userCenter.updateProfile, { body: { nickName: '小周' } })
  await expect
    .poll(async () => (await staff.call(userCenter.operationLogs)).body.list)
    .toMatchObject([{ description: '修改个人资料', method: 'PUT /api/users/center', status: 200 }])
  expect((await staff.call(userCenter.loginLogs)).body).toMatchObject({ total: 1, list: [{ result: 1, reason: 'ok' }] })
  expect((await other.call(userCenter.operationLogs)).body).toMatchObject({ total: 0, list: [] })
  expect((await other.call(userCenter.loginLogs)).body).toMatchObject({ total: 0, list: [] })
  const query = { createTime: ['2020-01-01', '2020-01-02'] }
  expect((await staff.call(userCenter.loginLogs, { query })).body.total).toBe(0)
})
