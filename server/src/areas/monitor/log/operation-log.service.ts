import type { Route } from '@zhanggui/contract/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../platform/http/context.ts'
import { describeFault } from '../../../platform/http/faults.ts'
import type { App } from '../../../platform/http/serve.ts'
import { describeDevice } from '../../staff/sign-in/device.ts'
import { operationLogs } from './operation-log.tables.ts'

const FLUSH_MS = 1000
const MOST_WAITING = 5000
const BATCH = 500
const PARAMS_LIMIT = 4096

type Entry = typeof operationLogs.$inferInsert

/**
 * Writes a row for every call that may change something, and one for every fault, in batches at most a second later;
 * a row that cannot be written never hurts the call (system chapter, 3.10).
 * @returns writes what waits, at shutdown
 */
export function keepOperationLog(own: Ctx, app: App): () => Promise<void> {
  const waiting: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting.splice(0, BATCH)
    if (!batch.length) return writing
    writing = writing
      .then(() => own.db.insert(operationLogs).values(batch))
      .then(
        () => {},
        (error: unknown) => own.log.error({ err: error, rows: batch.length }, 'operation log was not written'),
      )
      .then(() => {
        // Not returned: the next batch waits for this one, so this one must not wait for the next.
        if (waiting.length) flush()
      })
    return writing
  }
  app.fastify.addHook('onResponse', async (request, reply) => {
    const { route } = request.routeOptions.config
    if (!route) return
    const isMereRead = route.method === 'GET' && !route.changes && reply.statusCode < 500
    request.log[isMereRead ? 'debug' : 'info'](
      {
        route: route.name,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.ctx.caller?.userId,
      },
      'served',
    )
    if (isMereRead) return
    if (waiting.length < MOST_WAITING) waiting.push(entryOf(route, request, reply, own.now()))
    timer ??= setTimeout(flush, FLUSH_MS)
  })
  return async () => {
    while (waiting.length) await flush()
    await writing
  }
}

function entryOf(route: Route, request: FastifyRequest, reply: FastifyReply, at: Date): Entry {
  const { ctx } = request
  const { browser, os, ip, address } = describeDevice(ctx.origin)
  const fault = request.failure === undefined ? undefined : describeFault(request.failure)
  const params = request.params as { id?: unknown }
  const objectId = params?.id ?? (request.body as { id?: unknown } | undefined)?.id
  return {
    description: route.summary,
    logType: reply.statusCode >= 500 ? 'ERROR' : 'INFO',
    method: `${route.method} ${route.path}`,
    params: paramsOf(route, request),
    requestIp: ip,
    address,
    browser,
    os,
    time: Math.round(reply.elapsedTime),
    username: ctx.caller?.username ?? '',
    uid: ctx.caller?.userId,
    status: reply.statusCode,
    requestId: request.id,
    objectType: route.object,
    objectId: typeof objectId === 'number' || typeof objectId === 'string' ? String(objectId).slice(0, 40) : '',
    exceptionDetail: fault?.stack,
    fingerprint: fault?.fingerprint,
    createdBy: ctx.caller?.userId,
    createdAt: at,
    updatedAt: at,
  }
}

/** The input as the log keeps it: secrets masked, cut when it is long. */
function paramsOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const secrets = new Set(route.secret)
  const input = { ...part(request.params), ...part(request.query), ...part(request.body) }
  const masked = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, secrets.has(key) ? '***' : value]),
  )
  const all = request.lastWriteWins ? { ...masked, lastWriteWins: true } : masked
  const text = JSON.stringify(all)
  // What was refused before it was read may hold what the database does not take.
  if (text.length > PARAMS_LIMIT || text.includes('\\u0000') || !text.isWellFormed())
    return { cut: `${text.length} 字符` }
  return all
}

function part(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { ids: value }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
