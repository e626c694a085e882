import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { slowStatements } from '../../platform/data/connection/slow-statement.tables.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { countBounded, type Page } from '../../platform/http/paging.ts'

/** Times as epoch seconds, so that no driver converts time zones in between. */
const epoch = (moment: SQL) => sql`extract(epoch from ${moment})::float8`

export async function readOverview({ db }: Ctx) {
  const { rows } = await db.execute<{
    version: string
    name: string
    bytes: number
    started: number
    active: number
    idle: number
    waiting: number
    max: number
    commits: number
    rollbacks: number
    deadlocks: number
    hits: number
    reads: number
    oldest: number
  }>(sql`
    select version() as version, current_database() as name, pg_database_size(current_database()) as bytes,
      ${epoch(sql`pg_postmaster_start_time()`)} as started, current_setting('max_connections')::int as max,
      stat.xact_commit as commits, stat.xact_rollback as rollbacks, stat.deadlocks,
      stat.blks_hit as hits, stat.blks_read as reads, work.*
    from pg_stat_database as stat cross join (
      select count(*) filter (where state = 'active') as active,
        count(*) filter (where state like 'idle%') as idle,
        count(*) filter (where wait_event_type = 'Lock') as waiting,
        coalesce(extract(epoch from max(now() - xact_start)), 0)::int as oldest
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as work
    where stat.datname = current_database()`)
  return rows[0]
}

/** The database's statements by total time; undefined where it keeps no record of them. */
export async function listStatements({ db }: Ctx) {
  const { rows: known } = await db.execute(sql`select from pg_extension where extname = 'pg_stat_statements'`)
  if (!known.length) return undefined
  const reading = db.execute<{
    id: string
    statement: string
    count: number
    total: number
    mean: number
    max: number
    rows: number
  }>(sql`
    select queryid::text as id, left(query, 4000) as statement, calls as count, total_exec_time as total,
      mean_exec_time as mean, max_exec_time as max, rows
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and queryid is not null and query <> '<insufficient privilege>'
    order by total_exec_time desc limit 500`)
  // An external server may have the extension installed, but not loaded.
  return reading.then(
    ({ rows }) => rows,
    () => undefined,
  )
}

/** @returns whether the database permitted it */
export async function resetStatements({ db }: Ctx): Promise<boolean> {
  return db.execute(sql`select pg_stat_statements_reset()`).then(
    () => true,
    () => false,
  )
}

export async function listSlow(
  { db }: Ctx,
  { requestId, from, to }: { requestId?: string; from?: Date; to?: Date },
  { limit, offset }: Page,
) {
  const where = and(
    requestId ? eq(slowStatements.requestId, requestId) : undefined,
    from && gte(slowStatements.createdAt, from),
    to && lte(slowStatements.createdAt, to),
  )
  const rows = await db
    .select()
    .from(slowStatements)
    .where(where)
    .orderBy(desc(slowStatements.createdAt), desc(slowStatements.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, slowStatements, where)) }
}

export async function listTables({ db }: Ctx) {
  const { rows } = await db.execute<{
    name: string
    rows: number
    bytes: number
    index_bytes: number
    dead: number
    analyzed: number | null
  }>(sql`
    select stat.relname as name, greatest(class.reltuples, stat.n_live_tup)::bigint as rows,
      pg_table_size(stat.relid) as bytes, pg_indexes_size(stat.relid) as index_bytes, stat.n_dead_tup as dead,
      ${epoch(sql`greatest(stat.last_analyze, stat.last_autoanalyze)`)} as analyzed
    from pg_stat_user_tables as stat join pg_class as class on class.oid = stat.relid
    order by pg_total_relation_size(stat.relid) desc, name`)
  return rows
}

/** Every index with its number of uses and another index on the same columns. Primary keys always count as used. */
export async function listIndexes({ db }: Ctx) {
  const { rows } = await db.execute<{
    name: string
    table: string
    bytes: number
    scans: number
    unused: boolean
    twin: string | null
  }>(sql`
    select stat.indexrelname as name, stat.relname as table, pg_relation_size(stat.indexrelid) as bytes,
      stat.idx_scan as scans, stat.idx_scan = 0 and not own.indisunique as unused,
      (select other.indexrelid::regclass::text from pg_index as other
        where other.indrelid = own.indrelid and other.indexrelid < own.indexrelid and other.indkey = own.indkey
          and other.indclass = own.indclass and other.indoption = own.indoption
          and coalesce(pg_get_expr(other.indexprs, other.indrelid), '') = coalesce(pg_get_expr(own.indexprs, own.indrelid), '')
          and coalesce(pg_get_expr(other.indpred, other.indrelid), '') = coalesce(pg_get_expr(own.indpred, own.indrelid), '')
        limit 1) as twin
    from pg_stat_user_indexes as stat join pg_index as own on own.indexrelid = stat.indexrelid
    order by bytes desc, name`)
  return rows
}

/** Sessions that wait for a lock, block others, or have been in one transaction for longer than five seconds. */
export async function listLocks({ db }: Ctx) {
  const { rows } = await db.execute<{
    pid: number
    state: string
    statement: string
    application: string
    wait: string
    blockers: number[]
    transaction: number
    running: number
  }>(sql`
    with session as (
      select *, pg_blocking_pids(pid) as blockers from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    )
    select pid, coalesce(state, '') as state, left(coalesce(query, ''), 2000) as statement,
      coalesce(application_name, '') as application,
      concat_ws(' / ', wait_event_type, wait_event) as wait, blockers,
      coalesce(extract(epoch from now() - xact_start), 0)::int as transaction,
      coalesce(extract(epoch from now() - query_start), 0)::int as running
    from session
    where cardinality(blockers) > 0 or xact_start < now() - interval '5 seconds'
      or pid in (select unnest(blockers) from session)
    order by xact_start`)
  return rows
}

/** Ends a session of this database other than the present one. @returns whether there was one */
export async function terminate({ db }: Ctx, pid: number): Promise<boolean> {
  const { rows } = await db.execute<{ ended: boolean }>(sql`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where pid = ${pid} and datname = current_database() and pid <> pg_backend_pid() and usename = current_user`)
  return rows[0]?.ended ?? false
}
