import type { WebSocket } from 'ws'
import type { Stop } from '../../../platform/area.ts'
import { type Actor, type Ctx, holds, withContext } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type Connection, firstToken, type SocketHandlers } from '../../../platform/http/sockets.ts'
import { consumeTicket } from '../../../platform/security/tickets.ts'
import { TASK_TOPIC } from '../../../platform/work/tasks.ts'
import { listLiveSessions } from '../../staff/online-user/online-user.service.ts'
import { listHoldersOf } from '../../staff/role/rights.service.ts'
import { authenticate, goneMessages } from '../../staff/sign-in/session.service.ts'
import { getTask } from '../../work/task/task.service.ts'
import { countNotifications, describeNotification, listMissed, listToldTo } from '../notice/notification.service.ts'
import { type LiveReceivers, onLive } from './live-bus.ts'
import { keepSeats, takeSeat } from './live-seat.service.ts'
import { countTodo } from './todo.service.ts'

/** How long a client without a ticket may take to say who it is (trade chapter, 10.1). */
const SIGN_IN_MS = 5000
/** Changed counters are told once in so long. */
const TODO_MS = 2000

/**
 * Takes a page's socket in: by its ticket, or else by the token in its first frame; any other is closed with 4401.
 * @param ctx of the call that opened it
 */
export function acceptPage(ctx: Ctx, socket: WebSocket, ticket: string | undefined): void {
  const own = withContext(ctx, { origin: { ...ctx.origin, token: undefined } })
  const handlers: SocketHandlers = {
    onOpen: async (connection) => connection.send('ready', await countNotifications(as(own, connection.actor))),
    onFrame: (connection, type, data) => answerFrame(as(own, connection.actor), connection, type, data),
  }
  const signIn = ticket === undefined ? () => signInByToken(ctx, socket) : () => consumeTicket(ctx, ticket, 'websocket')
  ctx.platform.sockets.accept(socket, () => signIn().then(refuseDuty).then(seated(own, socket)), handlers)
}

/** An account's eleventh socket is closed with 4429, in whichever process the others are. */
function seated(own: Ctx, socket: WebSocket) {
  return async (actor: Actor) => {
    const leave = await takeSeat(own, actor.userId)
    if (!leave) throw new HttpError(429, 'RATE_LIMITED', '同时打开的页面过多，请关闭一些')
    // A seat that could not be given back, as in a process that is ending, is free after a while.
    const goAway = () => leave().catch(() => {})
    if (socket.readyState === socket.OPEN) socket.once('close', goAway)
    else await goAway()
    return actor
  }
}

async function signInByToken(ctx: Ctx, socket: WebSocket): Promise<Actor> {
  const token = await firstToken(socket, SIGN_IN_MS)
  return authenticate(withContext(ctx, { origin: { ...ctx.origin, token } }))
}

/** Who must change his password first hears nothing before. */
function refuseDuty(actor: Actor): Actor {
  if (actor.duty) throw new HttpError(428, actor.duty.code, actor.duty.message)
  return actor
}

/** A page that was away asks for what it missed; whatever else it may say is not for us. */
async function answerFrame(ctx: Ctx, connection: Connection, type: string, data: unknown): Promise<void> {
  if (type !== 'resume') return
  const { lastId } = (data ?? {}) as { lastId?: unknown }
  if (typeof lastId !== 'number' || !Number.isSafeInteger(lastId) || lastId < 0) return connection.close('unreadable')
  const missed = await listMissed(ctx, lastId)
  if (missed) for (const notification of missed) connection.send('notify', notification)
  else connection.send('resync')
}

/**
 * Brings what all processes tell one another to the pages connected to this one. Rows are read once for all of them.
 * @param own the process's context
 * @returns waits for what is being brought, at shutdown
 */
export function startLive(own: Ctx): Stop {
  const { bus, sockets } = own.platform
  const all = () => [...sockets.byUser.values()].flatMap((connections) => [...connections])

  // What was told first is brought first: reading rows takes a moment, and the next telling waits for it.
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => own.log.error({ err: error }, 'a live notice was not brought'))
  }

  const bringRows = async (ranges: readonly [number, number][]) => {
    if (!sockets.byUser.size) return
    for (const row of await listToldTo(own, ranges, [...sockets.byUser.keys()])) {
      const frame = sockets.frame('notify', describeNotification(row))
      for (const connection of sockets.byUser.get(row.userId) ?? [])
        if (!row.permission || holds(connection.actor, row.permission)) connection.sendFrame(frame)
    }
  }
  const pagesOf = async (to: LiveReceivers): Promise<Connection[]> => {
    if (to === 'all') return all()
    if ('lacking' in to) return all().filter(({ actor }) => !holds(actor, to.lacking))
    const userIds = 'userIds' in to ? to.userIds : await listHoldersOf(own, to.roleIds)
    return userIds.flatMap((id) => [...(sockets.byUser.get(id) ?? [])])
  }
  const bringTask = async (id: string, userId: number) => {
    const [first, ...others] = sockets.byUser.get(userId) ?? []
    if (!first) return
    const frame = sockets.frame('task', await getTask(as(own, first.actor), id))
    for (const connection of [first, ...others]) connection.sendFrame(frame)
  }
  const bringTodo = async () => {
    const known = new Map<string, Promise<number>>()
    for (const connections of sockets.byUser.values())
      for (const connection of connections) connection.send('badge', await countTodo(as(own, connection.actor), known))
  }
  /** Ends the sockets of sessions that are over without anybody having said so, or while we could not hear. */
  const endDead = async () => {
    const open = all()
    if (!open.length) return
    const ids = [...new Set(open.map(({ actor }) => actor.sessionId))]
    const live = new Set(await listLiveSessions(own, ids))
    for (const connection of open) if (!live.has(connection.actor.sessionId)) connection.close('notSignedIn')
  }

  onLive(bus, 'live.notified', (ranges) => inTurn(() => bringRows(ranges)))
  onLive(bus, 'live.frame', ({ to, type, data }) =>
    inTurn(async () => {
      const pages = await pagesOf(to)
      const frame = sockets.frame(type, data)
      for (const connection of pages) connection.sendFrame(frame)
    }),
  )
  bus.subscribe(TASK_TOPIC, (payload) => {
    const { id, userId } = JSON.parse(payload) as { id: string; userId: number }
    inTurn(() => bringTask(id, userId))
  })
  onLive(bus, 'live.revoked', ({ ids, reason }) => {
    const [code, message] = goneMessages[reason]
    for (const connection of all()) {
      if (!ids.includes(connection.actor.sessionId)) continue
      connection.send('session.revoked', { reason, code, message })
      connection.close('notSignedIn')
    }
  })
  onLive(bus, 'live.rights', (whom) => {
    const concerned = whom === 'all' ? all() : whom.flatMap((id) => [...(sockets.byUser.get(id) ?? [])])
    for (const connection of concerned) {
      connection.send('perm.changed')
      connection.close('rightsChanged')
    }
  })
  onLive(
    bus,
    'live.todo',
    once(TODO_MS, () => inTurn(bringTodo)),
  )
  bus.onGap(() => {
    inTurn(endDead)
    for (const connection of all()) connection.send('resync')
  })
  sockets.onBeat(() => inTurn(endDead))
  sockets.onBeat(() => inTurn(() => keepSeats(own)))
  return () => last
}

/** Runs something a while after it was asked for first, however often it was asked for meanwhile. */
function once(afterMs: number, run: () => void): () => void {
  let waits = false
  return () => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      run()
    }, afterMs).unref()
  }
}

function as(ctx: Ctx, caller: Actor): Ctx {
  return withContext(ctx, { caller })
}
