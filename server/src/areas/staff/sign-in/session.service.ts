import type { Session } from '@zhanggui/contract/staff/auth.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Actor, type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getRights } from '../role/rights.service.ts'
import { auditSeeing, seenRights, versionOf } from '../see-as/seen-rights.service.ts'
import { describeDevice } from './device.ts'
import * as sessions from './session.repository.ts'
import type { RevokeReason } from './session.tables.ts'
import { goneMessages, reportRevoked } from './session-live.service.ts'

/** The idle limit is extended at most this often. */
const TOUCH_MS = 60_000
/** Code of the obligation to change the password. */
export const PASSWORD_DUTY = 'PASSWORD_CHANGE_REQUIRED'
/** Code of the obligation to leave what is not to be seen any more. */
const SEEING_DUTY = 'SEEING_ENDED'
const DAY_SECONDS = 24 * 3600
const DAY_MS = DAY_SECONDS * 1000

/** A new session and its token, which is not shown again. */
export type NewSession = { id: string; token: string; expiresAt: Date; idleSeconds: number }

/**
 * Signs a user in on one more device. With `session_max` reached, the least recently active session ends.
 * @param remember lasts a day, idle or not, instead of the settings' limits
 * @param mfa whether the second factor was shown
 */
export async function openSession(ctx: Ctx, userId: number, remember: boolean, mfa = false): Promise<NewSession> {
  const { session_idle_minutes, session_absolute_hours, session_max } = await getSettings(ctx)
  const token = newToken()
  const at = ctx.now()
  const idleSeconds = remember ? DAY_SECONDS : session_idle_minutes * 60
  const expiresAt = new Date(at.getTime() + (remember ? DAY_MS : session_absolute_hours * 3600_000))
  const live = await sessions.listLive(ctx, userId)
  const tooMany = live.slice(Math.max(0, session_max - 1)).map(({ id }) => id)
  if (tooMany.length) await revoke(ctx, { userId, only: tooMany }, 'limit')
  const { id } = await sessions.insert(ctx, {
    userId,
    tokenHash: hashToken(token),
    remember,
    ...describeDevice(ctx.origin),
    loginTime: at,
    lastActiveAt: at,
    reauthAt: at,
    mfa,
    idleSeconds,
    absoluteExpiresAt: expiresAt,
  })
  return { id, token, expiresAt, idleSeconds }
}

/**
 * The actor of a call, by its token.
 * @throws 401 TOKEN_INVALID, TOKEN_EXPIRED or SESSION_KICKED
 */
export async function authenticate(ctx: Ctx): Promise<Actor> {
  const { token } = ctx.origin
  return toActor(ctx, token && token.length <= 100 ? await sessions.findByToken(ctx, hashToken(token)) : undefined)
}

/**
 * The actor of a session: for tickets, which belong to one.
 * @throws 401 as {@link authenticate}
 */
export async function authenticateSession(ctx: Ctx, id: string): Promise<Actor> {
  return toActor(ctx, await sessions.findById(ctx, id))
}

async function toActor(ctx: Ctx, session: sessions.SessionRow | undefined): Promise<Actor> {
  if (!session) throw new HttpError(401, 'TOKEN_INVALID', '登录状态已过期')
  if (session.revokedAt) throw new HttpError(401, ...goneMessages[session.revokeReason ?? 'logout'])
  const at = ctx.now().getTime()
  const idleMs = at - session.lastActiveAt.getTime()
  if (at >= session.absoluteExpiresAt.getTime() || idleMs >= session.idleSeconds * 1000)
    throw new HttpError(401, 'TOKEN_EXPIRED', '登录状态已过期')
  if (idleMs >= TOUCH_MS) await sessions.touch(ctx, session.id, ctx.now())
  const { userId, permVersion, deptId } = session
  const own = await getRights(ctx, userId, permVersion, deptId)
  const seen = session.seeing ? await seenRights(ctx, { userId, deptId, rights: own }, session.seeing) : undefined
  const rights = seen?.rights ?? own
  const { password_max_age_days, mfa_policy } = await getSettings(ctx)
  const isOld = password_max_age_days > 0 && at - session.passwordTime.getTime() > password_max_age_days * DAY_MS
  return {
    userId,
    username: session.username,
    name: session.name,
    sessionId: session.id,
    roles: rights.roles,
    level: rights.level,
    permissions: rights.permissionSet,
    scope: rights.scope,
    permVersion: seen ? versionOf(permVersion, seen.rights) : permVersion,
    reauthAt: session.reauthAt,
    ...(session.seeing && {
      seeing: { ...session.seeing, since: new Date(session.seeing.since), ...(seen?.ended && { ended: seen.ended }) },
    }),
    duty: seen?.ended
      ? { code: SEEING_DUTY, message: `${seen.ended}，请退出查看` }
      : session.mustChangePassword || isOld
        ? { code: PASSWORD_DUTY, message: '请先修改密码' }
        : !session.hasFactor && asksForFactor(mfa_policy, own.level)
          ? { code: 'MFA_SETUP_REQUIRED', message: '请先开启两步验证' }
          : undefined,
  }
}

/** Whether the policy requires a second factor of a user of this level. */
export function asksForFactor(policy: SettingValues['mfa_policy'], level: number): boolean {
  return policy === 'all' || (policy === 'admins' && level === 1)
}

/** The caller's sessions, with the present one marked. */
export async function listOwnSessions(ctx: Ctx): Promise<Session[]> {
  const rows = await sessions.listLive(ctx, ctx.actor.userId)
  return rows.map(({ id, kind, ip, address, browser, os, loginTime, lastActiveAt }) => ({
    id,
    kind,
    ip,
    address,
    browser,
    os,
    loginTime: toWireTime(loginTime),
    lastActiveTime: toWireTime(lastActiveAt),
    current: id === ctx.actor.sessionId,
  }))
}

/**
 * Ends one of the caller's own sessions.
 * @throws 404 when it is not the caller's, or has ended
 */
export async function endOwnSession(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await revoke(tx, { userId: tx.actor.userId, only: [id] }, 'kicked')
    if (!ended.length) throw notFound('登录设备')
    await audit(tx, { action: 'kick', objectType: 'session', objectId: id, objectName: tx.actor.username })
  })
}

/** Ends the caller's sessions on all other devices. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const { userId, sessionId, username } = ctx.actor
  await inTransaction(ctx, async (tx) => {
    await endSessions(tx, userId, 'kicked', sessionId)
    await audit(tx, { action: 'kick', objectType: 'session', objectId: userId, objectName: username })
  })
}

/** Ends a user's sessions, except the given one. */
export async function endSessions(ctx: Ctx, userId: number, reason: RevokeReason, except?: string): Promise<void> {
  await revoke(ctx, { userId, except }, reason)
}

/** Ends one session of a user; a session that has ended stays ended. */
export async function kickSession(ctx: Ctx, userId: number, id: string): Promise<void> {
  await revoke(ctx, { userId, only: [id] }, 'kicked')
}

/** Signs out: ends the session of the token, if any. */
export async function signOut(ctx: Ctx): Promise<{ userId: number; username: string } | undefined> {
  const { token } = ctx.origin
  const session = token && (await sessions.findByToken(ctx, hashToken(token)))
  if (!session || session.revokedAt) return undefined
  await revoke(ctx, { userId: session.userId, only: [session.id] }, 'logout')
  return session
}

/** Revokes sessions and notifies their open pages. Returns their ids. */
async function revoke(ctx: Ctx, which: sessions.Revocation, reason: RevokeReason): Promise<string[]> {
  const ended = await sessions.revoke(ctx, which, reason)
  const ids = ended.map(({ id }) => id)
  for (const { seeing } of ended) if (seeing) await auditSeeing(ctx, 'seeAsEnd', seeing)
  await reportRevoked(ctx, ids, reason)
  return ids
}
