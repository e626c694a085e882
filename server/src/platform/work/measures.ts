import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, hostname, loadavg, totalmem } from 'node:os'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const WINDOW_SECONDS = 60
const SAMPLES_PER_SECOND = 200

/** The calls of the last minute. Times in milliseconds, `errorRate` the share of 5xx, 0 to 1. */
export type HttpMeasures = { rps: number; p50: number; p95: number; p99: number; errorRate: number }

/** Bytes. */
export type MemoryMeasures = {
  memory: { total: number; used: number; available: number }
  swap: { total: number; used: number }
}

/** The measurements of this process and its machine. */
export type Measures = {
  /** Counts an answered call. */
  count(request: FastifyRequest, reply: FastifyReply): void
  http(): HttpMeasures
  /** The share of the machine's processors in use since the last call, 0 to 1. */
  cpuRate(): number
  /** In milliseconds: the mean event loop lag since the last call, and the total time of garbage collection. */
  loop(): { lagMs: number; gcMs: number }
  /** Counts log rows that could not be written. */
  countLostRows(log: string, rows: number): void
  /** Counts a message from outside whose signature is wrong. */
  countBadSignature(sender: string): void
  /** Log rows lost since the start. */
  lostRows(): number
  /** The text of /metrics. */
  metrics(): Promise<{ type: string; text: string }>
  close(): void
}

declare module '../http/context.ts' {
  interface Platform {
    measures: Measures
  }
}

type Second = { at: number; count: number; errors: number; times: number[] }

export function makeMeasures(): Measures {
  const seconds: Second[] = []
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let gcMs = 0
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) gcMs += duration
  })
  collections.observe({ entryTypes: ['gc'] })
  let busy = processorTimes()
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Calls by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const lostRows = new Counter({
    name: 'log_rows_lost_total',
    help: 'Rows of a log that could not be written',
    labelNames: ['log'],
    registers: [registry],
  })
  const badSignatures = new Counter({
    name: 'bad_signatures_total',
    help: 'Messages from outside whose signature is wrong',
    labelNames: ['sender'],
    registers: [registry],
  })
  let lost = 0
  let collects = false

  const note = (ms: number, status: number) => {
    const at = Math.floor(performance.now() / 1000)
    let second = seconds.at(-1)
    if (second?.at !== at) {
      second = { at, count: 0, errors: 0, times: [] }
      seconds.push(second)
      if (seconds.length > WINDOW_SECONDS) seconds.shift()
    }
    second.count += 1
    if (status >= 500) second.errors += 1
    if (second.times.length < SAMPLES_PER_SECOND) second.times.push(ms)
  }

  return {
    count: (request, reply) => {
      const { route } = request.routeOptions.config
      note(reply.elapsedTime, reply.statusCode)
      durations.observe(
        { method: request.method, route: route?.path ?? 'other', status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      )
    },
    http: () => {
      const from = Math.floor(performance.now() / 1000) - WINDOW_SECONDS
      const recent = seconds.filter(({ at }) => at > from)
      const count = recent.reduce((sum, second) => sum + second.count, 0)
      const errors = recent.reduce((sum, second) => sum + second.errors, 0)
      const times = recent.flatMap((second) => second.times).sort((one, other) => one - other)
      const quantile = (share: number) =>
        round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
      return {
        rps: round(count / WINDOW_SECONDS),
        p50: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
        errorRate: count ? errors / count : 0,
      }
    },
    cpuRate: () => {
      const now = processorTimes()
      const total = now.total - busy.total
      const used = total ? 1 - (now.idle - busy.idle) / total : 0
      if (total) busy = now
      return Math.max(0, Math.min(1, used))
    },
    loop: () => {
      const lagMs = round(Math.max(0, delay.mean / 1e6 - 20) || 0)
      delay.reset()
      return { lagMs, gcMs: Math.round(gcMs) }
    },
    countLostRows: (log, rows) => {
      lost += rows
      lostRows.inc({ log }, rows)
    },
    countBadSignature: (sender) => badSignatures.inc({ sender }),
    lostRows: () => lost,
    metrics: async () => {
      // Only on demand: most shops collect no metrics.
      if (!collects) collectDefaultMetrics({ register: registry })
      collects = true
      return { type: registry.contentType, text: await registry.metrics() }
    },
    close: () => {
      delay.disable()
      collections.disconnect()
    },
  }
}

/** The machine's memory; `available` includes reclaimable memory if the system reports it. */
export async function readMemory(): Promise<MemoryMeasures> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024
  const total = totalmem()
  const available = bytes('MemAvailable') || freemem()
  const swap = bytes('SwapTotal')
  return {
    memory: { total, used: total - available, available },
    swap: { total: swap, used: swap - bytes('SwapFree') },
  }
}

/** The disk of a folder, in bytes. */
export async function readDisk(folder: string): Promise<{ mount: string; total: number; used: number }> {
  const { blocks, bavail, bfree, bsize } = await statfs(folder).catch(() => statfs('/'))
  const used = (blocks - bfree) * bsize
  return { mount: folder, total: used + bavail * bsize, used }
}

/** Host and process id, by which other processes identify this one. */
export const instanceName = `${hostname()}:${process.pid}`

export function readProcessors() {
  const all = cpus()
  return { name: all[0]?.model.trim() ?? '', cores: availableParallelism(), load: loadavg().map(round) }
}

function processorTimes() {
  const all = cpus().map(({ times }) => times)
  const idle = all.reduce((sum, { idle: each }) => sum + each, 0)
  return { idle, total: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
