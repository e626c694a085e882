import type { ErrorBody } from '@zhanggui/contract/error-body.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { isConnectionTrouble, isDatabaseAway } from '../data/connection/pool.ts'
import { HttpError } from './errors.ts'

/** The message for internal errors. */
const APOLOGY = '系统繁忙，请稍后再试'
/** The message when no database connection became free in time. */
const CROWDED = '当前操作人数较多，系统繁忙，请稍后再试'

/** The error body for anything thrown. */
export function errorBody(error: unknown, requestId: string, at: Date): ErrorBody {
  const { status, code, message, extra } = toHttpError(error)
  return { status, message, timestamp: toWireTime(at), code, requestId, ...extra }
}

/** Converts anything thrown to an answer; unexpected errors become 500 with a plain apology. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof BadInput) {
    const { field, message } = error
    return new HttpError(400, 'VALIDATION_FAILED', message, field ? { errors: [{ field, message }] } : {})
  }
  if (error instanceof Refusal) return new HttpError(422, error.code, error.message)
  return fromFramework(error) ?? fromDatabase(error) ?? new HttpError(500, 'INTERNAL', APOLOGY)
}

/** Whether an error is a deliberate refusal rather than a fault. */
export function isRefusal(error: unknown): error is Refusal | BadInput | HttpError {
  return error instanceof Refusal || error instanceof BadInput || (error instanceof HttpError && error.status < 500)
}

/** Refusals of the HTTP framework, before a handler is reached. */
function fromFramework(error: unknown): HttpError | undefined {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  if (statusCode === 413) return new HttpError(413, 'TOO_LARGE', '上传内容超出大小限制')
  if (statusCode === 415)
    return new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的内容类型，请使用 application/json')
  if (statusCode === 400 || statusCode === 414) return new HttpError(400, 'BAD_REQUEST', '请求格式错误')
  return undefined
}

/** Errors of a database that is unreachable, overloaded or has broken a deadlock. */
function fromDatabase(error: unknown): HttpError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = cause as { code?: unknown }
  if (code === '40P01' || code === '40001') return new HttpError(409, 'STATE_CONFLICT', '数据正被他人修改，请重试')
  if (code === '57014') return new HttpError(503, 'OVERLOADED', '查询时间过长，请缩小查询范围后重试', { retryAfter: 5 })
  if (code === '55P03') return new HttpError(503, 'OVERLOADED', '数据正被他人修改，请稍后重试', { retryAfter: 5 })
  if (isConnectionTrouble(cause)) return new HttpError(503, 'OVERLOADED', CROWDED, { retryAfter: 5 })
  if (isDatabaseAway(cause)) return new HttpError(503, 'OVERLOADED', APOLOGY, { retryAfter: 5 })
  return undefined
}
