import type {
  ErrorDetail,
  ErrorLog,
  ErrorLogQuery,
  LoginLog,
  LoginLogQuery,
  OperationLog,
  OperationLogQuery,
} from '@zhanggui/contract/monitor/log.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { hiddenFields, withoutFields } from '../../../platform/data/guarded-fields.ts'
import { inWords, titleOf } from '../../../platform/data/in-words.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as logs from './log.repository.ts'
import type { ActorType } from './operation-log.tables.ts'

const DAY_MS = 24 * 3600_000
/** Younger rows cannot be cleared. */
const KEPT_DAYS = 30

type Asked = Pick<OperationLogQuery, 'page' | 'limit' | 'createTime'>
type Row = Omit<logs.OperationRow, 'exceptionDetail' | 'actorType' | 'createdBy' | 'updatedBy' | 'updatedAt'>

/** A page of the calls of staff that may have changed something, or of buyers' that did, newest first. */
export async function listOperationLogs(
  ctx: Ctx,
  { createTime, page, limit, ...filter }: OperationLogQuery,
  actorType: ActorType,
) {
  const { rows, ...answer } = await listed(ctx, { createTime, page, limit }, (times, paging) =>
    logs.listOperations(ctx, { ...filter, ...times, actorType }, paging),
  )
  return { list: rows.map((row) => describe(ctx, row)), ...answer }
}

/** A page of the faults, newest first. */
export async function listErrorLogs(ctx: Ctx, { createTime, page, limit, ...filter }: ErrorLogQuery) {
  const { rows, ...answer } = await listed(ctx, { createTime, page, limit }, (times, paging) =>
    logs.listFaults(ctx, { ...filter, ...times }, paging),
  )
  return { list: rows.map((row) => describeFault(ctx, row)), ...answer }
}

/** A page of the sign-ins and failed attempts, newest first. */
export async function listLoginLogs(ctx: Ctx, { createTime, page, limit, ...filter }: LoginLogQuery) {
  const { rows, ...answer } = await listed(ctx, { createTime, page, limit }, (times, paging) =>
    logs.listLogins(ctx, { ...filter, ...times }, paging),
  )
  return { list: rows.map(describeLogin), ...answer }
}

async function listed<Found extends { total: number; totalIsLowerBound?: true }>(
  ctx: Ctx,
  { createTime, ...query }: Asked,
  list: (times: { from?: Date; to?: Date }, page: ReturnType<typeof readPage>) => Promise<Found>,
) {
  const paging = readPage(query)
  const found = await list(parseTimeRange(createTime, ctx.now()), paging)
  return { ...found, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getErrorLog(ctx: Ctx, id: number): Promise<ErrorDetail> {
  const row = await logs.findFault(ctx, id)
  if (!row) throw notFound('异常日志')
  return { ...describeFault(ctx, row), exception: row.exceptionDetail ?? '', similar: row.similar }
}

/**
 * Notes that a fault was handled. A second note replaces the first.
 * @throws 404
 */
export async function handleError(ctx: Ctx, id: number, note: string): Promise<{ id: number }> {
  await inTransaction(ctx, async (tx) => {
    const row = await logs.findFault(tx, id)
    if (!row) throw notFound('异常日志')
    await logs.setHandled(tx, id, note)
    const before = { note: row.note ?? '', handledBy: row.handledBy ?? '' }
    const after = { note, handledBy: tx.actor.username }
    await audit(tx, { objectId: id, objectName: row.description, before, after, labels: { handledBy: '处理人' } })
  })
  return { id }
}

/** Deletes calls or faults older than 30 days. */
export async function clearLogs(ctx: Ctx, type: 'INFO' | 'ERROR'): Promise<{ deleted: number }> {
  const deleted = await logs.removeOperations(ctx, type, daysAgo(ctx, KEPT_DAYS))
  await audit(ctx, { action: 'clear', objectId: '', objectName: `清理${deleted}条` })
  return { deleted }
}

function daysAgo({ now }: Ctx, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS)
}

function describe(ctx: Ctx, row: Row): OperationLog {
  const { id, description, logType, method, requestIp, address, browser, os, time, username, uid, status } = row
  const { requestId, objectType, objectId, createdAt } = row
  const where = { requestIp, address, browser, os }
  const params = withoutFields(row.params, hiddenFields(ctx, objectType))
  const input = Object.entries(params ?? {}).map(([key, value]) => ({ label: titleOf(key), value: textOf(value) }))
  const what = { description, logType, method, params, time, status, requestId, objectType, objectId }
  return {
    id,
    username,
    nickName: row.nickName ?? '',
    uid,
    ...where,
    ...what,
    input,
    createTime: toWireTime(createdAt),
  }
}

function describeFault(ctx: Ctx, row: Row): ErrorLog {
  const { fingerprint, handledBy, handledAt, note } = row
  return {
    ...describe(ctx, row),
    fingerprint: fingerprint ?? '',
    handledBy: handledBy ?? '',
    handledTime: handledAt && toWireTime(handledAt),
    note: note ?? '',
  }
}

function textOf(value: unknown): string {
  const told = inWords(value)
  if (typeof told === 'boolean') return told ? '是' : '否'
  return Array.isArray(told) ? told.join('、') : String(told ?? '')
}

function describeLogin({
  id,
  username,
  nickName,
  uid,
  ip,
  address,
  browser,
  os,
  createdAt,
  ...row
}: logs.LoginRow): LoginLog {
  const { result, reason, deviceId, sessionId } = row
  const where = { ip, address, browser, os, deviceId, sessionId }
  return { id, username, nickName: nickName ?? '', uid, ...where, result, reason, createTime: toWireTime(createdAt) }
}
