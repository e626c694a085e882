import type {
  DatabaseOverview,
  databaseMonitor,
  IndexStat,
  LockStat,
  SlowStatement,
  StatementStat,
  TableStat,
} from '@zhanggui/contract/monitor/database-monitor.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../platform/data/audit.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readPage } from '../../platform/http/paging.ts'
import * as database from './database-monitor.repository.ts'

const MAX_STATEMENTS = 200
const NO_RECORD = '数据库未启用 pg_stat_statements，以下为本进程自己的统计'

/** Figures of the database, and of this process's connections to it. */
export async function describeDatabase(ctx: Ctx): Promise<DatabaseOverview> {
  const row = await database.readOverview(ctx)
  if (!row) throw new Error('the database returned no figures')
  const { statements } = ctx.platform
  const reads = row.hits + row.reads
  return {
    version: row.version.split(' on ')[0] ?? row.version,
    name: row.name,
    bytes: row.bytes,
    startTime: fromEpoch(row.started),
    connections: { active: row.active, idle: row.idle, waiting: row.waiting, max: row.max },
    commits: row.commits,
    rollbacks: row.rollbacks,
    deadlocks: row.deadlocks,
    cacheHitRate: reads ? row.hits / reads : 1,
    oldestTransactionSeconds: row.oldest,
    pool: statements.pool(),
    poolHistory: statements.poolHistory().map(({ at, ...counts }) => ({ time: toWireTime(at), ...counts })),
  }
}

type Sort = 'totalMs' | 'meanMs' | 'maxMs' | 'count' | 'rows'

/** The statements with the longest total time, normalised, without values: from the database's record, or else our own. */
export async function listStatements(
  ctx: Ctx,
  { keywords = '', sort = 'totalMs' }: { keywords?: string; sort?: Sort },
) {
  const stored = await database.listStatements(ctx)
  const own = new Map(ctx.platform.statements.times().map((times) => [times.statement, times]))
  const all = stored
    ? stored.map((row): StatementStat => {
        const mine = own.get(row.statement.replace(/\s+/g, ' ').trim())
        return {
          id: row.id,
          statement: row.statement,
          count: row.count,
          totalMs: round(row.total),
          meanMs: round(row.mean),
          maxMs: round(row.max),
          rows: row.rows,
          errors: mine?.errors ?? null,
          lastTime: mine ? toWireTime(mine.last) : null,
        }
      })
    : [...own.values()].map((row, index): StatementStat => {
        const times = { totalMs: round(row.total), meanMs: round(row.total / row.count), maxMs: round(row.max) }
        const { statement, count, rows, errors } = row
        return { id: String(index), statement, count, ...times, rows, errors, lastTime: toWireTime(row.last) }
      })
  const words = keywords.toLowerCase()
  const found = all.filter(({ statement }) => statement.toLowerCase().includes(words))
  const list = found.sort((one, other) => other[sort] - one[sort]).slice(0, MAX_STATEMENTS)
  return { source: stored ? ('pg_stat_statements' as const) : ('server' as const), note: stored ? '' : NO_RECORD, list }
}

/** A page of the slow statements of all processes, newest first. */
export async function listSlow(
  ctx: Ctx,
  { requestId, createTime, ...left }: RouteInput<typeof databaseMonitor.slow>['query'],
) {
  const { page, limit, offset } = readPage(left)
  const filter = { requestId, ...parseTimeRange(createTime, ctx.now()) }
  const { rows, ...count } = await database.listSlow(ctx, filter, { page, limit, offset })
  const list = rows.map(({ createdAt, ...row }): SlowStatement => ({ ...row, createTime: toWireTime(createdAt) }))
  return { list, ...count, page, limit }
}

/** The tables, largest first. */
export async function listTables(ctx: Ctx): Promise<TableStat[]> {
  const rows = await database.listTables(ctx)
  return rows.map(({ name, rows: count, bytes, index_bytes, dead, analyzed }) => ({
    name,
    rows: Math.max(0, count),
    bytes,
    indexBytes: index_bytes,
    deadRows: dead,
    analyzeTime: analyzed === null ? null : fromEpoch(analyzed),
  }))
}

/** The indexes, largest first. */
export async function listIndexes(ctx: Ctx): Promise<IndexStat[]> {
  const rows = await database.listIndexes(ctx)
  return rows.map(({ twin, ...row }) => ({ ...row, duplicateOf: twin ?? '' }))
}

/** Sessions that wait, block others or take long. */
export async function listLocks(ctx: Ctx): Promise<LockStat[]> {
  const rows = await database.listLocks(ctx)
  return rows.map(({ pid, state, statement, application, wait, blockers, transaction, running }) => ({
    pid,
    state,
    statement: statement.replace(/'(?:[^']|'')*'/g, "'?'"),
    application,
    waitEvent: wait,
    blockedBy: blockers,
    transactionSeconds: transaction,
    statementSeconds: running,
  }))
}

/** Resets the record of statements: the database's where it permits that, and our own. */
export async function resetStatements(ctx: Ctx): Promise<void> {
  await database.resetStatements(ctx)
  ctx.platform.statements.reset()
  await audit(ctx, { action: 'clear', objectId: '', objectName: 'SQL统计' })
}

/**
 * Ends a session of the database; its transaction is rolled back.
 * @throws 404 for one that does not exist, or is not the server's
 */
export async function killSession(ctx: Ctx, pid: number): Promise<void> {
  if (!(await database.terminate(ctx, pid))) throw notFound('数据库会话')
  await audit(ctx, { action: 'kill', objectType: 'database-session', objectId: pid })
}

function fromEpoch(seconds: number): string {
  return toWireTime(new Date(seconds * 1000))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
