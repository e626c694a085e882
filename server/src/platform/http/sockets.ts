import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from './context.ts'
import { HttpError } from './errors.ts'

/** Largest frame a client may send (SEC-70). */
const FRAME_BYTES = 16 * 1024
const FRAMES_PER_SECOND = 20
const PING_MS = 30_000
const MAX_MISSES = 2
/** How long a closed connection may take to say goodbye. */
const GOODBYE_MS = 1000
/** A client that does not read loses its connection, and fetches what it missed when it is back. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** Why we end a connection (trade chapter, 10.1), beside those of the protocol itself. */
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

/** Somebody connected. */
export type Connection = {
  readonly actor: Actor
  send(type: string, data?: unknown): void
  /** Sends what {@link Sockets.frame} made: for many connections at once. */
  sendFrame(frame: string): void
  close(reason: CloseReason): void
}

/** What is done with a connection; the socket itself knows frames and nothing else. */
export type SocketHandlers = {
  /** Called once the connection is open to what is sent. */
  onOpen(connection: Connection): Promise<void>
  /** Called for every frame but the answers to pings. */
  onFrame(connection: Connection, type: string, data: unknown): Promise<void>
}

/** The connections of one process. */
export type Sockets = {
  /** Tells these connections from those of other processes. */
  readonly id: string
  /**
   * Takes a new connection in.
   * @param signIn says who it is; throws when nobody, or 429 when there is no room for him
   */
  accept(socket: WebSocket, signIn: () => Promise<Actor>, handlers: SocketHandlers): void
  /** Everybody connected, account by account. */
  readonly byUser: ReadonlyMap<number, ReadonlySet<Connection>>
  /** A frame, ready to be sent to many. */
  frame(type: string, data?: unknown): string
  /** Asks every connection for a sign of life, and ends those that gave none; every 30 seconds by itself. */
  beat(): void
  /** Also called with every beat. */
  onBeat(listener: () => void): void
  /** Ends all connections; clients come back to another process. */
  close(): void
}

declare module './context.ts' {
  interface Platform {
    sockets: Sockets
  }
}

type Open = { connection: Connection; misses: number }

/** Lets the server's routes take sockets; closing the server ends them all. */
export async function acceptSockets(fastify: FastifyInstance, sockets: Sockets): Promise<void> {
  await fastify.register(websocket, {
    options: { maxPayload: FRAME_BYTES, clientTracking: false },
    preClose: (done) => {
      sockets.close()
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
      // A frame that breaks the protocol, or is too large, has been answered by a close already.
      socket.removeAllListeners('error').on('error', () => end(socket, 'unreadable'))
      let entered: Open | undefined
      // Frames are taken one after the other, in the order they came.
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
 * The first frame of a client that could not bring a ticket: `{type:'auth', token}` (trade chapter, 10.1).
 * @param waitMs how long it may take
 * @returns the token; undefined when none came
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

/** Closes; who does not answer that within a second is cut off. */
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
