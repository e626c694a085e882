import type { Socket } from 'node:net'
import { errorBody } from './error-body.ts'
import { HttpError } from './errors.ts'
import { requestIdOf } from './request-id.ts'

const reasons: Record<string, [status: number, reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', '请求头过大'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', '请求超时，请重试'],
}

/** Answers what is no HTTP request with the error body too (ER-1), then hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, now: () => Date): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, reason, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request', '请求格式错误']
  const body = JSON.stringify(errorBody(new HttpError(status, 'BAD_REQUEST', message), requestIdOf(undefined), now()))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
