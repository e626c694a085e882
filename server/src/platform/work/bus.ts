import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Ctx, Db } from '../http/context.ts'

const CHANNEL = 'zhanggui'
/** For announcements, whose sender has heard them already. */
const WAKING_CHANNEL = 'zhanggui_wake'
/** At most one NOTIFY for announcements in this time. */
const WAKING_MS = 100
const RECONNECT_MS = 1000
/** The bus only listens, so it detects a silent connection by querying it. */
const ASK_MS = 15_000
/** How long the server may take to answer. */
const ANSWER_MS = 5000

type Listener = (payload: string) => void

/** Short messages between all processes on one database, by LISTEN/NOTIFY; lost while a process is disconnected. */
export type Bus = {
  /** Sends when the transaction of `db` commits; at once outside a transaction. At most 7,900 bytes. */
  publish(db: Db, topic: string, payload?: string): Promise<void>
  /**
   * Wakes the listeners of this process now, and those of other processes within 100 ms: all messages of that time in one
   * statement, equal ones as one. What fails is lost.
   */
  announce(db: Db, topic: string, payload: string): void
  /** Subscribes to a topic from all processes, including this one. Returns a function that unsubscribes. */
  subscribe(topic: string, listener: Listener): () => void
  /** Adds a listener that runs whenever messages may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

declare module '../http/context.ts' {
  interface Platform {
    bus: Bus
  }
}

/**
 * Sends a message after the commit, apart from the transaction: a NOTIFY within it makes all commits of the database wait for
 * one another. A crash in between loses the message, so listeners also look by the clock.
 */
export function announce({ afterCommit, platform: { bus, db } }: Ctx, topic: string, payload = ''): void {
  const send = () => bus.announce(db, topic, payload)
  if (afterCommit) afterCommit.push(send)
  else send()
}

/** Connects the bus, which reconnects by itself. */
export async function openBus(
  url: string,
  log: FastifyBaseLogger,
  { askMs = ASK_MS, answerMs = ANSWER_MS, Client = pg.Client } = {},
): Promise<Bus> {
  const listeners = new Map<string, Set<Listener>>()
  const gapListeners: (() => void)[] = []
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let reconnecting: Promise<void> | undefined
  let closed = false
  const closing = new AbortController()
  const self = randomUUID()
  const hear = (topic: string, payload: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(payload)
  }

  const connect = async () => {
    const next = new Client({
      connectionString: url,
      application_name: 'zhanggui-bus',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    next.on('notification', ({ channel, payload = '' }) => {
      const [sender, ...message] = channel === WAKING_CHANNEL ? payload.split('\n') : ['', ...payload.split('\n')]
      const [topic = '', ...rest] = message
      if (sender !== self) hear(topic, rest.join('\n'))
    })
    next.on('error', (error) => {
      if (closed || client !== next) return
      client = undefined
      log.warn({ err: error }, 'bus lost its connection')
      retry()
    })
    next.on('end', () => {
      if (closed || client !== next) return
      client = undefined
      retry()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}; listen ${WAKING_CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Closed while it was connecting: nobody else ends it.
    if (closed) await next.end()
    else client = next
  }
  const retry = () => {
    timer = setTimeout(() => {
      reconnecting = connect().then(
        () => {
          if (!closed) for (const listener of gapListeners) listener()
        },
        () => {
          if (!closed) retry()
        },
      )
    }, RECONNECT_MS)
    timer.unref()
  }

  const asking = setInterval(() => {
    const probed = client
    probed?.query('select 1').catch(() => probed.connection.stream.destroy())
  }, askMs)
  asking.unref()

  const announced = new Set<string>()
  let announcing: Promise<void> | undefined
  const announceAll = async (db: Db) => {
    while (announced.size) {
      const messages = [...announced]
      announced.clear()
      const pause = sleep(WAKING_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      await db
        .execute(
          sql`select pg_notify(${WAKING_CHANNEL}, message) from unnest(${sql.param(messages)}::text[]) as message`,
        )
        .catch((error: unknown) => log.warn({ err: error }, 'messages were not sent'))
      await pause
    }
    announcing = undefined
  }

  await connect()
  return {
    publish: async (db, topic, payload = '') => {
      await db.execute(sql`select pg_notify(${CHANNEL}, ${`${topic}\n${payload}`})`)
    },
    announce: (db, topic, payload) => {
      hear(topic, payload)
      announced.add([self, topic, payload].join('\n'))
      announcing ??= announceAll(db)
    },
    subscribe: (topic, listener) => {
      const group = listeners.get(topic) ?? new Set()
      listeners.set(topic, group.add(listener))
      return () => group.delete(listener)
    },
    onGap: (listener) => {
      gapListeners.push(listener)
    },
    close: async () => {
      closed = true
      closing.abort()
      clearTimeout(timer)
      clearInterval(asking)
      await announcing
      await client?.end()
      await reconnecting
    },
  }
}
