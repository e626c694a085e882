import { networkInterfaces } from 'node:os'
import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../http/context.ts'
import { instances } from './instance.tables.ts'
import { instanceName, readDisk, readMemory, readProcessors } from './measures.ts'

const BEAT_MS = 15_000
const FORGOTTEN_MS = 24 * 3600_000

/**
 * Stores this process's heartbeat and load every 15 seconds until stopped; then removes it. Also stores its slow
 * statements.
 * @param port the port it listens on
 */
export async function keepAlive(own: Ctx, port: number): Promise<() => Promise<void>> {
  const startedAt = own.now()
  const beat = () =>
    sayAlive(own, port, startedAt).catch((error: unknown) => own.log.warn({ err: error }, 'no heartbeat'))
  await beat()
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = beat()
  }, BEAT_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await own.db
      .delete(instances)
      .where(eq(instances.name, instanceName))
      .catch(() => {})
  }
}

async function sayAlive({ db, now, platform }: Ctx, port: number, startedAt: Date): Promise<void> {
  const { config, measures } = platform
  const [{ memory, swap }, disk] = await Promise.all([readMemory(), readDisk(config.dataFolder)])
  const row = {
    address: ownAddress(),
    port,
    role: config.role,
    version: config.version,
    startedAt,
    heartbeatAt: now(),
    load: {
      cpuRate: measures.cpuRate(),
      cpuCore: readProcessors().cores,
      memTotal: memory.total,
      memUsed: memory.used,
      diskTotal: disk.total,
      diskUsed: disk.used,
      swapTotal: swap.total,
      swapUsed: swap.used,
      lostRows: measures.lostRows(),
    },
  }
  await db
    .insert(instances)
    .values({ name: instanceName, ...row })
    .onConflictDoUpdate({ target: instances.name, set: row })
  await db.delete(instances).where(lt(instances.heartbeatAt, new Date(now().getTime() - FORGOTTEN_MS)))
}

/** The processes seen within the last day, by name. */
export function listInstances({ db }: Ctx) {
  return db.select().from(instances).orderBy(asc(instances.name), sql`${instances.startedAt} desc`)
}

/** The first address of this machine that others can reach. */
export function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}
