import { randomBytes } from 'node:crypto'
import type { Captcha, LoginAnswer, LoginForm } from '@zhanggui/contract/auth.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { dataUri, drawCaptcha } from '../../platform/captcha-image.ts'
import { type Ctx, inTransaction, withContext } from '../../platform/context.ts'
import { HttpError, tooMany } from '../../platform/errors.ts'
import { isAddressAllowed } from '../../platform/networks.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../../platform/password-hash.ts'
import { describeDevice } from './device.ts'
import * as logins from './login.repository.ts'
import type { LoginReason } from './login.tables.ts'
import * as sessions from './session.repository.ts'
import { authenticate, openSession, signOut } from './session.service.ts'
import { getSettings } from './setting.service.ts'
import { describeSignedIn } from './signed-in.service.ts'

const CAPTCHA_SECONDS = 120
const MINUTE_MS = 60_000
const WINDOW_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** AU-21: five failures of one name lock it for 15 minutes, doubling within 24 hours; twenty of one address shut it out. */
const nameRule: logins.GuardRule = {
  fails: 5,
  windowMs: WINDOW_MS,
  lockMs: WINDOW_MS,
  mostLockMs: DAY_MS,
  levelMs: DAY_MS,
}
const addressRule: logins.GuardRule = { ...nameRule, fails: 20, mostLockMs: WINDOW_MS }
/** Failures after which `afterFailures` asks for a captcha (AU-13). */
const PATIENCE = 2

/** A new captcha; an empty one when none is asked for (AU-13). */
export async function makeCaptcha(ctx: Ctx): Promise<Captcha> {
  if (!(await needsCaptcha(ctx))) return { img: '', uuid: '', enabled: false, expireSeconds: CAPTCHA_SECONDS }
  const { captcha_type } = await getSettings(ctx)
  const { answer, svg } = drawCaptcha(captcha_type, ctx.platform.config.captchaFixedCode)
  const uuid = randomBytes(16).toString('hex')
  await logins.insertCaptcha(ctx, { uuid, answer, expiresAt: new Date(ctx.now().getTime() + CAPTCHA_SECONDS * 1000) })
  return { img: dataUri(svg), uuid, enabled: true, expireSeconds: CAPTCHA_SECONDS }
}

/**
 * Signs in, in the order of AU-20: lock, captcha, password, enabled, address.
 * @throws 400 LOGIN_FAILED, 423 LOCKED, 429; every attempt leaves a row in the login log (AU-22)
 */
export async function signIn(ctx: Ctx, form: LoginForm): Promise<LoginAnswer> {
  const user = await logins.findAccount(ctx, form.username)
  const refuse = async (reason: LoginReason, error: Error) => {
    await log(ctx, { username: form.username, uid: user?.id, reason })
    return error
  }
  // Locks go by account, whatever name it was called by, so that phone and e-mail open no second counter.
  const keys = { name: nameKey(user?.username ?? form.username), address: `ip:${ctx.origin.ip}` }
  const shutOut = await logins.findLock(ctx, keys.address)
  if (shutOut) throw await refuse('locked', tooMany(secondsUntil(ctx, shutOut)))
  if (await logins.findLock(ctx, keys.name)) throw await refuse('locked', await lockedError(ctx, keys.name))
  const captchaProblem = await checkCaptcha(ctx, form, keys.name)
  if (captchaProblem) throw await refuse('captcha', loginFailed(captchaProblem))
  // Counted before the password is looked at, so that many tries at once get no more guesses than one after another.
  const { counted, locks } = await logins.countFailure(ctx, keys.name, nameRule)
  if (!counted) throw await refuse('locked', await lockedError(ctx, keys.name))
  const isRight = await verifyPassword(user?.passwordHash ?? dummyHash, form.password)
  if (!user || !isRight) {
    await logins.countFailure(ctx, keys.address, addressRule)
    throw await refuse('password', loginFailed('用户名或密码不正确'))
  }
  await logins.forgiveFailures(ctx, keys.name, locks)
  if (!user.enabled) throw await refuse('disabled', loginFailed('账号已被禁用，请联系管理员'))
  const { login_ip_allow } = await getSettings(ctx)
  if (!isAddressAllowed(ctx.origin.ip, login_ip_allow)) throw await refuse('ip', loginFailed('当前网络不允许登录'))

  const rehashed = needsRehash(user.passwordHash) ? await hashPassword(form.password) : undefined
  return inTransaction(ctx, async (tx) => {
    if (!(await logins.recordLogin(tx, user, rehashed))) throw loginFailed('用户名或密码不正确')
    const session = await openSession(tx, user.id, form.rememberMe ?? false)
    await log(tx, { username: form.username, uid: user.id, reason: 'ok', sessionId: session.id })
    const caller = await authenticate(withContext(tx, { origin: { ...tx.origin, token: session.token } }))
    return {
      token: session.token,
      user: await describeSignedIn(withContext(tx, { caller })),
      expiresAt: toWireTime(session.expiresAt),
      idleSeconds: session.idleSeconds,
      mustChangePassword: Boolean(caller.duty),
    }
  })
}

/** Signs out; without a valid token nothing happens. */
export async function leave(ctx: Ctx): Promise<void> {
  const left = await signOut(ctx)
  if (left) await log(ctx, { username: left.username, uid: left.userId, reason: 'logout' })
}

/**
 * Proves again who is calling (system chapter, 2.8).
 * @throws 422 for a wrong password, which counts as a failed sign-in; 423 when that locks
 */
export async function proveIdentity(ctx: Ctx, password: string): Promise<void> {
  await verifyOwnPassword(ctx, password, '验证失败，密码错误')
  await sessions.setReauthAt(ctx, ctx.actor.sessionId, ctx.now())
}

/**
 * Checks the caller's password; returns its hash.
 * @throws 422 with the message for a wrong one, which counts as a failed sign-in; 423 when that locks
 */
export async function verifyOwnPassword(ctx: Ctx, password: string, message: string): Promise<string> {
  const key = nameKey(ctx.actor.username)
  const { counted, locks } = await logins.countFailure(ctx, key, nameRule)
  if (!counted) throw await lockedError(ctx, key)
  const user = await logins.findAccount(ctx, ctx.actor.username)
  if (!user || !(await verifyPassword(user.passwordHash, password))) throw new Refusal(message)
  await logins.forgiveFailures(ctx, key, locks)
  return user.passwordHash
}

/** Until when a user name is locked, if it is. */
export function findLockOf(ctx: Ctx, username: string): Promise<Date | undefined> {
  return logins.findLock(ctx, nameKey(username))
}

/** Lets a locked user name sign in again. */
export function unlock(ctx: Ctx, username: string): Promise<void> {
  return logins.clearGuard(ctx, nameKey(username))
}

/** The key under which failures of a user name are counted. */
export function nameKey(username: string): string {
  return `name:${username.toLowerCase()}`
}

async function needsCaptcha(ctx: Ctx, key?: string): Promise<boolean> {
  const { captcha_mode } = await getSettings(ctx)
  if (captcha_mode !== 'afterFailures') return captcha_mode === 'always'
  const since = new Date(ctx.now().getTime() - WINDOW_MS)
  const fails = await Promise.all(
    [`ip:${ctx.origin.ip}`, key].map((name) => (name ? logins.countFailures(ctx, name, since) : 0)),
  )
  return Math.max(...fails) >= PATIENCE
}

/** What is wrong with the captcha, if anything. It is used up either way (AU-12). */
async function checkCaptcha(ctx: Ctx, { uuid, code }: LoginForm, key: string): Promise<string | undefined> {
  const answer = uuid ? await logins.takeCaptcha(ctx, uuid) : undefined
  if (!(await needsCaptcha(ctx, key))) return undefined
  if (!code) throw new BadInput('验证码不能为空', 'code')
  if (answer === undefined) return '验证码不存在或已过期'
  return answer === code.toUpperCase() ? undefined : '验证码错误'
}

async function log(
  ctx: Ctx,
  entry: { username: string; uid?: number | undefined; reason: LoginReason; sessionId?: string },
): Promise<void> {
  const { browser, os, ip, address, deviceId } = describeDevice(ctx.origin)
  const result = entry.reason === 'ok' || entry.reason === 'logout' ? 1 : 0
  await logins.insertLog(ctx, { ...entry, result, browser, os, ip, address, deviceId })
}

function loginFailed(message: string): HttpError {
  return new HttpError(400, 'LOGIN_FAILED', message)
}

async function lockedError(ctx: Ctx, key: string): Promise<HttpError> {
  const until = (await logins.findLock(ctx, key)) ?? ctx.now()
  const minutes = Math.ceil(secondsUntil(ctx, until) / 60)
  return new HttpError(423, 'LOCKED', `登录失败次数过多，账号已锁定，请${minutes}分钟后再试`)
}

function secondsUntil(ctx: Ctx, until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - ctx.now().getTime()) / 1000))
}
