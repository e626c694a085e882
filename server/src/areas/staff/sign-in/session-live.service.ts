import type { Ctx } from '../../../platform/http/context.ts'
import { allPages, defineLive, onReport, report } from '../../../platform/work/live.ts'
import * as sessions from './session.repository.ts'
import type { RevokeReason } from './session.tables.ts'

/** Code and message for ended sessions, by reason. */
export const goneMessages: Record<RevokeReason, [code: string, message: string]> = {
  logout: ['TOKEN_EXPIRED', '登录状态已过期'],
  password: ['SESSION_KICKED', '您已被强制下线'],
  disabled: ['SESSION_KICKED', '您已被强制下线'],
  kicked: ['SESSION_KICKED', '您已被强制下线'],
  limit: ['SESSION_KICKED', '您的账号已在其他设备登录'],
}

/** How many session ids fit into one message of the bus. */
const MAX_SESSIONS = 150

/** Ended sessions. */
const revoked = defineLive<{ ids: string[]; reason: RevokeReason }>('live.revoked')

/** Closes the open pages of ended sessions. */
export async function reportRevoked(ctx: Ctx, ids: readonly string[], reason: RevokeReason): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_SESSIONS)
    await report(ctx, revoked, { ids: ids.slice(at, at + MAX_SESSIONS), reason })
}

export const endRevoked = onReport(
  revoked,
  ({ platform }, { ids, reason }) => {
    const [code, message] = goneMessages[reason]
    for (const page of allPages(platform)) {
      if (!ids.includes(page.actor.sessionId)) continue
      page.send('session.revoked', { reason, code, message })
      page.close('notSignedIn')
    }
  },
  { atOnce: true },
)

/** Closes the pages of sessions that expired, or that ended while this process did not receive messages. */
export async function endDeadPages(own: Ctx): Promise<void> {
  const open = allPages(own.platform)
  if (!open.length) return
  const ids = [...new Set(open.map(({ actor }) => actor.sessionId))]
  const alive = new Set(await sessions.listOpen(own, ids))
  for (const page of open) if (!alive.has(page.actor.sessionId)) page.close('notSignedIn')
}
