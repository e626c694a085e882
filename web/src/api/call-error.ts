import type { CallError as FailedCall, FieldError } from './error-catalogue.ts'

/** The one row that a call was about: the object of its route, and the row's id. */
export type About = { object: string; id: string }
type Failure = Omit<FailedCall, 'path'> & {
  cause?: unknown
  purpose?: string | undefined
  about?: About | undefined
}

/** A failed call, with what the single place that shows messages needs to choose its reaction. */
export class CallError extends Error implements FailedCall {
  readonly kind: FailedCall['kind']
  readonly status: number | undefined
  readonly body: unknown
  readonly retryAfter: string | null | undefined
  readonly path: string
  readonly silent: boolean
  readonly sentVersion: boolean
  /** What the call was for: 商品规格列表. Empty for calls outside the contract. */
  readonly purpose: string
  readonly about: About | undefined

  constructor({ kind, status, body, retryAfter, silent, sentVersion, cause, purpose, about }: Failure) {
    super(messageIn(body) ?? `${kind}${status ? ` ${status}` : ''}`, { cause })
    this.name = 'CallError'
    this.kind = kind
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    this.path = window.location.pathname
    this.silent = silent ?? false
    this.sentVersion = sentVersion ?? false
    this.purpose = purpose ?? ''
    this.about = about
  }

  /** The stable upper-case error code of the body, such as REAUTH_REQUIRED. */
  get code(): string | undefined {
    return textIn(this.body, 'code')
  }

  get requestId(): string | undefined {
    return textIn(this.body, 'requestId')
  }

  /** Who changed the row meanwhile that the call was about, as far as that is known. */
  get changedBy(): string | undefined {
    return textIn(this.body, 'changedBy')
  }

  /** The permission that a refused caller lacks. */
  get permission(): string | undefined {
    return textIn(this.body, 'permission')
  }
}

/** Whether the caller lacks the permission. */
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
