import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long a call waits for a connection before it is refused with 503. */
const WAIT_MS = 5000
/** A database that is being started again is asked this often within that time. */
const RETRY_MS = 100
const STATEMENT_MS = 15_000
const LOCK_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** The server ends a statement before this: one that is still running has lost its connection. */
const SILENCE_MS = STATEMENT_MS + 5000
/** The driver's messages, which have no code, when a connection is unavailable or was lost. */
const troubles = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
]

/** Of the system, and of PostgreSQL while it stops, starts or has no connection left. */
const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300']

/**
 * Opens a pool; it connects with the first statement. Waiting for a connection, a lock or an answer times out with an
 * error, and a broken connection frees its slot whatever its borrower does.
 */
export function openPool(url: string, max: number, { silenceMs = SILENCE_MS, Client = pg.Client } = {}): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max,
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    query_timeout: silenceMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'zhanggui',
  })
  // The pool replaces a connection that breaks while idle; without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // While it is lent out nothing else listens; a running statement is rejected anyway.
    client.on('error', () => {})
  })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const lend = async () => {
    const giveUpAt = performance.now() + WAIT_MS
    for (;;) {
      try {
        return freedWhenLost(await connect())
      } catch (error) {
        if (!isStarting(error) || performance.now() > giveUpAt) throw error
        await sleep(RETRY_MS)
      }
    }
  }
  pool.connect = lend as typeof pool.connect
  // The pool's own query() runs a waiting statement in the context of the call that returned the connection.
  const queryOnce = async (...input: unknown[]): Promise<unknown> => {
    const client = await lend()
    try {
      return await (client.query as unknown as (...given: unknown[]) => Promise<unknown>)(...input)
    } finally {
      client.release()
    }
  }
  pool.query = queryOnce as unknown as typeof pool.query
  return pool
}

/** Whether a database refuses connections, as while it recovers from a crash: a second later it may accept them. */
function isStarting(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03'
}

/** Whether an error means that no connection was available, or that it broke. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof Error && troubles.some((text) => error.message.startsWith(text))
}

/** Whether an error, wrapped by Drizzle or not, means that the database was away: the same statement may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = (cause ?? {}) as { code?: unknown }
  return isConnectionTrouble(cause) || (typeof code === 'string' && awayCodes.includes(code))
}

/** Closes a connection whose server has been silent for so long that it will never answer. */
export function cutWhenSilent(client: pg.PoolClient, error: unknown): void {
  if (error instanceof Error && error.message === 'Query read timeout') client.connection?.stream.destroy()
}

/** Drizzle never returns a connection that broke before its `begin`: ten of these would exhaust the pool for good. */
function freedWhenLost(client: pg.PoolClient): pg.PoolClient {
  const { release } = client
  const lost = () => client.release(new Error('the connection was lost'))
  let isLent = true
  client.release = (error) => {
    if (!isLent) return
    isLent = false
    client.off('end', lost)
    release(error)
  }
  client.once('end', lost)
  return client
}
