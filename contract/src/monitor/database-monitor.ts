import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const text = t.String()
const ms = t.Number({ description: 'ms' })

export const DatabaseOverview = t.Object({
  version: text,
  name: text,
  bytes: t.Number(),
  startTime: t.DateTime,
  connections: t.Object({ active: t.Integer(), idle: t.Integer(), waiting: t.Integer(), max: t.Integer() }),
  commits: t.Number(),
  rollbacks: t.Number(),
  deadlocks: t.Number(),
  cacheHitRate: t.Number({ description: '0 to 1' }),
  oldestTransactionSeconds: t.Integer(),
  pool: t.Object({ max: t.Integer(), total: t.Integer(), idle: t.Integer(), waiting: t.Integer() }),
  poolHistory: t.Array(t.Object({ time: t.DateTime, used: t.Integer(), waiting: t.Integer() })),
})
export type DatabaseOverview = t.Static<typeof DatabaseOverview>

export const StatementStat = t.Object({
  id: text,
  statement: text,
  count: t.Number(),
  totalMs: ms,
  meanMs: ms,
  maxMs: ms,
  rows: t.Number(),
  errors: t.Nullable(t.Integer({ description: 'of this process; null if it never ran the statement' })),
  lastTime: t.Nullable(t.DateTime),
})
export type StatementStat = t.Static<typeof StatementStat>

export const SlowStatement = t.Object({
  id: t.Id,
  statement: text,
  time: ms,
  rows: t.Integer(),
  error: text,
  requestId: text,
  callSite: text,
  instance: text,
  createTime: t.DateTime,
})
export type SlowStatement = t.Static<typeof SlowStatement>

export const TableStat = t.Object({
  name: text,
  rows: t.Number(),
  bytes: t.Number(),
  indexBytes: t.Number(),
  deadRows: t.Number(),
  analyzeTime: t.Nullable(t.DateTime),
})
export type TableStat = t.Static<typeof TableStat>

export const IndexStat = t.Object({
  name: text,
  table: text,
  bytes: t.Number(),
  scans: t.Number(),
  unused: t.Boolean(),
  duplicateOf: text,
})
export type IndexStat = t.Static<typeof IndexStat>

export const LockStat = t.Object({
  pid: t.Integer(),
  state: text,
  statement: text,
  application: text,
  waitEvent: text,
  blockedBy: t.Array(t.Integer()),
  transactionSeconds: t.Integer(),
  statementSeconds: t.Integer(),
})
export type LockStat = t.Static<typeof LockStat>

const permission = 'admin:system:db:info'

export const databaseMonitor = routes('database-monitor', {
  overview: {
    method: 'GET',
    path: '/api/monitor/db/overview',
    permission,
    summary: '数据库概览',
    response: DatabaseOverview,
  },
  sql: {
    method: 'GET',
    path: '/api/monitor/db/sql',
    permission,
    summary: 'SQL统计，总耗时最多的在前',
    query: t.Object({
      keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
      sort: t.Optional(t.OneOf(['totalMs', 'meanMs', 'maxMs', 'count', 'rows'], { title: '排序' })),
    }),
    response: t.Object({
      source: t.OneOf(['pg_stat_statements', 'server']),
      note: text,
      list: t.Array(StatementStat),
    }),
  },
  slow: {
    method: 'GET',
    path: '/api/monitor/db/slow',
    permission,
    summary: '慢SQL，新的在前',
    query: t.pageQuery({
      requestId: t.Optional(t.String({ title: '请求编号', maxLength: 64 })),
      createTime: t.Optional(t.TimeRange),
    }),
    response: t.pageOf(SlowStatement),
  },
  tables: {
    method: 'GET',
    path: '/api/monitor/db/tables',
    permission,
    summary: '数据表',
    response: t.Array(TableStat),
  },
  indexes: {
    method: 'GET',
    path: '/api/monitor/db/indexes',
    permission,
    summary: '索引',
    response: t.Array(IndexStat),
  },
  locks: {
    method: 'GET',
    path: '/api/monitor/db/locks',
    permission,
    summary: '锁与长事务',
    response: t.Array(LockStat),
  },
  reset: {
    method: 'POST',
    path: '/api/monitor/db/reset',
    permission: 'admin:system:db:reset',
    summary: '重置SQL统计',
    response: t.Done,
  },
  kill: {
    method: 'POST',
    path: '/api/monitor/db/kill/:pid',
    permission: 'admin:system:db:kill',
    reauth: true,
    summary: '终止数据库会话',
    params: t.Object({ pid: t.Integer({ title: '会话编号', minimum: 1 }) }),
    response: t.Done,
  },
})
