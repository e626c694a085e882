import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from './context.ts'
import { HttpError } from './errors.ts'

/** The largest frame a client may send. */
const FRAME_BYTES = 16 * 1024
const FRAMES_PER_SECOND = 20
const PING_MS = 30_000
const MAX_MISSES = 2
/** How long a client may take to acknowledge a close. */
const GOODBYE_MS = 1000
/** A client that does not read is disconnected; it fetches what it missed after reconnecting. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** Our close codes (docs/files-and-messages.md, Page sockets), in addition to those of the protocol. */
export const closeCodes = {
  unreadable: 1007,
  failed: 1011,
  restart: 1012,
  notSignedIn: 4401,
  rightsChanged: 4403,
  idle: 4408,
  tooMuch: 4429,
} as const
export type CloseReason = keyof typeof closeCodes

/** One open connection. */
export type Connection = {
  readonly actor: Actor
  send(type: string, data?: unknown): void
  /** Sends a frame made by {@link Sockets.frame}, which many connections can share. */
  sendFrame(frame: string): void
  close(reason: CloseReason): void
}

/** The handlers of connections; sockets themselves only know frames. */
export type SocketHandlers = {
  /** Called once the connection can receive frames. */
  onOpen(connection: Connection): Promise<void>
  /** Called for every frame except pongs. */
  onFrame(connection: Connection, type: string, data: unknown): Promise<void>
}

/** The connections of one process. */
export type Sockets = {
  /** Distinguishes these connections from those of other processes. */
  readonly id: string
  /**
   * Accepts a new connection.
   * @param signIn returns the user; throws when there is none, or 429 when the user has too many connections
   */
  accept(socket: WebSocket, signIn: () => Promise<Actor>, handlers: SocketHandlers): void
  /** All connections, by user. */
  readonly byUser: ReadonlyMap<number, ReadonlySet<Connection>>
  /** Makes a frame that can be sent to many connections. */
  frame(type: string, data?: unknown): string
  /** Pings every connection and ends those that did not answer; runs every 30 seconds by itself. */
  beat(): void
  /** Adds a listener that is called with every beat. */
  onBeat(listener: () => void): void
  /** Ends all connections; clients reconnect to another process. */
  close(): void
}

declare module './context.ts' {
  interface Platform {
    sockets: Sockets
  }
}

type Open = { connection: Connection; misses: number }

/** Enables sockets on the server's routes; closing the server ends them all. */
export async function acceptSockets(fastify: FastifyInstance, sockets: () => Sockets): Promise<void> {
  await fastify.register(websocket, {
    options: { maxPayload: FRAME_BYTES, clientTracking: false },
    preClose: (done) => {
      sockets().close()
      done()
    },
  })
}

export function makeSockets(now: () => Date, log: FastifyBaseLogger): Sockets {
  const byUser = new Map<number, Set<Connection>>()
  const open = new Set<Open>()
  const all = new Set<WebSocket>()
  const listeners: (() => void)[] = []
  const frame = (type: string, data?: unknown) => JSON.stringify({ type, time: toWireTime(now()), data })

  const beat = () => {
    const ping = frame('ping')
    for (const each of open) {
      if (each.misses++ < MAX_MISSES) each.connection.sendFrame(ping)
      else each.connection.close('idle')
    }
    for (const listener of listeners) listener()
  }
  const timer = setInterval(beat, PING_MS)
  timer.unref()

  const enter = (socket: WebSocket, actor: Actor): Open => {
    const own = byUser.get(actor.userId) ?? new Set()
    const connection = connect(socket, actor, frame)
    const each: Open = { connection, misses: 0 }
    byUser.set(actor.userId, own.add(connection))
    open.add(each)
    socket.once('close', () => {
      open.delete(each)
      own.delete(connection)
      if (!own.size && byUser.get(actor.userId) === own) byUser.delete(actor.userId)
    })
    return each
  }

  return {
    id: randomUUID(),
    byUser,
    frame,
    beat,
    onBeat: (listener) => {
      listeners.push(listener)
    },
    close: () => {
      clearInterval(timer)
      for (const socket of all) end(socket, 'restart')
    },
    accept(socket, signIn, { onOpen, onFrame }) {
      all.add(socket)
      socket.once('close', () => all.delete(socket))
      // A frame that violates the protocol or is too large was already answered with a close.
      socket.removeAllListeners('error').on('error', () => end(socket, 'unreadable'))
      let entered: Open | undefined
      // Frames are handled one after the other, in their order.
      let last = signIn().then(
        (actor) => {
          if (socket.readyState !== socket.OPEN) return
          entered = enter(socket, actor)
          return onOpen(entered.connection)
        },
        (error: unknown) => end(socket, error instanceof HttpError && error.status === 429 ? 'tooMuch' : 'notSignedIn'),
      )
      const fail = (error: unknown) => {
        log.error({ err: error }, 'a socket failed')
        end(socket, 'failed')
      }
      last = last.catch(fail)
      const limit = makeFrameLimit()
      const count = () => socket.readyState === socket.OPEN && (limit() || end(socket, 'tooMuch'))
      socket.on('ping', count)
      socket.on('message', (bytes, isBinary) => {
        if (!count()) return
        const read = isBinary ? undefined : readFrame(String(bytes))
        if (!read) return end(socket, entered ? 'unreadable' : 'notSignedIn')
        if (entered) entered.misses = 0
        if (read.type === 'pong' || read.type === 'auth') return
        last = last
          .then(() =>
            entered && socket.readyState === socket.OPEN
              ? onFrame(entered.connection, read.type, read.data)
              : undefined,
          )
          .catch(fail)
      })
    },
  }
}

/**
 * Waits for the first frame of a client without a ticket: `{type:'auth', token}`.
 * @param waitMs how long the client may take
 * @returns the token; undefined when none arrived
 */
export function firstToken(socket: WebSocket, waitMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), waitMs)
    timer.unref()
    const settle = (token?: string) => {
      clearTimeout(timer)
      resolve(token)
    }
    socket.once('close', () => settle())
    socket.once('message', (bytes, isBinary) => {
      const read = isBinary ? undefined : readFrame(String(bytes))
      settle(read?.type === 'auth' && typeof read.token === 'string' ? read.token : undefined)
    })
  })
}

function connect(socket: WebSocket, actor: Actor, frame: Sockets['frame']): Connection {
  const sendFrame = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate()
    else socket.send(text)
  }
  return {
    actor,
    sendFrame,
    send: (type, data) => sendFrame(frame(type, data)),
    close: (reason) => end(socket, reason),
  }
}

/** Closes a socket; cuts it off if the client does not acknowledge within a second. */
function end(socket: WebSocket, reason: CloseReason): undefined {
  if (socket.readyState === socket.OPEN) socket.close(closeCodes[reason], reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

/** Counts frames; false for those beyond twenty within a second. */
function makeFrameLimit(): () => boolean {
  let [second, frames] = [0, 0]
  return () => {
    const at = Math.floor(performance.now() / 1000)
    if (at !== second) [second, frames] = [at, 0]
    return ++frames <= FRAMES_PER_SECOND
  }
}

type Frame = { type: string; data?: unknown; token?: unknown }

function readFrame(text: string): Frame | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isFrame = typeof read === 'object' && read !== null && 'type' in read && typeof read.type === 'string'
    return isFrame ? (read as Frame) : undefined
  } catch {
    return undefined
  }
}
