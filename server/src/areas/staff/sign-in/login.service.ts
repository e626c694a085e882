import { randomBytes } from 'node:crypto'
import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import type {
  Captcha,
  LoginAnswer,
  LoginForm,
  MfaAnswer,
  MfaQuestion,
  ReauthForm,
} from '@zhanggui/contract/staff/auth.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { HttpError, tooMany } from '../../../platform/http/errors.ts'
import { isAddressAllowed, limitedAddress } from '../../../platform/http/networks.ts'
import { dataUri, drawCaptcha } from '../../../platform/security/captcha-image.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../../../platform/security/password-hash.ts'
import { hashToken } from '../../../platform/security/token.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { describeDevice } from './device.ts'
import { rememberDevice } from './known-device.ts'
import * as logins from './login.repository.ts'
import type { LoginReason } from './login.tables.ts'
import {
  addressRule,
  factorKeys,
  type GuardKeys,
  guarded,
  guardKeys,
  isSlowedDown,
  lockedError,
  nameRule,
  notifyLocked,
  ownKey,
  secondsUntil,
  slowDown,
  slowRule,
  WINDOW_MS,
} from './login-guard.ts'
import * as factors from './second-factor.repository.ts'
import { askFactor, getOwnFactor, needsFactor, trustDevice, useCode } from './second-factor.service.ts'
import * as sessions from './session.repository.ts'
import { authenticate, openSession, signOut } from './session.service.ts'
import { describeSignedIn } from './signed-in.service.ts'

const CAPTCHA_SECONDS = 120
const DAY_MS = 24 * 3600_000
/** How long a device stays known after its last use. */
const DEVICE_DAYS = 90
/** Number of failures after which `afterFailures` requires a captcha. */
const PATIENCE = 2

/** A new captcha; an empty one when none is required, neither generally nor by a refused sign-in. */
export async function makeCaptcha(ctx: Ctx, required = false): Promise<Captcha> {
  if (!required && !(await needsCaptcha(ctx)))
    return { img: '', uuid: '', enabled: false, expireSeconds: CAPTCHA_SECONDS }
  const { captcha_type } = await getSettings(ctx)
  const { answer, svg } = drawCaptcha(captcha_type, ctx.platform.config.captchaFixedCode)
  const uuid = randomBytes(16).toString('hex')
  await logins.insertCaptcha(ctx, { uuid, answer, expiresAt: new Date(ctx.now().getTime() + CAPTCHA_SECONDS * 1000) })
  return { img: dataUri(svg), uuid, enabled: true, expireSeconds: CAPTCHA_SECONDS }
}

/**
 * Signs in, in this order: lock, captcha, password, enabled, address, second factor. A code of the second factor
 * opens a lock for one try, so that an attacker in the owner's network cannot keep the owner out.
 * @returns the challenge for the second factor, when one is on and this browser is not trusted
 * @throws 400 LOGIN_FAILED, 423 LOCKED, 429; every attempt leaves a row in the login log
 */
export async function signIn(ctx: Ctx, form: LoginForm): Promise<LoginAnswer | MfaQuestion> {
  const user = await logins.findAccount(ctx, form.username)
  const refuse = async (reason: LoginReason, error: Error) => {
    await log(ctx, { username: form.username, uid: user?.id, reason })
    return error
  }
  // Locks apply to the account, so signing in by phone or e-mail opens no second counter.
  const { name, everywhere, address } = guardKeys(ctx, form.username, user)
  const shutOut = everywhere && (await logins.findLock(ctx, address.key))
  if (shutOut) throw await refuse('locked', tooMany(secondsUntil(ctx, shutOut)))
  const isLocked = Boolean(await logins.findLock(ctx, name.key))
  if (isLocked && !form.factorCode) throw await refuse('locked', await lockedError(ctx, name.key))
  const isSlow = await isSlowedDown(ctx, everywhere)
  const captchaProblem = await checkCaptcha(ctx, form, { key: name.key, isDue: isSlow })
  if (captchaProblem) throw await refuse('captcha', loginFailed(captchaProblem))
  const isOpened = (isLocked || isSlow) && (await opensLock(ctx, user, form.factorCode))
  // Counted before the password is checked: simultaneous tries get no more guesses than successive ones.
  const locks =
    !isOpened &&
    (await countTry(ctx, { name, everywhere }).catch(async (error) => {
      throw await refuse('locked', error)
    }))
  const isRight = await verifyPassword(user?.passwordHash ?? dummyHash, form.password)
  if (!user || !isRight) {
    if (locks) await notifyLocked(ctx, user?.id)
    if (locks) await auditSignIn(ctx, 'lock', { username: form.username, uid: user?.id })
    await logins.countFailure(ctx, address, addressRule)
    throw await refuse('password', loginFailed('用户名或密码不正确'))
  }
  await logins.forgiveFailures(ctx, name.key, locks)
  if (everywhere && !isOpened) await logins.uncountTry(ctx, everywhere.key)
  if (!user.enabled) throw await refuse('disabled', loginFailed('账号已被禁用，请联系管理员'))
  const { login_ip_allow } = await getSettings(ctx)
  if (!isAddressAllowed(ctx.origin.ip, login_ip_allow)) throw await refuse('ip', loginFailed('当前网络不允许登录'))

  const passwordHash = await keepHashStrong(ctx, user, form.password)
  const { username, rememberMe = false } = form
  const checked = { id: user.id, passwordHash, loginCount: user.loginCount }
  if (!isOpened && (await needsFactor(ctx, user))) return askFactor(ctx, checked, { username, rememberMe })
  return inTransaction(ctx, (tx) => admit(tx, checked, { username, rememberMe, mfa: isOpened }))
}

/**
 * Counts a try of a password as a failure.
 * @returns whether it set the lock
 * @throws 423 while locked, 429 while guesses come from everywhere
 */
async function countTry(ctx: Ctx, { name, everywhere }: Pick<GuardKeys, 'name' | 'everywhere'>): Promise<boolean> {
  if (everywhere) await slowDown(ctx, everywhere, slowRule)
  const { counted, locks } = await logins.countFailure(ctx, name, nameRule)
  if (counted) return locks
  if (everywhere) await logins.uncountTry(ctx, everywhere.key)
  throw await lockedError(ctx, name.key)
}

/** Whether a code of the second factor opens a lock; wrong ones are counted as at the second step. */
async function opensLock(ctx: Ctx, user: factors.FactorOwner | undefined, code: string | undefined): Promise<boolean> {
  if (!code || !user?.totpSecret) return false
  const wrong = () => loginFailed('验证码错误或已使用')
  return guarded(ctx, factorKeys(ctx, user.id, 'open'), () => useCode(ctx, user, code), wrong).then(
    () => true,
    () => false,
  )
}

/**
 * Finishes a sign-in with the second factor (docs/access.md, Signing in).
 * @throws 400 MFA_EXPIRED after five tries or five minutes, 400 LOGIN_FAILED for a wrong or used code, 423 after five wrong
 *   ones in 15 minutes
 */
export async function signInWithFactor(
  ctx: Ctx,
  { mfaToken, code, trustDevice: trusts }: MfaAnswer,
): Promise<LoginAnswer> {
  const tokenHash = hashToken(mfaToken)
  const challenge = await factors.tryChallenge(ctx, tokenHash)
  const user = challenge && (await factors.findAccount(ctx, challenge.userId))
  if (!challenge || !user) throw new HttpError(400, 'MFA_EXPIRED', '登录验证已过期，请重新登录')
  const { username, rememberMe, passwordHash } = challenge
  try {
    await guarded(
      ctx,
      factorKeys(ctx, user.id),
      () => useCode(ctx, user, code),
      () => loginFailed('验证码错误或已使用'),
    )
  } catch (error) {
    await log(ctx, { username, uid: user.id, reason: 'mfa' })
    throw error
  }
  return inTransaction(ctx, async (tx) => {
    if (!(await factors.takeChallenge(tx, tokenHash))) throw loginFailed('验证码错误或已使用')
    const answer = await admit(tx, { ...user, passwordHash }, { username, rememberMe, mfa: true })
    if (trusts) await trustDevice(tx, user.id)
    return answer
  })
}

/** The hash of a password that was right, rehashed when it is weaker than today's standard. */
async function keepHashStrong(ctx: Ctx, user: { id: number; passwordHash: string }, password: string): Promise<string> {
  if (!needsRehash(user.passwordHash)) return user.passwordHash
  const rehashed = await hashPassword(password)
  return (await logins.replaceHash(ctx, user, rehashed)) ? rehashed : user.passwordHash
}

/** Opens a session once everything was checked, unless the account has changed meanwhile. */
export async function admit(
  tx: Ctx,
  user: { id: number; passwordHash: string; loginCount: number },
  { username, rememberMe, mfa }: { username: string; rememberMe: boolean; mfa: boolean },
): Promise<LoginAnswer> {
  if (!(await logins.recordLogin(tx, user))) throw loginFailed('用户名或密码不正确')
  await notifyNewDevice(tx, user)
  const session = await openSession(tx, user.id, rememberMe, mfa)
  rememberDevice(tx, user.id)
  await log(tx, { username, uid: user.id, reason: 'ok', sessionId: session.id })
  const caller = await authenticate(withContext(tx, { origin: { ...tx.origin, token: session.token } }))
  const signedIn = await describeSignedIn(withContext(tx, { caller }))
  return {
    token: session.token,
    user: signedIn,
    expiresAt: toWireTime(session.expiresAt),
    idleSeconds: session.idleSeconds,
    mustChangePassword: signedIn.mustChangePassword,
  }
}

/** Signs out; without a valid token nothing happens. */
export async function leave(ctx: Ctx): Promise<void> {
  const left = await signOut(ctx)
  if (left) await log(ctx, { username: left.username, uid: left.userId, reason: 'logout' })
}

/**
 * Proves the caller's identity again, by password or second factor.
 * @throws 422 for a wrong one, which counts as a failed sign-in; 423 when that locks
 */
export async function proveIdentity(ctx: Ctx, { password, code }: ReauthForm): Promise<void> {
  if (password !== undefined) await verifyOwnPassword(ctx, password, '验证失败，密码错误')
  else if (code !== undefined) await verifyOwnCode(ctx, code, '验证失败，验证码错误')
  else throw new BadInput('密码不能为空', 'password')
  await sessions.setReauthAt(ctx, ctx.actor.sessionId, ctx.now())
}

/**
 * Checks the caller's password; returns its hash.
 * @throws 422 with the message for a wrong one, which counts as a failed sign-in; 423 when that locks
 */
export function verifyOwnPassword(ctx: Ctx, password: string, message: string): Promise<string> {
  const check = async () => {
    const user = await logins.findAccount(ctx, ctx.actor.username)
    return user && (await verifyPassword(user.passwordHash, password)) && user.passwordHash
  }
  return guarded(ctx, { name: ownKey(ctx) }, check, () => new Refusal(message))
}

/**
 * Consumes a code of the caller's second factor.
 * @throws as {@link verifyOwnPassword}; 422 when the second factor is off
 */
export async function verifyOwnCode(ctx: Ctx, code: string, message: string): Promise<void> {
  const user = await getOwnFactor(ctx)
  await guarded(
    ctx,
    { name: ownKey(ctx) },
    () => useCode(ctx, user, code),
    () => new Refusal(message),
  )
}

/** Unlocks a user locked by wrong passwords or codes, everywhere. */
export async function unlock(ctx: Ctx, userId: number): Promise<void> {
  await logins.clearGuards(ctx, userId)
}

/**
 * Checks the captcha, when one is required; it is consumed either way.
 * @throws {BadInput} when it is missing, 400 when it is wrong or expired
 */
export async function requireCaptcha(ctx: Ctx, given: Pick<LoginForm, 'uuid' | 'code'>): Promise<void> {
  const problem = await checkCaptcha(ctx, given)
  if (problem) throw new BadInput(problem, 'code')
}

async function needsCaptcha(ctx: Ctx, key?: string): Promise<boolean> {
  const { captcha_mode } = await getSettings(ctx)
  if (captcha_mode !== 'afterFailures') return captcha_mode === 'always'
  const since = new Date(ctx.now().getTime() - WINDOW_MS)
  const keys = [`ip:${limitedAddress(ctx.origin.ip)}`, key]
  const fails = await Promise.all(keys.map((each) => (each ? logins.countFailures(ctx, each, since) : 0)))
  return Math.max(...fails) >= PATIENCE
}

/**
 * The error of the captcha, if any. It is consumed either way.
 * @param options.key of the failures that make it due; `isDue` when it is due anyway
 */
async function checkCaptcha(
  ctx: Ctx,
  { uuid, code }: Pick<LoginForm, 'uuid' | 'code'>,
  { key, isDue = false }: { key?: string; isDue?: boolean } = {},
): Promise<string | undefined> {
  const answer = uuid ? await logins.takeCaptcha(ctx, uuid) : undefined
  if (!isDue && !(await needsCaptcha(ctx, key))) return undefined
  if (!code) throw new BadInput('验证码不能为空', 'code')
  if (answer === undefined) return '验证码不存在或已过期'
  return answer === code.toUpperCase() ? undefined : '验证码错误'
}

/** Notifies the owner of a sign-in from a device unused for 90 days, except for the very first sign-in. */
async function notifyNewDevice(tx: Ctx, user: { id: number; loginCount: number }): Promise<void> {
  const { deviceId, browser, os, ip, address } = describeDevice(tx.origin)
  const since = new Date(tx.now().getTime() - DEVICE_DAYS * DAY_MS)
  if (!user.loginCount || (await logins.hasUsedDevice(tx, user.id, deviceId, since))) return
  await notify(tx, {
    event: 'login.newDevice',
    to: { userIds: [user.id] },
    level: 'warn',
    title: '新设备登录',
    content: `您的账号在 ${os || '未知系统'} 的 ${browser || '未知浏览器'} 上登录，来自 ${ip}（${address}）。若不是您本人操作，请修改密码并退出该设备。`,
    link: '/user/center?tab=devices',
  })
}

async function log(
  ctx: Ctx,
  entry: { username: string; uid?: number | undefined; reason: LoginReason; sessionId?: string },
): Promise<void> {
  const { browser, os, ip, address, deviceId } = describeDevice(ctx.origin)
  const result = entry.reason === 'ok' || entry.reason === 'logout' ? 1 : 0
  await logins.insertLog(ctx, { ...entry, result, browser, os, ip, address, deviceId })
  const action = entry.reason === 'ok' ? 'login' : entry.reason === 'logout' ? 'logout' : 'login.failed'
  await auditSignIn(ctx, action, entry)
}

/** Signing in is noted in the audit trail, by the name typed: the call has no actor yet. */
function auditSignIn(
  ctx: Ctx,
  action: AuditAction,
  {
    username,
    uid,
    reason,
    sessionId,
  }: { username: string; uid?: number | undefined; reason?: string; sessionId?: string },
): Promise<void> {
  return audit(ctx, {
    action,
    objectType: 'admin-user',
    objectId: uid ?? '',
    objectName: username,
    actor: { id: uid, name: username, sessionId },
    ...(action === 'login.failed' && { after: { reason }, labels: { reason: '原因' } }),
  })
}

function loginFailed(message: string): HttpError {
  return new HttpError(400, 'LOGIN_FAILED', message)
}
