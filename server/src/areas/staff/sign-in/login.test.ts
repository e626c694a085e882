import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { countHashes } from '../../../testing/process/hash-count.ts'
import { type Caller, openShop, type Shop, signedInBy } from '../../../testing/shop.ts'
import { boss } from '../../../testing/templates.ts'

const MINUTE = 60_000
const fixedCode = { env: { CAPTCHA_FIXED_CODE: '7' } }

/** Signs in as the console does: captcha first. */
async function logIn(visitor: Caller, form: Partial<Record<string, unknown>> = {}, process?: Shop['app']) {
  const { body: captcha } = await visitor.call(auth.code, { process })
  const body = { ...boss, code: '7', uuid: captcha.uuid, ...form }
  return visitor.call(auth.login, { body, process })
}

test('the captcha is a picture without any text', async () => {
  const shop = await openShop()
  const { body } = await shop.visitor().call(auth.code)
  expect(body).toMatchObject({ enabled: true, expireSeconds: 120, uuid: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const svg = Buffer.from(body.img.split(',')[1] ?? '', 'base64').toString() || decodeURIComponent(body.img)
  expect(svg).toContain('<path')
  expect(svg).not.toContain('<text')
})

test('a captcha is consumed by one sign-in, right or wrong', async () => {
  const shop = await openShop(fixedCode)
  const visitor = shop.visitor()
  const { body: captcha } = await visitor.call(auth.code)
  const wrong = await visitor.call(auth.login, { body: { ...boss, code: '8', uuid: captcha.uuid } })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED', message: '验证码错误' } })
  const again = await visitor.call(auth.login, { body: { ...boss, code: '7', uuid: captcha.uuid } })
  expect(again).toMatchObject({ status: 400, body: { message: '验证码不存在或已过期' } })
})

test('a captcha is valid for 120 seconds', async () => {
  const shop = await openShop(fixedCode)
  const visitor = shop.visitor()
  const { body: captcha } = await visitor.call(auth.code)
  shop.clock.advance(120_000)
  const late = await visitor.call(auth.login, { body: { ...boss, code: '7', uuid: captcha.uuid } })
  expect(late).toMatchObject({ status: 400, body: { message: '验证码不存在或已过期' } })
})

test('the refusal for a missing captcha code names the field', async () => {
  const shop = await openShop(fixedCode)
  const answer = await shop.visitor().call(auth.login, { body: boss })
  expect(answer).toMatchObject({ status: 400, body: { message: '验证码不能为空', errors: [{ field: 'code' }] } })
})

test('an unknown name and a wrong password get the same answer', async () => {
  const shop = await openShop(fixedCode)
  const unknown = await logIn(shop.visitor(), { username: 'nobody' })
  const wrong = await logIn(shop.visitor(), { password: 'wrong' })
  const { timestamp: _1, requestId: _2, ...refusal } = unknown.body as Record<string, unknown>
  expect(refusal).toEqual({ status: 400, code: 'LOGIN_FAILED', message: '用户名或密码不正确' })
  expect(wrong.body).toMatchObject(refusal)
})

test('signing in returns a token, stored only as a hash, and the user with their rights', async () => {
  const shop = await openShop(fixedCode)
  const body = signedInBy(await logIn(shop.visitor()))
  expect(body.token).toMatch(/^[\w-]{43}$/)
  expect(body.user).toMatchObject({ username: 'boss', roles: ['admin'], permissions: ['*:*:*'], roleLevel: 1 })
  expect(JSON.stringify(body.user)).not.toMatch(/argon2|hash|"token/i)
  const { rows } = await shop.ctx.db.execute(sql`select * from session`)
  expect(JSON.stringify(rows)).not.toContain(body.token)
  const info = await shop.visitor().send('GET', '/auth/info', undefined, { authorization: `Bearer ${body.token}` })
  expect(info).toMatchObject({ status: 200, body: { username: 'boss' } })
  const bare = await shop.visitor().send('GET', '/auth/info', undefined, { authorization: body.token })
  expect(bare.status).toBe(200)
})

test('a token in a cookie or in the address is ignored', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const cookie = await shop.visitor().send('GET', '/auth/info', undefined, { cookie: `ADMIN-TOKEN=${admin.token}` })
  const address = await shop.visitor().send('GET', `/auth/info?token=${admin.token}`)
  expect([cookie.status, address.status]).toEqual([401, 401])
})

test('after five wrong passwords the sixth try is refused on every process, whatever the password', async () => {
  const shop = await openShop(fixedCode)
  const other = await shop.second()
  for (let tries = 0; tries < 5; tries++) {
    const wrong = await logIn(shop.visitor(), { password: `wrong ${tries}` }, tries % 2 ? other : shop.app)
    expect(wrong.status).toBe(400)
  }
  const sixth = await logIn(shop.visitor(), {}, other)
  expect(sixth).toMatchObject({
    status: 423,
    body: { code: 'LOCKED', message: '登录失败次数过多，账号已锁定，请15分钟后再试' },
  })
  shop.clock.advance(15 * MINUTE + 1000)
  expect((await logIn(shop.visitor())).status).toBe(200)
})

test('a second lock within 24 hours lasts twice as long', async () => {
  const shop = await openShop(fixedCode)
  const fail = async () => {
    for (let tries = 0; tries < 5; tries++) await logIn(shop.visitor(), { username: 'ghost', password: 'x' })
  }
  await fail()
  shop.clock.advance(15 * MINUTE + 1000)
  await fail()
  shop.clock.advance(16 * MINUTE)
  const answer = await logIn(shop.visitor(), { username: 'ghost' })
  expect(answer).toMatchObject({ status: 423, body: { message: '登录失败次数过多，账号已锁定，请14分钟后再试' } })
})

test('many wrong passwords at once get at most five guesses', async () => {
  const shop = await openShop(fixedCode)
  const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => logIn(shop.visitor(), { password: `no ${i}` })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 423)).toHaveLength(4)
})

test('twenty wrong passwords from one address lock it for a while', async () => {
  const shop = await openShop({ env: { CAPTCHA_FIXED_CODE: '7' } })
  await shop.ctx.db.execute(
    sql`insert into setting (key, "group", value) values ('rate_anonymous_per_minute', 'security', '10000')`,
  )
  await shop.ctx.platform.caches.named('settings').drop(shop.ctx.db)
  const visitor = shop.visitor()
  for (let tries = 0; tries < 20; tries++) {
    if (tries % 9 === 0) shop.clock.advance(2 * MINUTE)
    const { status } = await logIn(visitor, { username: `ghost${tries}`, password: 'x' })
    expect(status).toBe(400)
  }
  shop.clock.advance(2 * MINUTE)
  expect(await logIn(visitor)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect((await logIn(shop.visitor())).status).toBe(200)
})

test('an administrator unlocks a locked user', async () => {
  const shop = await openShop(fixedCode)
  const staff = await shop.signIn({ username: 'zhang', password: 'Right-Horse-99' })
  const wrong = () => logIn(shop.visitor(), { username: 'zhang', password: 'no' })
  for (let tries = 0; tries < 5; tries++) await wrong()
  expect((await wrong()).status).toBe(423)
  const admin = await shop.signInAdmin()
  expect((await admin.call(adminUser.unlock, { params: { id: staff.userId } })).status).toBe(200)
  expect((await logIn(shop.visitor(), { username: 'zhang', password: 'Right-Horse-99' })).status).toBe(200)
})

test('every attempt adds a row with its result to the login log', async () => {
  const shop = await openShop(fixedCode)
  await logIn(shop.visitor(), { code: '1' })
  await logIn(shop.visitor(), { password: 'no' })
  await logIn(shop.visitor())
  const { rows } = await shop.ctx.db.execute<{ reason: string; result: number }>(
    sql`select reason, result from login_log order by id`,
  )
  expect(rows).toEqual([
    { reason: 'captcha', result: 0 },
    { reason: 'password', result: 0 },
    { reason: 'ok', result: 1 },
  ])
})

test('a session ends two hours after its last call and twelve hours after sign-in', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  for (let hour = 0; hour < 6; hour++) {
    shop.clock.advance(119 * MINUTE)
    expect((await admin.call(auth.info)).status).toBe(200)
  }
  shop.clock.advance(119 * MINUTE)
  expect(await admin.call(auth.info)).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
  const idle = await shop.signInAdmin()
  shop.clock.advance(120 * MINUTE)
  expect(await idle.call(auth.info)).toMatchObject({ status: 401, body: { message: '登录状态已过期' } })
})

test('with remember-me a session lasts a day, idle or not', async () => {
  const shop = await openShop(fixedCode)
  const body = signedInBy(await logIn(shop.visitor(), { rememberMe: true }))
  expect(body.idleSeconds).toBe(86_400)
  const headers = { authorization: `Bearer ${body.token}` }
  const ask = () => shop.visitor().send('GET', '/auth/info', undefined, headers)
  shop.clock.advance(23 * 60 * MINUTE)
  expect((await ask()).status).toBe(200)
  shop.clock.advance(61 * MINUTE)
  expect((await ask()).status).toBe(401)
})

test('signing in on a sixth device signs out the least recently active one', async () => {
  const shop = await openShop()
  const devices: Caller[] = []
  for (let device = 0; device < 6; device++) {
    devices.push(await shop.signInAdmin())
    shop.clock.advance(1000)
  }
  const answers = await Promise.all(devices.map((device) => device.call(auth.info)))
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 200, 200, 200])
  expect(answers[0]?.body).toMatchObject({ code: 'SESSION_KICKED', message: '您的账号已在其他设备登录' })
})

test('signing out ends the session on every process at once, and can be repeated', async () => {
  const shop = await openShop()
  const other = await shop.second()
  const admin = await shop.signInAdmin()
  expect((await admin.call(auth.logout)).status).toBe(200)
  expect(await admin.call(auth.info, { process: other })).toMatchObject({
    status: 401,
    body: { code: 'TOKEN_EXPIRED' },
  })
  expect((await admin.call(auth.logout)).status).toBe(200)
  expect((await shop.visitor().call(auth.logout)).status).toBe(200)
})

test('users list their own devices, with the present one marked, and can sign them out', async () => {
  const shop = await openShop()
  const here = await shop.signInAdmin()
  const there = await shop.signInAdmin()
  const stranger = await shop.signIn()
  const { body } = await here.call(auth.sessions)
  expect(body.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.sessionId])
  const notMine = await stranger.call(auth.removeSession, { params: { id: there.sessionId } })
  expect(notMine.status).toBe(404)
  expect((await here.call(auth.removeSession, { params: { id: there.sessionId } })).status).toBe(200)
  expect(await there.call(auth.info)).toMatchObject({ status: 401, body: { message: '您已被强制下线' } })
  await here.call(auth.removeOtherSessions)
  expect((await here.call(auth.sessions)).body).toHaveLength(1)
})

test('a stolen session cannot sign out the other devices once ten minutes have passed', async () => {
  const shop = await openShop()
  const owner = await shop.signInAdmin()
  const thief = await shop.signInAdmin()
  shop.clock.advance(10 * MINUTE + 1000)
  for (const call of [
    () => thief.call(auth.removeSession, { params: { id: owner.sessionId } }),
    () => thief.call(auth.removeOtherSessions),
  ])
    expect(await call()).toMatchObject({ status: 428, body: { code: 'REAUTH_REQUIRED' } })
  expect((await owner.call(auth.info)).status).toBe(200)
})

test('after ten minutes a sensitive call requires the password again', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [adminUser.resetPassword], password: 'Right-Horse-99', level: 1 })
  const other = await shop.signIn({ level: 5 })
  const reset = () => staff.call(adminUser.resetPassword, { params: { id: other.userId } })
  shop.clock.advance(10 * MINUTE + 1000)
  expect(await reset()).toMatchObject({ status: 428, body: { code: 'REAUTH_REQUIRED', message: '请验证身份' } })
  const wrong = await staff.call(auth.reauth, { body: { password: 'no' } })
  expect(wrong.status).toBe(422)
  expect((await staff.call(auth.reauth, { body: { password: 'Right-Horse-99' } })).status).toBe(200)
  expect((await reset()).status).toBe(200)
})

test('every answer to a signed-in user carries the version of their rights', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  expect((await admin.call(auth.info)).headers['x-perm-version']).toMatch(/^\d+$/)
})

test('refusing an unknown name takes as long as refusing a wrong password: as many hashes and statements', async () => {
  const shop = await openShop(fixedCode)
  await shop.signIn({ username: 'zhang', password: 'Right-Horse-99' })
  const refuse = (username: string) => () => logIn(shop.visitor(), { username, password: 'no' })
  for (const username of ['zhang', 'ghost']) expect(await countHashes(refuse(username)), username).toBe(1)
  const [known, unknown] = [
    await roundTrips(shop, async () => refuse('zhang')),
    await roundTrips(shop, async () => refuse('ghost')),
  ]
  expect(unknown).toBe(known)
})
