import type { Notification, NotificationCount } from '@zhanggui/contract/message/notification.ts'
import type { WebSocket } from 'ws'
import { defineHook } from '../../../platform/hooks.ts'
import { type Actor, type Ctx, withContext } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type Connection, firstToken, type SocketHandlers } from '../../../platform/http/sockets.ts'
import { consumeTicket } from '../../../platform/security/tickets.ts'
import { takeSeat } from './live-seat.service.ts'

/** What there is to say to pages: how much waits for them, and what they missed. */
export type PageNews = {
  count(ctx: Ctx): Promise<NotificationCount>
  /** Notifications after the given one; undefined if there are too many to send. */
  listMissed(ctx: Ctx, lastId: number): Promise<Notification[] | undefined>
}
export const pageNews = defineHook<PageNews>('news for pages')

/** How long a client without a ticket may take to authenticate. */
const SIGN_IN_MS = 5000

/**
 * Accepts a page's socket: by its ticket, or else by the token in its first frame; others are closed with 4401.
 * @param ctx of the call that opened it
 */
export function acceptPage(ctx: Ctx, socket: WebSocket, ticket: string | undefined): void {
  const own = withContext(ctx, { origin: { ...ctx.origin, token: undefined } })
  const [news] = ctx.platform.hooks.of(pageNews)
  const handlers: SocketHandlers = {
    onOpen: async (connection) => connection.send('ready', await news?.count(as(own, connection.actor))),
    onFrame: (connection, type, data) => answerFrame(as(own, connection.actor), connection, type, data),
  }
  const signIn = ticket === undefined ? () => signInByToken(ctx, socket) : () => consumeTicket(ctx, ticket, 'websocket')
  ctx.platform.sockets.accept(socket, () => signIn().then(requireNoDuty).then(seated(own, socket)), handlers)
}

/** An account's eleventh socket is closed with 4429, whichever processes hold the others. */
function seated(own: Ctx, socket: WebSocket) {
  return async (actor: Actor) => {
    const leave = await takeSeat(own, actor.userId)
    if (!leave) throw new HttpError(429, 'RATE_LIMITED', '同时打开的页面过多，请关闭一些')
    // If giving the seat back fails, as in a process that is stopping, it expires.
    const giveBack = () => leave().catch(() => {})
    if (socket.readyState === socket.OPEN) socket.once('close', giveBack)
    else await giveBack()
    return actor
  }
}

async function signInByToken(ctx: Ctx, socket: WebSocket): Promise<Actor> {
  const token = await firstToken(socket, SIGN_IN_MS)
  const actor = await ctx.platform.gate.authenticate(withContext(ctx, { origin: { ...ctx.origin, token } }))
  // API keys are for calls, not for pages.
  if (actor.key) throw new HttpError(401, 'TOKEN_INVALID', '登录状态已过期')
  return actor
}

/** An account that must change its password first receives nothing until then. */
function requireNoDuty(actor: Actor): Actor {
  if (actor.duty) throw new HttpError(428, actor.duty.code, actor.duty.message)
  return actor
}

/** A returning page asks for what it missed; other frames are ignored. */
async function answerFrame(ctx: Ctx, connection: Connection, type: string, data: unknown): Promise<void> {
  if (type !== 'resume') return
  const { lastId } = (data ?? {}) as { lastId?: unknown }
  if (typeof lastId !== 'number' || !Number.isSafeInteger(lastId) || lastId < 0) return connection.close('unreadable')
  const [news] = ctx.platform.hooks.of(pageNews)
  const missed = await news?.listMissed(ctx, lastId)
  if (missed) for (const notification of missed) connection.send('notify', notification)
  else connection.send('resync')
}

function as(ctx: Ctx, caller: Actor): Ctx {
  return withContext(ctx, { caller })
}
