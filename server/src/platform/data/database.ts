import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { repositoryRoot } from '../../config.ts'
import type { Db } from '../http/context.ts'
import { migrateJobs } from '../work/jobs.ts'
import { type Statements, watchStatements } from './statements.ts'

const STATEMENT_TIMEOUT_MS = 15_000
/** Any number, the same in every process: whoever holds this lock migrates. */
export const MIGRATION_LOCK = 7_316_460_021

export type Database = { db: Db; pool: pg.Pool; url: string; statements: Statements; close(): Promise<void> }

// bigint as a number: ids and fen stay below 2^53. Set for all, as Drizzle's raw statements ask the driver's own parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool of connections; nothing is connected before the first statement. */
export function openDatabase(url: string, { most = 10 } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'zhanggui',
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const statements = watchStatements(pool)
  const db = drizzle(pool, { casing: 'snake_case' }) as unknown as Db
  const close = () => {
    statements.close()
    return pool.end()
  }
  return { db, pool, url, statements, close }
}

/**
 * Brings the schema to this version. Processes that start together wait for one another.
 * @param ownerUrl a role that may create tables (SEC-91)
 */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'zhanggui-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client, { casing: 'snake_case' }), {
      migrationsFolder: join(repositoryRoot, 'server/migrations'),
    })
    await migrateJobs(client)
  } finally {
    await client.end()
  }
}
