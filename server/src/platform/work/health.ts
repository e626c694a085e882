import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Platform } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { isAddressAllowed } from '../http/networks.ts'
import type { App } from '../http/serve.ts'

/** How long /readyz waits for the database; probes give up after two seconds or more. */
const ANSWER_MS = 1500
/** PostgreSQL's smallest step: with less free space it cannot go on writing. */
const MIN_FREE_BYTES = 16 * 1024 ** 2

const DISK_FULL = '数据文件夹所在的磁盘已满'

/**
 * /healthz: the process is alive. /readyz: it can also serve calls, or why not: it reaches its database, whose schema is
 * migrated before we listen, and has disk space left. /metrics: its metrics, for networks in METRICS_ALLOW; 404 for all others.
 */
export function answerHealth(app: Pick<App, 'fastify' | 'platform'>, minFreeBytes = MIN_FREE_BYTES): void {
  const { fastify } = app
  fastify.get('/healthz', () => ({ status: 'ok' }))
  const findTrouble = makeFinder(minFreeBytes)
  fastify.get('/readyz', async (_request, reply) => {
    const reason = await findTrouble(app.platform)
    if (reason === undefined) return { status: 'ok' }
    reply.code(503)
    return { status: 'unavailable', reason }
  })
  fastify.get('/metrics', async (request, reply) => {
    const { platform } = app
    const { metricsAllow, trustedProxies } = platform.config
    // An unknown proxy calls from the loopback address, whoever the client is.
    const isForwarded = !trustedProxies.length && request.headers['x-forwarded-for'] !== undefined
    if (isForwarded || !isAddressAllowed(request.ip.replace(/^::ffff:/, ''), metricsAllow))
      throw new HttpError(404, 'NOT_FOUND', '接口不存在')
    const { type, text } = await platform.measures.metrics()
    return reply.type(type).send(text)
  })
}

/** Finds why this process cannot serve calls; undefined when it can. Probes that come meanwhile share the answer. */
function makeFinder(minFreeBytes: number): (platform: Platform) => Promise<string | undefined> {
  const ask = async (platform: Platform) => {
    if (await isDiskFull(platform.config.dataFolder, minFreeBytes)) return DISK_FULL
    await platform.db.execute(sql`select 1`)
    return undefined
  }
  let asking: Promise<string | undefined> | undefined
  return async (platform) => {
    const { trouble } = platform.embedded ?? {}
    if (trouble) return trouble === 'disk full' ? DISK_FULL : '数据库意外终止，正在重新启动'
    asking ??= ask(platform).finally(() => {
      asking = undefined
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, ANSWER_MS)
    })
    return Promise.race([asking, late])
      .catch(() => '数据库没有应答')
      .finally(() => clearTimeout(timer))
  }
}

async function isDiskFull(folder: string, minFreeBytes: number): Promise<boolean> {
  // A process with a database elsewhere has no data folder before the first upload.
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
  return bavail * bsize < minFreeBytes
}
