import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const name = t.String({ title: '缓存名称', maxLength: 40, pattern: /^[a-z][a-z0-9-]*$/, example: 'dict' })

export const CacheState = t.Object({
  name: t.String(),
  count: t.Integer(),
  hits: t.Integer(),
  misses: t.Integer(),
  hitRate: t.Number({ description: '0 to 1' }),
  bytes: t.Integer(),
  ttl: t.Integer({ description: 'seconds' }),
})
export type CacheState = t.Static<typeof CacheState>

export const CacheEntry = t.Object({ key: t.String(), value: t.Unknown() })
export type CacheEntry = { key: string; value: unknown }

const list = 'admin:system:cache:list'
const remove = 'admin:system:cache:delete'

/** The caches of the server's processes. */
export const cache = routes('cache', {
  list: { method: 'GET', path: '/api/cache', permission: list, summary: '缓存列表', response: t.Array(CacheState) },
  entries: {
    method: 'GET',
    path: '/api/cache/:name',
    permission: list,
    summary: '缓存内容',
    params: t.Object({ name }),
    query: t.Object({ key: t.Optional(t.String({ title: '键' })) }),
    response: t.Object({ list: t.Array(CacheEntry), total: t.Integer(), hidden: t.Boolean() }),
  },
  clearAll: {
    method: 'DELETE',
    path: '/api/cache/all',
    permission: remove,
    summary: '清空所有缓存',
    response: t.Done,
  },
  clear: {
    method: 'DELETE',
    path: '/api/cache/:name',
    permission: remove,
    summary: '清空缓存',
    params: t.Object({ name }),
    response: t.Done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/cache/:name/:key',
    permission: remove,
    summary: '删除缓存项',
    params: t.Object({ name, key: t.String({ title: '键' }) }),
    response: t.Done,
  },
})

const Share = t.Object({ total: t.Number(), used: t.Number() })

export const ServerState = t.Object({
  sys: t.Object({
    os: t.String(),
    hostname: t.String(),
    ip: t.String(),
    uptime: t.Integer({ description: 'seconds since the process started' }),
    startTime: t.DateTime,
    version: t.String(),
    gitCommit: t.String(),
    node: t.String(),
  }),
  cpu: t.Object({
    name: t.String(),
    cores: t.Integer(),
    used: t.Number({ description: '0 to 1' }),
    idle: t.Number({ description: '0 to 1' }),
    load: t.Array(t.Number()),
  }),
  memory: t.Object({ total: t.Number(), used: t.Number(), available: t.Number(), usageRate: t.Number() }),
  swap: Share,
  disk: t.Array(t.Object({ mount: t.String(), total: t.Number(), used: t.Number(), usageRate: t.Number() })),
  process: t.Object({
    rss: t.Number(),
    heapUsed: t.Number(),
    heapTotal: t.Number(),
    eventLoopLagMs: t.Number(),
    handles: t.Integer(),
    gcMs: t.Integer(),
  }),
  http: t.Object({
    rps: t.Number(),
    p50: t.Number(),
    p95: t.Number(),
    p99: t.Number(),
    errorRate: t.Number(),
  }),
  queue: t.Object({ outbox: t.Integer(), tasksPending: t.Integer(), tasksRunning: t.Integer() }),
})
export type ServerState = t.Static<typeof ServerState>

export const Instance = t.Object({
  name: t.String(),
  address: t.String(),
  port: t.Integer(),
  role: t.String(),
  version: t.String(),
  state: t.OneOf(['online', 'offline']),
  startTime: t.DateTime,
  heartbeatTime: t.DateTime,
  cpuRate: t.Number(),
  cpuCore: t.Integer(),
  memTotal: t.Number(),
  memUsed: t.Number(),
  diskTotal: t.Number(),
  diskUsed: t.Number(),
  swapTotal: t.Number(),
  swapUsed: t.Number(),
})
export type Instance = t.Static<typeof Instance>

export const server = routes('server', {
  state: {
    method: 'GET',
    path: '/api/monitor/server',
    permission: 'admin:system:server:info',
    summary: '服务器状态',
    response: ServerState,
  },
  instances: {
    method: 'GET',
    path: '/api/server',
    permission: 'admin:system:server:info',
    summary: '服务实例',
    response: t.Array(Instance),
  },
})
