import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { describeDevice } from './device.ts'
import * as logins from './login.repository.ts'

const MINUTE_MS = 60_000
/** How long failures count (AU-21). */
export const WINDOW_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** AU-21: five failures of one name lock it for 15 minutes, doubling within 24 hours; twenty from one address lock that. */
export const nameRule: logins.GuardRule = {
  fails: 5,
  windowMs: WINDOW_MS,
  lockMs: WINDOW_MS,
  maxLockMs: DAY_MS,
  levelMs: DAY_MS,
}
export const addressRule: logins.GuardRule = { ...nameRule, fails: 20, maxLockMs: WINDOW_MS }

/** The key for counting failures of a user name. */
export function nameKey(username: string): string {
  return `name:${username.toLowerCase()}`
}

/** The key for counting wrong second factors, which a right password does not reset. */
export function factorKey(userId: number): string {
  return `mfa:${userId}`
}

/**
 * Counts a failure, then checks whether it is one: simultaneous tries get no more guesses than successive ones.
 * @param check returns undefined or false for a failure
 * @throws 423 while the key is locked; the error from `refusal` for a failure
 */
export async function guarded<Result>(
  ctx: Ctx,
  { key, userId }: { key: string; userId: number },
  check: () => Promise<Result | undefined | false>,
  refusal: () => Error,
): Promise<Result> {
  const { counted, locks } = await logins.countFailure(ctx, key, nameRule)
  if (!counted) throw await lockedError(ctx, key)
  const result = await check()
  if (result === undefined || result === false) {
    if (locks) await notifyLocked(ctx, userId)
    throw refusal()
  }
  await logins.forgiveFailures(ctx, key, locks)
  return result
}

/** Notifies the owner of an account of too many wrong passwords (AU-21). */
export async function notifyLocked(ctx: Ctx, userId: number): Promise<void> {
  const { ip, address } = describeDevice(ctx.origin)
  await inTransaction(ctx, (tx) =>
    notify(tx, {
      event: 'account.locked',
      to: { userIds: [userId] },
      level: 'warn',
      title: '账号因密码或验证码错误次数过多被锁定',
      content: `最近一次尝试来自 ${ip}（${address}）。若不是您本人操作，请尽快修改密码。`,
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
