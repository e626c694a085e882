import { createHash } from 'node:crypto'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type Answer, openShop, type Shop } from '../../../testing/shop.ts'

const MINUTE = 60_000
const password = 'Right-Horse-99'

/** A shop behind a proxy, so that visitors may come from anywhere, with one member of staff. */
async function openWatchedShop() {
  const shop = await openShop({ env: { CAPTCHA_FIXED_CODE: '7', TRUSTED_PROXIES: '203.0.0.0/16' } })
  const staff = await shop.signIn({ username: 'zhang', password })
  return { shop, staff }
}

type Try = { username?: string; word?: string; from: string; cookie?: string; factorCode?: string; captcha?: boolean }

/** Signs in from an address, with the captcha unless it is left out. */
async function logIn(
  shop: Shop,
  { username = 'zhang', word = password, from, cookie, factorCode, captcha = true }: Try,
) {
  const visitor = shop.visitor()
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) }
  const { uuid } = (await visitor.call(auth.code, { query: { required: true }, headers })).body
  const code = captcha ? { uuid, code: '7' } : {}
  return visitor.call(auth.login, { body: { username, password: word, factorCode, ...code }, headers })
}

/** Five wrong passwords from one network. */
async function lock(shop: Shop, from: string, username = 'zhang') {
  for (let tries = 1; tries <= 5; tries++) {
    const { status } = await logIn(shop, { username, word: `wrong ${tries}`, from: `${from}${tries}` })
    expect(status).toBe(400)
  }
  expect((await logIn(shop, { username, from: `${from}9` })).status).toBe(423)
}

const cookieOf = ({ headers }: Answer<unknown>) =>
  [headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('zhanggui-known-')) ?? ''

test('wrong passwords lock a name in their network only: the owner signs in from elsewhere', async () => {
  const { shop, staff } = await openWatchedShop()
  await lock(shop, '198.51.100.')
  await lock(shop, '2001:db8:1:2::')
  await lock(shop, '198.51.100.', 'nobody')
  expect((await logIn(shop, { from: '198.51.101.1' })).status).toBe(200)
  expect((await logIn(shop, { from: '2001:db8:1:3::1' })).status).toBe(200)
  expect((await logIn(shop, { from: '198.51.100.77' })).status).toBe(423)
  const admin = await shop.signInAdmin()
  const params = { id: staff.userId }
  expect((await admin.call(adminUser.info, { params })).body.lockedUntil).toMatch(/^\d{4}-/)
  expect((await admin.call(adminUser.unlock, { params })).status).toBe(200)
  expect((await admin.call(adminUser.info, { params })).body.lockedUntil).toBeNull()
  expect((await logIn(shop, { from: '198.51.100.77' })).status).toBe(200)
  expect((await logIn(shop, { from: '2001:db8:1:2::77' })).status).toBe(200)
})

test('a device the owner has signed in on stays open, with a count of its own; forged ones do not', async () => {
  const { shop, staff } = await openWatchedShop()
  const admitted = await logIn(shop, { from: '198.51.100.1' })
  const [cookie = '', ...attributes] = cookieOf(admitted).split('; ')
  expect(attributes).toEqual(['Max-Age=7776000', 'Path=/auth/login', 'HttpOnly', 'SameSite=Strict'])
  await shop.signIn({ username: 'colleague', password })
  const [other = ''] = cookieOf(await logIn(shop, { username: 'colleague', from: '198.51.100.2' })).split('; ')
  await lock(shop, '198.51.100.')
  const [name = '', token = ''] = cookie.split('=')
  const [device, until, mac] = token.split('.')
  const forged = [
    `${name}=${other.split('=')[1]}`,
    `${name}=${device}.${Number(until) + 1}.${mac}`,
    `${name}=${'A'.repeat(22)}.${until}.${mac}`,
    `${name}=x`,
  ]
  for (const each of [...forged, other])
    expect((await logIn(shop, { from: '198.51.100.3', cookie: each })).status).toBe(423)
  const again = await logIn(shop, { from: '198.51.100.3', cookie })
  expect(again.status).toBe(200)
  expect(cookieOf(again)).toContain(device)
  for (let tries = 0; tries < 5; tries++)
    expect((await logIn(shop, { from: `192.0.2.${tries}`, word: 'wrong', cookie })).status).toBe(400)
  expect((await logIn(shop, { from: '192.0.2.9', cookie })).status).toBe(423)
  expect((await logIn(shop, { from: '192.0.2.9' })).status).toBe(200)
  shop.clock.advance(91 * 24 * 60 * MINUTE)
  await lock(shop, '198.51.102.')
  expect((await logIn(shop, { from: '198.51.102.8', cookie })).status).toBe(423)
  expect(staff.userId).toBe(Number(name.split('-').at(-1)))
})

test('an address shut out for its many failures still admits the devices an account knows', async () => {
  const { shop } = await openWatchedShop()
  const [cookie = ''] = cookieOf(await logIn(shop, { from: '198.51.100.1' })).split('; ')
  for (let tries = 0; tries < 20; tries++) {
    if (tries % 9 === 0) shop.clock.advance(2 * MINUTE)
    await logIn(shop, { username: `ghost${tries}`, word: 'x', from: '198.51.100.1' })
  }
  shop.clock.advance(2 * MINUTE)
  expect((await logIn(shop, { from: '198.51.100.1' })).status).toBe(429)
  expect((await logIn(shop, { from: '198.51.100.1', cookie })).status).toBe(200)
})

test('guesses from everywhere need a captcha and slow down to one a minute, without a lock', async () => {
  const { shop } = await openWatchedShop()
  const [cookie = ''] = cookieOf(await logIn(shop, { from: '198.51.100.1' })).split('; ')
  const admin = await shop.signInAdmin()
  const values = { captcha_mode: 'off' }
  expect((await admin.call(setting.save, { params: { group: 'security' }, body: { values } })).status).toBe(200)
  const guess = (network: number, captcha = false) => logIn(shop, { from: `10.0.${network}.1`, word: 'wrong', captcha })
  for (let network = 0; network < 20; network++) expect((await guess(network)).status).toBe(400)
  expect(await guess(21)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] } })
  const answers = await Promise.all([30, 31, 32, 33, 34].map((network) => guess(network, true)))
  expect(answers.map(({ status }) => status).sort()).toEqual([400, 429, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/^该账号正被多处尝试登录，请\d+秒后再试，或使用登录过的设备、找回密码$/),
  })
  expect((await logIn(shop, { from: '10.0.99.1', cookie, captcha: false })).status).toBe(200)
  shop.clock.advance(2 * MINUTE)
  expect((await logIn(shop, { from: '10.0.98.1' })).status).toBe(200)
  expect(
    (await logIn(shop, { from: '10.0.97.1', username: 'boss', word: 'wrong', captcha: false })).body,
  ).toMatchObject({
    message: '用户名或密码不正确',
  })
})

test('an owner is notified of locks a few times an hour, however many networks are locked', async () => {
  const { shop, staff } = await openWatchedShop()
  for (const network of [1, 2, 3, 4])
    for (let tries = 0; tries < 5; tries++) await logIn(shop, { from: `10.0.${network}.${tries}`, word: 'wrong' })
  const { rows } = await shop.ctx.db.execute(
    sql`select from notification where user_id = ${staff.userId} and event = 'account.locked'`,
  )
  expect(rows).toHaveLength(3)
})

test('a code of the second factor opens the lock for one try; wrong codes are counted', async () => {
  const { shop, staff } = await openWatchedShop()
  const { secret } = (await staff.call(auth.totpSetup, { body: {} })).body
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })
  await staff.call(auth.totpEnable, { body: { code: codeNow() } })
  await lock(shop, '198.51.100.')
  const from = '198.51.100.50'
  expect((await logIn(shop, { from, factorCode: '000000' })).status).toBe(423)
  shop.clock.advance(30_000)
  const code = codeNow()
  expect((await logIn(shop, { from, factorCode: code, word: 'wrong' })).status).toBe(400)
  expect((await logIn(shop, { from, factorCode: code })).status).toBe(423)
  shop.clock.advance(30_000)
  expect(await logIn(shop, { from, factorCode: codeNow() })).toMatchObject({
    status: 200,
    body: { user: { username: 'zhang' } },
  })
  expect((await logIn(shop, { from })).status).toBe(200)
  await lock(shop, '198.51.103.')
  for (let tries = 0; tries < 5; tries++)
    expect((await logIn(shop, { from: '198.51.103.50', factorCode: '000000' })).status).toBe(423)
  shop.clock.advance(30_000)
  expect((await logIn(shop, { from: '198.51.103.50', factorCode: codeNow() })).status).toBe(423)
  await lock(shop, '198.51.104.', 'nobody')
  expect((await logIn(shop, { from: '198.51.104.9', username: 'nobody', factorCode: '000000' })).status).toBe(423)
})

test('a mailed link lets the owner in where the name is locked', async () => {
  const { shop, staff } = await openWatchedShop()
  await lock(shop, '198.51.100.')
  const hash = createHash('sha256').update('token').digest('base64url')
  await shop.ctx.db.execute(
    sql`insert into reset_token values (${hash}, ${staff.userId}, ${new Date(shop.clock.now().getTime() + MINUTE)})`,
  )
  const answer = await shop.visitor().call(auth.reset, { body: { token: 'token', newPass: 'Wuhan-2026-jiang' } })
  expect(answer.status).toBe(200)
  expect(cookieOf(answer)).toContain('Path=/auth/login')
  expect((await logIn(shop, { from: '198.51.100.50', word: 'Wuhan-2026-jiang' })).status).toBe(200)
})

test('who guesses the password in a stolen session locks that session, not the account', async () => {
  const { shop, staff } = await openWatchedShop()
  const change = () =>
    staff.call(userCenter.updatePassword, { body: { oldPass: 'wrong', newPass: 'Wuhan-2026-jiang' } })
  for (let tries = 0; tries < 5; tries++) expect((await change()).status).toBe(422)
  expect((await change()).status).toBe(423)
  expect((await staff.call(auth.reauth, { body: { password } })).status).toBe(423)
  expect((await logIn(shop, { from: '198.51.100.1' })).status).toBe(200)
})

test('a captcha that only a refused sign-in asks for can be fetched', async () => {
  const { shop } = await openWatchedShop()
  const admin = await shop.signInAdmin()
  const values = { captcha_mode: 'afterFailures' }
  await admin.call(setting.save, { params: { group: 'security' }, body: { values } })
  for (let tries = 0; tries < 2; tries++) await logIn(shop, { from: '198.51.100.1', word: 'wrong', captcha: false })
  const from = '198.51.100.2'
  expect(await logIn(shop, { from, captcha: false })).toMatchObject({ body: { errors: [{ field: 'code' }] } })
  const visitor = shop.visitor()
  const headers = { 'x-forwarded-for': from }
  expect((await visitor.call(auth.code, { headers })).body.enabled).toBe(false)
  expect((await visitor.call(auth.code, { query: { required: true }, headers })).body.enabled).toBe(true)
  expect((await logIn(shop, { from })).status).toBe(200)
})
