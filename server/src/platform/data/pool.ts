import pg from 'pg'

/** How long a call waits for a connection before it is refused with 503. */
const WAIT_MS = 5000
const STATEMENT_MS = 15_000
const LOCK_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** The server ends a statement by itself before this: whatever is still running then has lost its connection. */
const SILENCE_MS = STATEMENT_MS + 5000
/** What the driver says, without a code, when a connection cannot be had or was lost. */
const troubles = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
]

/**
 * Opens a pool of connections; nothing is connected before the first statement. Waiting for a connection, a lock or an
 * answer ends with an error, and a connection that breaks frees its place whatever its borrower does.
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
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // While it is lent out nobody else listens; a statement that runs learns of it by its own rejection.
    client.on('error', () => {})
  })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const lend = async () => freedWhenLost(await connect())
  pool.connect = lend as typeof pool.connect
  // The pool's own way hands a statement that waited for a connection to whoever returned one: its call is lost.
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

/** Whether the error says that no connection was to be had, or that it broke. */
export function isConnectionTrouble(error: unknown): boolean {
  return error instanceof Error && troubles.some((text) => error.message.startsWith(text))
}

/** Cuts a connection whose server has not answered for so long that it never will. */
export function cutWhenSilent(client: pg.PoolClient, error: unknown): void {
  if (error instanceof Error && error.message === 'Query read timeout') client.connection?.stream.destroy()
}

/** Drizzle never returns a connection that broke before its `begin`: ten of these and the pool would be dead. */
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
