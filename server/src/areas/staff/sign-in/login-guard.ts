import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { limitedAddress, networkOf } from '../../../platform/http/networks.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { describeDevice } from './device.ts'
import { findKnownDevice } from './known-device.ts'
import * as logins from './login.repository.ts'

const MINUTE_MS = 60_000
/** How long failures count. */
export const WINDOW_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Five failures of one name from one network lock it there for 15 minutes, doubling within 24 hours; twenty from one
 * address lock that.
 */
export const nameRule: logins.GuardRule = {
  fails: 5,
  windowMs: WINDOW_MS,
  lockMs: WINDOW_MS,
  maxLockMs: DAY_MS,
  levelMs: DAY_MS,
}
export const addressRule: logins.GuardRule = { ...nameRule, fails: 20, maxLockMs: WINDOW_MS }

/**
 * Guesses from everywhere: after so many tries of an account from devices it does not know, such devices get one try in a
 * while. It is no lock, so nobody can keep the owner out (decision 0026).
 */
type SlowRule = { tries: number; windowMs: number; pauseSeconds: number }
export const slowRule: SlowRule = { tries: 20, windowMs: 60 * MINUTE_MS, pauseSeconds: 60 }
/** A code has a millionth of the possibilities of a password. */
const slowFactorRule: SlowRule = { tries: 20, windowMs: DAY_MS, pauseSeconds: 600 }

/** At most so many locks of an account notify its owner within an hour. */
const LOCK_NOTICES = { max: 3, seconds: 3600 }

/** Under what the failures of one sign-in count. */
export type GuardKeys = {
  /** The account from this device if it knows it, otherwise from this network. */
  name: logins.GuardKey
  /** The account from all devices it does not know; undefined on one it knows. */
  everywhere: logins.GuardKey | undefined
  address: logins.GuardKey
}

/** The keys of a sign-in; they reveal nothing about whether the name is known. */
export function guardKeys(ctx: Ctx, typed: string, user: { id: number; username: string } | undefined): GuardKeys {
  const { ip } = ctx.origin
  const subject = user ? `name:${user.username.toLowerCase()}` : `ghost:${typed.toLowerCase()}`
  const device = user && findKnownDevice(ctx, user.id)
  return {
    name: { key: `${subject}@${device ?? networkOf(ip)}`, userId: user?.id },
    everywhere: device ? undefined : { key: `${subject}@everywhere`, userId: user?.id },
    address: { key: `ip:${limitedAddress(ip)}` },
  }
}

/**
 * The keys for wrong second factors, which a right password does not reset. Those that should open a lock count apart:
 * they need no password, and must not use up the owner's tries at the second step.
 */
export function factorKeys(
  ctx: Ctx,
  userId: number,
  use: 'mfa' | 'open' = 'mfa',
): Pick<GuardKeys, 'name' | 'everywhere'> {
  const device = findKnownDevice(ctx, userId)
  return {
    name: { key: `${use}:${userId}@${device ?? networkOf(ctx.origin.ip)}`, userId },
    everywhere: device ? undefined : { key: `${use}:${userId}@everywhere`, userId },
  }
}

/** The key for the caller's own wrong passwords and codes: who steals a session locks this session only. */
export function ownKey({ actor }: Ctx): logins.GuardKey {
  return { key: `own:${actor.sessionId}`, userId: actor.userId }
}

/**
 * Counts a failure, then checks whether it is one: simultaneous tries get no more guesses than successive ones.
 * @param check returns undefined or false for a failure
 * @param rule for guesses from everywhere
 * @throws 423 while the key is locked, 429 while guesses come from everywhere; the error from `refusal` for a failure
 */
export async function guarded<Result>(
  ctx: Ctx,
  { name, everywhere }: Pick<GuardKeys, 'name'> & Partial<Pick<GuardKeys, 'everywhere'>>,
  check: () => Promise<Result | undefined | false>,
  refusal: () => Error,
  rule = slowFactorRule,
): Promise<Result> {
  if (everywhere) {
    if (await logins.findLock(ctx, name.key)) throw await lockedError(ctx, name.key)
    await slowDown(ctx, everywhere, rule)
  }
  const { counted, locks } = await logins.countFailure(ctx, name, nameRule)
  if (!counted) throw await lockedError(ctx, name.key)
  const result = await check()
  if (result === undefined || result === false) {
    if (locks) await notifyLocked(ctx, name.userId)
    throw refusal()
  }
  await logins.forgiveFailures(ctx, name.key, locks)
  if (everywhere) await logins.uncountTry(ctx, everywhere.key)
  return result
}

/**
 * Counts a try from a device the account does not know.
 * @throws 429 beyond the rule, where it is no try
 */
export async function slowDown(ctx: Ctx, guard: logins.GuardKey, rule: SlowRule): Promise<void> {
  const tries = await logins.countTry(ctx, guard, rule.windowMs)
  if (tries <= rule.tries) return
  if (tries === rule.tries + 1) await notifyLocked(ctx, guard.userId)
  const limit = { max: 1, seconds: rule.pauseSeconds }
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`guess ${guard.key}`, limit)
  if (allowed) return
  await logins.uncountTry(ctx, guard.key)
  const message = `该账号正被多处尝试登录，请${resetSeconds}秒后再试，或使用登录过的设备、找回密码`
  throw new HttpError(429, 'RATE_LIMITED', message, { retryAfter: resetSeconds })
}

/** Whether guesses of the account come from everywhere. */
export async function isSlowedDown(ctx: Ctx, everywhere: GuardKeys['everywhere']): Promise<boolean> {
  if (!everywhere) return false
  const since = new Date(ctx.now().getTime() - slowRule.windowMs)
  return (await logins.countFailures(ctx, everywhere.key, since)) >= slowRule.tries
}

/** Notifies the owner of an account of too many wrong passwords, a few times an hour. */
export async function notifyLocked(ctx: Ctx, userId: number | undefined): Promise<void> {
  if (!userId || !(await ctx.platform.limits.take(`locked ${userId}`, LOCK_NOTICES)).allowed) return
  const { ip, address } = describeDevice(ctx.origin)
  await inTransaction(ctx, (tx) =>
    notify(tx, {
      event: 'account.locked',
      to: { userIds: [userId] },
      level: 'warn',
      title: '账号因密码或验证码错误次数过多被锁定',
      content: `最近一次尝试来自 ${ip}（${address}），该网络暂时不能登录此账号。若不是您本人操作，请尽快修改密码。`,
      link: '/user/center?tab=logins',
    }),
  )
}

/** The refusal for a locked name. */
export async function lockedError(ctx: Ctx, key: string): Promise<HttpError> {
  const until = (await logins.findLock(ctx, key)) ?? ctx.now()
  const minutes = Math.ceil(secondsUntil(ctx, until) / 60)
  return new HttpError(423, 'LOCKED', `登录失败次数过多，账号已锁定，请${minutes}分钟后再试`)
}

/** At least one. */
export function secondsUntil(ctx: Ctx, until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - ctx.now().getTime()) / 1000))
}
