/** An answer other than success, with the content of its error body. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  /** Further keys of the body: `errors`, `current`, `uses`, `permission`. */
  readonly extra: Record<string, unknown>
  /** Seconds to wait before retrying; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfter, ...extra }: { retryAfter?: number } & Record<string, unknown> = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

/** 404 for an object that does not exist or that the caller may not see: `notFound('商品规格')`. */
export function notFound(what?: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `${what ?? '数据'}不存在或已被删除`)
}

/** 409 for a name taken by another row. */
export function conflict(message: string, field?: string): HttpError {
  return new HttpError(409, 'DUPLICATE', message, field ? { errors: [{ field, message }] } : {})
}

/** 409 for a row that was changed by someone else meanwhile; `current` is its present state. */
export function versionConflict(current: unknown): HttpError {
  return new HttpError(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current })
}

/** 409 for a row that is no longer in the state this step requires. */
export function stateConflict(message = '状态已变更，请刷新'): HttpError {
  return new HttpError(409, 'STATE_CONFLICT', message)
}

/** 422 for a row that others still refer to; `uses` lists them, or the first of them. */
export function inUse(message: string, uses: readonly { type: string; id: number; name: string }[]): HttpError {
  return new HttpError(422, 'IN_USE', message, { uses })
}

/** 403 for a signed-in caller without the permission. */
export function forbidden(permission?: string): HttpError {
  return new HttpError(403, 'FORBIDDEN', '没有权限执行此操作', permission ? { permission } : {})
}

/** 429 with the seconds to wait. */
export function tooMany(retryAfter: number): HttpError {
  return new HttpError(429, 'RATE_LIMITED', `操作过于频繁，请${retryAfter}秒后再试`, { retryAfter })
}

/**
 * Converts a unique violation in an update to the shop's own error.
 * @param refusal makes the error from the name of the unique index
 */
export function refuseTaken<Result>(work: Promise<Result>, refusal: (index: string) => Error): Promise<Result> {
  return work.catch((error: unknown) => {
    const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string }
    throw code === '23505' ? refusal(constraint ?? '') : error
  })
}
