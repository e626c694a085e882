import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openLog } from '../../../platform/data/log-writer.ts'
import { cleanJson } from '../../../platform/data/logged-text.ts'
import { maskRow, maskTyped, type Row, secretTest } from '../../../platform/data/masked.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { describeFault } from '../../../platform/http/faults.ts'
import { answered } from '../../../platform/http/serve.ts'
import { describeDevice } from '../../staff/sign-in/device.ts'
import { operationLogs } from './operation-log.tables.ts'

const PARAMS_LIMIT = 4096

type Entry = typeof operationLogs.$inferInsert

/**
 * Writes a row for every call of staff that may change something, for every change by a buyer, and for every fault
 * (docs/work.md, Logs).
 * @returns a function that writes pending rows, for shutdown
 */
export function keepOperationLog(own: Ctx): () => Promise<void> {
  const log = openLog<Entry>(own, 'operation_log', (rows) => own.db.insert(operationLogs).values(rows))
  own.platform.hooks.add(answered, async (request, reply) => {
    const { route } = request.routeOptions.config
    // A call refused at the door, as while the server stops, has no context.
    if (!route || !request.ctx) return
    const isFault = reply.statusCode >= 500
    const isMereRead = route.method === 'GET' && !route.changes && !isFault
    // Until the shop is set up, request lines would scroll the set-up token out of the terminal.
    const isSetUp = isMereRead || (await own.platform.gate.isSetUp(request.ctx).catch(() => true))
    request.log[isMereRead || !isSetUp ? 'debug' : 'info'](
      {
        route: route.name,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.ctx.caller?.userId,
        buyer: request.ctx.shopper?.uid,
      },
      'served',
    )
    if (isMereRead || (route.quiet && !isFault) || isBeforeSetUp(request)) return
    if (!isForStaff(route) && !isKeptOfOthers(route, request, reply)) return
    log.add(entryOf(route, request, reply, own.now()))
  })
  return log.close
}

/** The console learns from such an answer that the shop must be set up: no fault. */
const isBeforeSetUp = ({ failure }: FastifyRequest) => failure instanceof HttpError && failure.code === 'SETUP_REQUIRED'

/** Of buyers, what they changed and faults; of providers, whose messages are stored by themselves, faults alone. */
function isKeptOfOthers({ permission }: Route, { failure }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  // Maintenance and overload refuse every call, and would fill the log.
  if (statusCode >= 500) return !(failure instanceof HttpError && statusCode === 503)
  return statusCode < 400 && permission !== 'provider'
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
    username: ctx.caller?.username ?? ctx.shopper?.name ?? '',
    actorType: isForStaff(route) ? 'admin' : 'buyer',
    uid: ctx.caller?.userId ?? ctx.shopper?.uid,
    status: reply.statusCode,
    requestId: request.id,
    objectType: route.object,
    objectId: typeof objectId === 'number' || typeof objectId === 'string' ? String(objectId) : '',
    exceptionDetail: fault?.stack,
    fingerprint: fault?.fingerprint,
    createdBy: ctx.caller?.userId,
    createdAt: at,
    updatedAt: at,
  }
}

/** The input for the log: secrets hidden, personal data masked, truncated when long. */
function paramsOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const input = { ...part(request.params), ...part(request.query), ...part(request.body) }
  const masked = maskTyped(maskRow(input, secretTest(route.secret))) as Row
  const all = request.lastWriteWins ? { ...masked, lastWriteWins: true } : masked
  const { length } = JSON.stringify(all)
  return length > PARAMS_LIMIT ? { cut: `${length} 字符` } : cleanJson(all)
}

function part(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { ids: value }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
