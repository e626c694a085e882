import pg from 'pg'

/** How long a call waits for a connection before it is refused with 503. */
const WAIT_MS = 5000
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

/**
 * Opens a pool; it connects with the first statement. Waiting for a connection, a lock or an answer times out with an
 * error, and a broken connection frees its slot whatever its borrower does.
 */
export function openPool(url: string, max: number, { silenceMs = SILENCE_MS } = {}): pg.Pool {
  const pool = new pg.Pool({
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
  const lend = async () => freedWhenLost(await connect())
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

/** Whether an error means that no connection was available, or that it broke. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof Error && troubles.some((text) => error.message.startsWith(text))
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
