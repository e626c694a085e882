import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { repositoryRoot } from '../../../config.ts'
import type { Db } from '../../http/context.ts'
import { StartError } from '../../start-error.ts'
import { migrateJobs } from '../../work/jobs.ts'
import type { EmbeddedState } from '../embedded/embedded-keeper.ts'
import { openPool } from './pool.ts'
import { type Statements, watchStatements } from './statements.ts'

/** How long the database may take to accept the first connection. */
const CONNECT_MS = 15_000
const MIN_VERSION = 16
const MAX_CONNECTIONS = 10
/** For single statements that must not wait for transactions. */
const MAX_ASIDE = 4
/** An arbitrary number, the same in every process: the holder of this lock migrates. */
export const MIGRATION_LOCK = 7_316_460_021
const migrationsFolder = join(repositoryRoot, 'server/migrations')

export type Database = {
  db: Db
  /** The same database on a few separate connections, for single statements; refuses transactions. */
  aside: Db
  asidePool: pg.Pool
  /** The same database for a call that does something before each of its commits. */
  committing: Committing
  url: string
  statements: Statements
  close(): Promise<void>
}

/**
 * Makes the database of one call, in which every write outside a transaction becomes a transaction that ends with `last`.
 * `inTransaction` does the same for the call's transactions.
 * @param last runs before the commit; throwing rolls back. The function it returns is called after the commit
 */
export type Committing = (last: (db: Db) => Promise<() => void>) => Db

declare module '../../http/context.ts' {
  interface Platform {
    /** The database for a call that does something before each of its commits. */
    committing: Committing
    /** The embedded database; undefined for one of the operator's own. */
    embedded: EmbeddedState | undefined
  }
}

// bigint as a number: ids and fen stay below 2^53. Set globally, as Drizzle's raw statements use the driver's parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens the two pools of a process; they connect with the first statement. */
export function openDatabase(url: string, Client = pg.Client): Database {
  const pool = openPool(url, MAX_CONNECTIONS, { Client })
  const asidePool = openPool(url, MAX_ASIDE, { Client })
  const statements = watchStatements(pool, asidePool)
  const aside = wrap(asidePool)
  aside.transaction = () => Promise.reject(new Error('single statements only: transactions belong to ctx.db'))
  return {
    db: wrap(pool),
    aside,
    asidePool,
    committing: (last) => wrap(new CommittingPool(pool, last)),
    url,
    statements,
    close: async () => {
      statements.close()
      await Promise.all([pool.end(), asidePool.end()])
    },
  }
}

function wrap(client: pg.Pool | pg.PoolClient | CommittingPool): Db {
  return drizzle(client as pg.Pool, { casing: 'snake_case' }) as unknown as Db
}

/** A pool to Drizzle, which recognises pools by the class name. */
class CommittingPool {
  readonly #pool: pg.Pool
  readonly #last: (db: Db) => Promise<() => void>

  constructor(pool: pg.Pool, last: (db: Db) => Promise<() => void>) {
    this.#pool = pool
    this.#last = last
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect()
  }

  async query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    if (/^\s*select\b/i.test(statement.text)) return this.#pool.query(statement, values)
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      const result = await client.query(statement, values)
      const committed = await this.#last(wrap(client))
      await client.query('commit')
      committed()
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
}

/**
 * Migrates the schema to this version. Processes that start together wait for each other.
 * @param ownerUrl a role that may create tables
 */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'zhanggui-migrate',
    connectionTimeoutMillis: CONNECT_MS,
  })
  await client.connect()
  try {
    await requireServer(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await requireBaseline(client)
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    await migrateJobs(client)
  } finally {
    await client.end()
  }
}

/** @throws {StartError} when the database comes from a version before the first release, from which no migration leads on */
async function requireBaseline(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (!tables[0]?.name) return
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id limit 1',
  )
  const baseline = await readFile(join(migrationsFolder, '0000_baseline.sql'))
  if (rows[0] && rows[0].hash !== createHash('sha256').update(baseline).digest('hex'))
    throw new StartError(
      '数据库来自正式发布之前的版本，无法升级：请用 ZHANGGUI_DATA 指定新的数据文件夹，或换一个空的数据库。',
    )
}

/** @throws {StartError} when the database server is too old or its encoding cannot hold every text */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  )
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version < MIN_VERSION)
    throw new StartError(`数据库是 PostgreSQL ${version}，掌柜需要 ${MIN_VERSION} 或更新的版本。`)
  if (encoding !== 'UTF8')
    throw new StartError(`数据库的编码是 ${encoding}，须为 UTF8：请重新建库（encoding 'UTF8'）。`)
}
