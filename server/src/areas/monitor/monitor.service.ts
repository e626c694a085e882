import { hostname, release, type as systemName } from 'node:os'
import type { CacheEntry, CacheState, Instance, ServerState } from '@zhanggui/contract/monitor/monitor.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../platform/data/audit.ts'
import { plain } from '../../platform/data/caches.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/errors.ts'
import { listInstances, ownAddress } from '../../platform/work/instances.ts'
import { readDisk, readMemory, readProcessors } from '../../platform/work/measures.ts'
import * as queues from './monitor.repository.ts'

/** Caches whose values are never shown. */
const secretCaches = new Set(['settings'])
const MAX_ENTRIES = 200
/** A process is silent after two missed heartbeats. */
const SILENT_MS = 40_000

/** The caches of this process, by name. */
export async function listCaches({ platform }: Ctx): Promise<CacheState[]> {
  const states = await platform.caches.states()
  return states.map((state) => {
    const calls = state.hits + state.misses
    return { ...state, hitRate: calls ? state.hits / calls : 0 }
  })
}

/**
 * The entries of a cache of this process, at most 200 keys; without values where they are secret.
 * @throws 404
 */
export async function listCacheEntries({ platform }: Ctx, name: string, key = '') {
  const entries = await platform.caches.entries(name)
  if (!entries) throw notFound('缓存')
  const hidden = secretCaches.has(name)
  const found = entries.filter((entry) => entry.key.includes(key))
  const list = found
    .slice(0, MAX_ENTRIES)
    .map((entry): CacheEntry => ({ key: entry.key, value: hidden ? '***' : plain(entry.value) }))
  return { list, total: found.length, hidden }
}

/**
 * Empties a cache, one key of it, or without a name all caches, in every process.
 * @throws 404 for an unknown name
 */
export async function clearCache(ctx: Ctx, name?: string, key?: string): Promise<void> {
  const { caches } = ctx.platform
  if (name !== undefined && !(await caches.entries(name))) throw notFound('缓存')
  await caches.clear(ctx.db, name, key)
  await audit(ctx, {
    action: 'clear',
    objectId: name ?? 'all',
    objectName: [name ?? '全部', key].filter(Boolean).join(' / '),
  })
}

/** The state of this process and its machine. */
export async function describeServer(ctx: Ctx): Promise<ServerState> {
  const { config, measures } = ctx.platform
  const [{ memory, swap }, disk, queue] = await Promise.all([
    readMemory(),
    readDisk(config.dataFolder),
    queues.countWaiting(ctx),
  ])
  const { rss, heapUsed, heapTotal } = process.memoryUsage()
  const used = measures.cpuRate()
  const { lagMs, gcMs } = measures.loop()
  return {
    sys: {
      os: `${systemName()} ${release()}`,
      hostname: hostname(),
      ip: ownAddress(),
      uptime: Math.round(process.uptime()),
      startTime: toWireTime(new Date(Date.now() - process.uptime() * 1000)),
      version: config.version,
      gitCommit: config.gitCommit,
      node: process.version,
    },
    cpu: { ...readProcessors(), used, idle: 1 - used },
    memory: { ...memory, usageRate: memory.used / memory.total },
    swap,
    disk: [{ ...disk, usageRate: disk.total ? disk.used / disk.total : 0 }],
    process: {
      rss,
      heapUsed,
      heapTotal,
      eventLoopLagMs: lagMs,
      handles: process.getActiveResourcesInfo().length,
      gcMs,
    },
    http: measures.http(),
    queue,
  }
}

/** The processes seen within the last day. */
export async function describeInstances(ctx: Ctx): Promise<Instance[]> {
  const rows = await listInstances(ctx)
  return rows.map(({ name, address, port, role, version, startedAt, heartbeatAt, load }) => ({
    name,
    address,
    port,
    role,
    version,
    state: ctx.now().getTime() - heartbeatAt.getTime() > SILENT_MS ? 'offline' : 'online',
    startTime: toWireTime(startedAt),
    heartbeatTime: toWireTime(heartbeatAt),
    ...load,
  }))
}
