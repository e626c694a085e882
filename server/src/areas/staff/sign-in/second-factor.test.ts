import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth, type LoginAnswer, type MfaQuestion } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type Answer, type Caller, openShop, type Shop, signedInBy } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

const password = 'Kaixin-2026-men'
const fixedCode = { env: { CAPTCHA_FIXED_CODE: '7' } }
const STEP = 30_000

const codeOf = (shop: Shop, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() + steps * STEP })

/** Signs in a user who has a second factor. Their next code is that of a later step. */
async function openWithFactor(shop: Shop) {
  const staff = await shop.signIn({ password })
  const { secret } = (await staff.call(auth.totpSetup, { body: {} })).body
  const enabled = await staff.call(auth.totpEnable, { body: { code: codeOf(shop, secret) } })
  expect(enabled.status).toBe(200)
  expect(await trailOf(shop, enabled)).toEqual(['mfa'])
  shop.clock.advance(STEP)
  return { staff, secret, recoveryCodes: enabled.body.recoveryCodes }
}

async function logIn(shop: Shop, username: string, headers?: Record<string, string>, visitor = shop.visitor()) {
  const { uuid } = (await visitor.call(auth.code)).body
  const answer = await visitor.call(auth.login, { body: { username, password, code: '7', uuid }, headers })
  return { visitor, answer }
}

function questionOf({ body }: Answer<LoginAnswer | MfaQuestion>): MfaQuestion {
  if (!('mfaToken' in body)) throw new Error('no second factor was requested')
  return body
}

/** Answers the challenge after a right password with the code. */
async function answerFactor(shop: Shop, { username }: Caller, code: string) {
  const { visitor, answer } = await logIn(shop, username)
  return visitor.call(auth.loginTotp, { body: { mfaToken: questionOf(answer).mfaToken, code } })
}

const used = { status: 400, body: { code: 'LOGIN_FAILED', message: '验证码错误或已使用' } }

test('a second factor is on after its first code, with ten recovery codes; its secret is shown once and sealed', async () => {
  const shop = await openShop(fixedCode)
  const staff = await shop.signIn({ password })
  expect(await staff.call(auth.totpEnable, { body: { code: '123456' } })).toMatchObject({ status: 422 })
  const { body } = await staff.call(auth.totpSetup, { body: {} })
  expect(body.otpauthUrl).toContain(`secret=${body.secret}`)
  expect(body.qr).toMatch(/^data:image\/png;base64,/)
  expect(await staff.call(auth.totpEnable, { body: { code: codeOf(shop, body.secret, 5) } })).toMatchObject({
    status: 422,
  })
  const { recoveryCodes } = (await staff.call(auth.totpEnable, { body: { code: codeOf(shop, body.secret) } })).body
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  expect((await staff.call(auth.info)).body.mfaEnabled).toBe(true)
  const stored = await shop.ctx.db.execute(
    sql`select totp_secret, (select array_agg(digest) from recovery_code) from admin_user`,
  )
  expect(JSON.stringify(stored.rows)).not.toContain(body.secret)
  for (const code of recoveryCodes) expect(JSON.stringify(stored.rows)).not.toContain(code.replace('-', ''))
  expect(await staff.call(auth.totpSetup, { body: {} })).toMatchObject({ status: 422 })
  const notified = await shop.ctx.db.execute(sql`select event from notification where user_id = ${staff.userId}`)
  expect(notified.rows).toContainEqual({ event: 'mfa.changed' })
})

test('a set-up requires a fresh proof of identity and expires after ten minutes', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ password })
  const { secret } = (await staff.call(auth.totpSetup, { body: {} })).body
  shop.clock.advance(601_000)
  expect(await staff.call(auth.totpEnable, { body: { code: codeOf(shop, secret) } })).toMatchObject({
    status: 422,
    body: { message: '两步验证设置已过期，请重新扫码' },
  })
  expect(await staff.call(auth.totpSetup, { body: {} })).toMatchObject({
    status: 428,
    body: { code: 'REAUTH_REQUIRED' },
  })
})

test('with a second factor the password alone is not enough; codes one step early or late are accepted', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const { visitor, answer } = await logIn(shop, staff.username)
  expect(answer.body).toEqual({ mfaRequired: true, mfaToken: expect.any(String), methods: ['totp', 'recovery'] })
  const { mfaToken } = questionOf(answer)
  expect((await visitor.send('GET', '/auth/info', undefined, { authorization: `Bearer ${mfaToken}` })).status).toBe(401)
  const wrong = await visitor.call(auth.loginTotp, { body: { mfaToken, code: codeOf(shop, secret, 2) } })
  expect(wrong).toMatchObject(used)
  const right = await visitor.call(auth.loginTotp, { body: { mfaToken, code: codeOf(shop, secret, 1) } })
  expect(right).toMatchObject({ status: 200, body: { user: { username: staff.username, mfaEnabled: true } } })
  expect((await visitor.call(auth.loginTotp, { body: { mfaToken, code: codeOf(shop, secret, 1) } })).status).toBe(400)
  const logs = await shop.ctx.db.execute(sql`select reason from login_log where uid = ${staff.userId} order by id`)
  expect(logs.rows).toEqual([{ reason: 'mfa' }, { reason: 'ok' }])
  const marked = await shop.ctx.db.execute(sql`select count(*)::int as n from session where mfa`)
  expect(marked.rows).toEqual([{ n: 2 }])
})

test('a code is accepted once, also when sign-ins race, and earlier codes are void', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const [one, other] = [codeOf(shop, secret), codeOf(shop, secret, -1)]
  const answers = await Promise.all([1, 2, 3].map(() => answerFactor(shop, staff, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await answerFactor(shop, staff, one)).toMatchObject(used)
  expect(await answerFactor(shop, staff, other)).toMatchObject(used)
  shop.clock.advance(STEP)
  expect((await answerFactor(shop, staff, codeOf(shop, secret))).status).toBe(200)
})

test('a recovery code works once, in any spelling; new codes void the old ones', async () => {
  const shop = await openShop(fixedCode)
  const { staff, recoveryCodes } = await openWithFactor(shop)
  const [first = '', second = '', third = ''] = recoveryCodes
  const answers = await Promise.all([first, first].map((code) => answerFactor(shop, staff, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await answerFactor(shop, staff, second.replace('-', ' ').toUpperCase())).status).toBe(200)
  expect(await staff.call(auth.totpRecovery, { body: { password: 'wrong' } })).toMatchObject({ status: 422 })
  const renewed = await staff.call(auth.totpRecovery, { body: { password } })
  expect(await trailOf(shop, renewed)).toEqual(['mfa'])
  expect(await answerFactor(shop, staff, third)).toMatchObject(used)
  expect((await answerFactor(shop, staff, renewed.body.recoveryCodes[0] ?? '')).status).toBe(200)
})

test('five wrong codes end a sign-in and lock the second factor, which a right password does not unlock', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const { visitor, answer } = await logIn(shop, staff.username)
  const { mfaToken } = questionOf(answer)
  const guess = (code: string) => visitor.call(auth.loginTotp, { body: { mfaToken, code } })
  for (let turn = 0; turn < 5; turn++) expect((await guess('000000')).status).toBe(400)
  expect(await guess(codeOf(shop, secret))).toMatchObject({ status: 400, body: { code: 'MFA_EXPIRED' } })
  expect(await answerFactor(shop, staff, codeOf(shop, secret))).toMatchObject({ status: 423, body: { code: 'LOCKED' } })
  const admin = await shop.signInAdmin()
  await admin.call(adminUser.unlock, { params: { id: staff.userId } })
  expect((await answerFactor(shop, staff, codeOf(shop, secret))).status).toBe(200)
})

test('a sign-in waits five minutes for its code, and a change of password voids it', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const late = await logIn(shop, staff.username)
  shop.clock.advance(300_000)
  const answer = (visitor: Caller, mfaToken: string) =>
    visitor.call(auth.loginTotp, { body: { mfaToken, code: codeOf(shop, secret) } })
  expect(await answer(late.visitor, questionOf(late.answer).mfaToken)).toMatchObject({ body: { code: 'MFA_EXPIRED' } })
  const changed = await logIn(shop, staff.username)
  await shop.ctx.db.execute(sql`update admin_user set password_hash = 'other' where id = ${staff.userId}`)
  expect((await answer(changed.visitor, questionOf(changed.answer).mfaToken)).status).toBe(400)
})

test('a trusted browser skips the second factor for seven days, unless the owner revokes the trust', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const { visitor, answer } = await logIn(shop, staff.username)
  const body = { mfaToken: questionOf(answer).mfaToken, code: codeOf(shop, secret), trustDevice: true }
  const trusted = await visitor.call(auth.loginTotp, { body })
  const trust = [trusted.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('zhanggui-device='))
  const [cookie = '', ...attributes] = String(trust).split('; ')
  expect(attributes).toEqual(['Max-Age=604800', 'Path=/auth/login', 'HttpOnly', 'SameSite=Strict'])
  const stored = await shop.ctx.db.execute(sql`select * from trusted_device`)
  expect(JSON.stringify(stored.rows)).not.toContain(cookie.split('=')[1])
  expect(signedInBy((await logIn(shop, staff.username, { cookie })).answer).token).toBeTruthy()
  expect(questionOf((await logIn(shop, staff.username)).answer).mfaRequired).toBe(true)
  const other = await shop.signIn()
  const [device] = (await staff.call(auth.trustedDevices)).body
  const params = { id: device?.id ?? '' }
  expect((await other.call(auth.removeTrustedDevice, { params })).status).toBe(404)
  expect((await staff.call(auth.removeTrustedDevice, { params })).status).toBe(200)
  expect(questionOf((await logIn(shop, staff.username, { cookie })).answer).mfaRequired).toBe(true)
})

test('switching off the second factor requires password and code', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret, recoveryCodes } = await openWithFactor(shop)
  const disable = (given: string, code: string) => staff.call(auth.totpDisable, { body: { password: given, code } })
  expect((await disable('wrong', codeOf(shop, secret))).status).toBe(422)
  expect((await disable(password, '000000')).status).toBe(422)
  const disabled = await disable(password, recoveryCodes[0] ?? '')
  expect(disabled.status).toBe(200)
  expect(await trailOf(shop, disabled)).toEqual(['mfa'])
  expect(signedInBy((await logIn(shop, staff.username)).answer).user.mfaEnabled).toBe(false)
  const left = await shop.ctx.db.execute(sql`select count(*)::int as n from recovery_code`)
  expect(left.rows).toEqual([{ n: 0 }])
})

test('an administrator switches off the second factor of a user who lost it, and notifies them', async () => {
  const shop = await openShop(fixedCode)
  const { staff } = await openWithFactor(shop)
  const admin = await shop.signInAdmin()
  const params = { id: staff.userId }
  expect((await admin.call(adminUser.info, { params })).body.mfaEnabled).toBe(true)
  expect((await staff.call(adminUser.removeTotp, { params })).status).toBe(403)
  expect((await admin.call(adminUser.removeTotp, { params })).status).toBe(200)
  expect(await admin.call(adminUser.removeTotp, { params })).toMatchObject({ status: 422 })
  expect(signedInBy((await logIn(shop, staff.username)).answer).token).toBeTruthy()
  const notified = await shop.ctx.db.execute(
    sql`select title from notification where user_id = ${staff.userId} order by id desc limit 1`,
  )
  expect(notified.rows).toEqual([{ title: '您的账号两步验证已关闭' }])
})

test('a code proves identity once, as a password does', async () => {
  const shop = await openShop(fixedCode)
  const { staff, secret } = await openWithFactor(shop)
  const code = codeOf(shop, secret)
  const prove = (body: { password?: string; code?: string }) => staff.call(auth.reauth, { body })
  expect((await prove({})).status).toBe(400)
  expect(await prove({ code: '000000' })).toMatchObject({ status: 422, body: { message: '验证失败，验证码错误' } })
  const answers = await Promise.all([prove({ code }), prove({ code })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('mfa_policy requires a second factor of everyone or of administrators before anything else', async () => {
  const shop = await openShop()
  const [staff, admin] = [await shop.signIn({ can: [dept.list], password }), await shop.signInAdmin()]
  const setPolicy = (mfa_policy: string) =>
    admin.call(setting.save, { params: { group: 'security' }, body: { values: { mfa_policy } } })
  await setPolicy('admins')
  expect(await admin.call(dept.list)).toMatchObject({ status: 428, body: { code: 'MFA_SETUP_REQUIRED' } })
  expect((await staff.call(dept.list)).status).toBe(200)
  const { secret } = (await admin.call(auth.totpSetup, { body: {} })).body
  expect((await admin.call(auth.totpEnable, { body: { code: codeOf(shop, secret) } })).status).toBe(200)
  expect((await admin.call(dept.list)).status).toBe(200)
  await setPolicy('all')
  expect(await staff.call(dept.list)).toMatchObject({ status: 428, body: { message: '请先开启两步验证' } })
  expect((await staff.call(menu.build)).status).toBe(200)
  expect((await staff.call(auth.info)).body).toMatchObject({
    mfaRequired: true,
    mfaEnabled: false,
    mustChangePassword: false,
  })
})
