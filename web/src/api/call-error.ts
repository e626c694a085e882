import type { CallError as FailedCall, FieldError } from './error-catalogue.ts'

type Failure = Omit<FailedCall, 'path'> & { cause?: unknown }

/** A failed call, with what the single place that shows messages needs to choose its reaction (system chapter, 1.11). */
export class CallError extends Error implements FailedCall {
  readonly kind: FailedCall['kind']
  readonly status: number | undefined
  readonly body: unknown
  readonly retryAfter: string | null | undefined
  readonly path: string
  readonly silent: boolean
  readonly sentVersion: boolean

  constructor({ kind, status, body, retryAfter, silent, sentVersion, cause }: Failure) {
    super(messageIn(body) ?? `${kind}${status ? ` ${status}` : ''}`, { cause })
    this.name = 'CallError'
    this.kind = kind
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    this.path = window.location.pathname
    this.silent = silent ?? false
    this.sentVersion = sentVersion ?? false
  }

  /** The stable upper-case error code of the body, such as REAUTH_REQUIRED. */
  get code(): string | undefined {
    return textIn(this.body, 'code')
  }
}

/** Whether a widget should show 暂无权限 instead of a failure (row 5). */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.status === 403
}

function messageIn(body: unknown): string | undefined {
  return textIn(body, 'message')
}

function textIn(body: unknown, key: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : undefined
}

export type { FieldError }
