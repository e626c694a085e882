import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import type { Buyer, BuyerChannel, Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { BuyerGate } from '../../../platform/http/gate.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import type { OnlineGuests } from '../../staff/online-user/online-user.service.ts'
import { describeDevice } from '../../staff/sign-in/device.ts'
import * as sessions from './buyer-session.repository.ts'
import type { BuyerRevokeReason } from './buyer-session.tables.ts'

const DAY_MS = 24 * 3600_000
/** How long a session lasts without a call. */
const SESSION_MS = 7 * DAY_MS
const MAX_SESSIONS = 10
/** How long ended sessions are kept, so that their owner is told why. */
const ENDED_DAYS = 7

/** Code and message for ended sessions, by reason. */
const goneMessages: Record<BuyerRevokeReason, [code: string, message: string]> = {
  logout: ['TOKEN_EXPIRED', '登录状态已过期'],
  password: ['SESSION_KICKED', '密码已修改，请重新登录'],
  phone: ['SESSION_KICKED', '手机号已更换，请重新登录'],
  kicked: ['SESSION_KICKED', '您已被强制下线，请重新登录'],
  disabled: ['SESSION_KICKED', '账号已被禁用，请联系商家'],
  limit: ['SESSION_KICKED', '您的账号已在其他设备登录'],
}

/** What a buyer is told whose account has ended or is disabled. */
export const disabledBuyer = (): HttpError => new HttpError(401, ...goneMessages.disabled)

const channelNames: Record<BuyerChannel, string> = { wechat: '公众号', routine: '小程序', h5: 'H5', app: 'APP' }

/** Recognises buyers by their tokens. */
export function makeBuyerGate(): BuyerGate {
  return { authenticateBuyer }
}

/**
 * The buyer of a call, by the token.
 * @throws 401 TOKEN_INVALID, TOKEN_EXPIRED or SESSION_KICKED
 */
async function authenticateBuyer(ctx: Ctx): Promise<Buyer> {
  const { token } = ctx.origin
  const session = token && token.length <= 100 ? await sessions.findByToken(ctx, hashToken(token)) : undefined
  if (!session) throw new HttpError(401, 'TOKEN_INVALID', '登录状态已过期')
  if (session.revokedAt) throw new HttpError(401, ...goneMessages[session.revokeReason ?? 'logout'])
  if (!session.isEnabled) throw disabledBuyer()
  const leftMs = session.expiresAt.getTime() - ctx.now().getTime()
  if (leftMs <= 0) throw new HttpError(401, 'TOKEN_EXPIRED', '登录状态已过期')
  if (leftMs <= SESSION_MS - DAY_MS) await sessions.extend(ctx, session.id, endOf(ctx))
  const { uid, channel } = session
  return { uid, name: nameOf(session), sessionId: session.id, channel }
}

/**
 * Signs a buyer in on one more device; beyond ten, the session that was idle longest ends.
 * @param tx a transaction that holds the lock of the buyer's row
 * @returns its id and the token, which is not shown again
 */
export async function openBuyerSession(
  tx: Ctx,
  uid: number,
  channel: BuyerChannel,
): Promise<{ id: string; token: string }> {
  const open = await sessions.listOpen(tx, uid)
  await sessions.revoke(tx, { only: open.slice(MAX_SESSIONS - 1) }, 'limit')
  const token = newToken()
  const { ip, address, browser, os } = describeDevice(tx.origin)
  const at = tx.now()
  const id = await sessions.insert(tx, {
    uid,
    tokenHash: hashToken(token),
    channel,
    ip,
    address,
    browser,
    os,
    loginTime: at,
    lastActiveAt: at,
    expiresAt: endOf(tx),
  })
  return { id, token }
}

/** Ends the sessions of buyers, except the given one. */
export async function endBuyerSessions(
  tx: Ctx,
  uids: readonly number[],
  reason: BuyerRevokeReason,
  except?: string,
): Promise<void> {
  await sessions.revoke(tx, { uids, except }, reason)
}

/** Signs the calling buyer out. */
export async function endOwnBuyerSession(ctx: Ctx): Promise<void> {
  await sessions.revoke(ctx, { only: [ctx.buyer.sessionId] }, 'logout')
}

/** Buyers among those online: their sessions, for staff. */
export const onlineBuyers: OnlineGuests = {
  async list(ctx, filter, page) {
    const { rows: found, ...count } = await sessions.listOnline(ctx, filter, page)
    const rows = found.map(({ session, account, nickname }) => ({
      key: session.id,
      userName: maskPhone(account),
      nickName: nameOf({ uid: session.uid, nickname }),
      job: channelNames[session.channel],
      browser: session.browser,
      os: session.os,
      ip: session.ip,
      address: session.address,
      loginTime: toWireTime(session.loginTime),
      lastActiveTime: toWireTime(session.lastActiveAt),
      current: false,
    }))
    return { rows, ...count }
  },
  async end(tx, keys) {
    const owners = await sessions.listOwners(tx, keys)
    await sessions.revoke(tx, { only: owners.map(({ id }) => id) }, 'kicked')
    return owners.map(({ id, account }) => ({ key: id, name: maskPhone(account) }))
  },
}

/** Clean-up of sessions that ended a week ago. */
export const endedBuyerSessions = eachOf(
  ['buyer_session'],
  (ctx) => sql`least(coalesce(revoked_at, 'infinity'), expires_at) < ${daysAgo(ctx, ENDED_DAYS)}`,
)

function endOf({ now }: Pick<Ctx, 'now'>): Date {
  return new Date(now().getTime() + SESSION_MS)
}

/** What a buyer is called in logs and ledgers. */
function nameOf({ uid, nickname }: { uid: number; nickname: string }): string {
  return nickname || `用户${uid}`
}
