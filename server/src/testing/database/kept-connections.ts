import pg from 'pg'

/** Of each kind; a test with more callers at once opens the rest itself. */
const MAX_KEPT = 4
/** As `discard all`, but for the prepared statements, which the driver knows of. */
const FORGET =
  'reset session authorization; reset all; unlisten *; select pg_advisory_unlock_all(); discard sequences; discard temp'

/** The open connections to one database, kept from test to test. */
export type KeptConnections = {
  /** The driver's client for everything that connects to this database: closing one keeps its connection. */
  Client: typeof pg.Client
  /** The processes of the connections that nothing uses. */
  idle(): number[]
  close(): Promise<void>
}

/**
 * Keeps the connections to a database when they are closed, and hands them to the next client like new ones: a new server
 * process reads the catalogue again for each table, which takes longer than most tests' statements. Only a connection outside
 * a transaction is kept.
 */
export function keepConnections(): KeptConnections {
  const kept = new Map<string, KeptClient[]>()

  class KeptClient extends pg.Client {
    #kind = ''
    #isOpen = false

    constructor(options: pg.ClientConfig = {}) {
      super(options)
      const { application_name, connectionString } = options
      this.#kind = `${application_name} ${connectionString}`
      const known = kept.get(this.#kind)?.pop()
      // biome-ignore lint/correctness/noConstructorReturn: a pool constructs its clients itself
      if (known) return known
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.#isOpen ? this.query(FORGET) : super.connect()
      const connected = connecting.then(() => {
        this.#isOpen = true
        return this
      })
      if (!callback) return connected
      connected.then(() => (callback as () => void)(), callback)
      return undefined
    }

    override end(): Promise<void>
    override end(callback: (error: Error) => void): void
    override end(callback?: (error: Error) => void): Promise<void> | undefined {
      const mine = kept.get(this.#kind) ?? []
      kept.set(this.#kind, mine)
      if (mine.length >= MAX_KEPT || !this.#isReusable()) {
        if (!callback) return super.end()
        super.end(callback)
        return undefined
      }
      this.removeAllListeners()
      this.on('error', () => {
        kept.set(this.#kind, kept.get(this.#kind)?.filter((each) => each !== this) ?? [])
      })
      // Pools and their watchers wrap the methods of their clients.
      for (const name of ['query', 'release', 'end']) Reflect.deleteProperty(this, name)
      mine.push(this)
      if (!callback) return Promise.resolve()
      process.nextTick(callback as () => void)
      return undefined
    }

    close(): Promise<void> {
      return super.end()
    }

    #isReusable(): boolean {
      const { _queryable, _activeQuery, _queryQueue } = this as unknown as Record<string, unknown> & { _queryQueue: [] }
      return (
        this.#isOpen &&
        Boolean(_queryable) &&
        !_activeQuery &&
        !_queryQueue.length &&
        this.getTransactionStatus() === 'I'
      )
    }
  }

  return {
    Client: KeptClient,
    idle: () => [...kept.values()].flat().map((client) => (client as unknown as { processID: number }).processID),
    close: async () => {
      const all = [...kept.values()].flat()
      kept.clear()
      await Promise.all(all.map((client) => client.close()))
    },
  }
}
