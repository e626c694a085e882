/** A failed call as the client sees it. */
export type CallError = {
  kind: 'aborted' | 'timeout' | 'network' | 'http'
  /** HTTP status. */
  status?: number
  /** The response body, in any shape. */
  body?: unknown
  /** The Retry-After header. */
  retryAfter?: string | null
  /** Path of the current page. */
  path: string
  /** Set for widgets and prefetches, which must not redirect staff away from their page. */
  silent?: boolean
  /** The call carried the version of the row it changes. */
  sentVersion?: boolean
}

export type FieldError = { field: string; message: string }

export type Reaction =
  | { kind: 'none' }
  /** An error notification for 5 s; `errors` also go to the form's fields. */
  | { kind: 'notify'; message: string; errors: FieldError[]; requestId?: string }
  /** One dialog at a time: 重新登录 signs out and reloads, 取消 stays and stops background polls. */
  | { kind: 'ask-sign-in'; title: string; text: string; ok: string; cancel: string }
  | { kind: 'go'; to: '/401' | '/setup' }
  /** Shown inside the widget that made the call. */
  | { kind: 'forbidden-here'; text: string }
  | { kind: 'change-password' }
  | { kind: 'set-up-mfa' }
  /** What was looked at is not to be seen any more; only leaving works. */
  | { kind: 'leave-seeing'; message: string }
  /** The dialog 安全验证; it repeats the call once afterwards. */
  | { kind: 'reauthenticate' }
  /** The dialog 查看差异 / 重新加载 / 取消. `current` is the row as stored now. */
  | { kind: 'compare-versions'; message: string; current: unknown }
  /** The full page 系统维护中，请稍后再试, retried every 15 s. */
  | { kind: 'maintenance' }

type Body = {
  status?: number
  code?: string
  message?: string
  requestId?: string
  errors: FieldError[]
  current?: unknown
}

/** How the client reacts to a failed call: at most one visible error (system chapter, 1.11). */
export function decideReaction(error: CallError): Reaction {
  if (error.kind === 'aborted') return { kind: 'none' }
  if (error.kind === 'timeout') return notify('网络请求超时')
  const body = readBody(error.body)
  const status = error.status ?? body.status
  if (error.kind === 'network' || status === undefined) return notify('接口请求失败')
  if (status >= 200 && status <= 300) return { kind: 'none' }

  const { code, message, requestId, errors } = body
  const other = notify(message || `请求失败（${status}）`, errors, requestId)
  switch (status) {
    case 401:
      return error.path === '/login' ? other : askSignIn
    case 403:
      // Whoever looks as somebody else stays where they are: the page is open to them, the change is not.
      if (code === 'SEEING') return other
      return error.silent ? { kind: 'forbidden-here', text: '暂无权限' } : { kind: 'go', to: '/401' }
    case 428:
      if (code === 'PASSWORD_CHANGE_REQUIRED') return { kind: 'change-password' }
      if (code === 'MFA_SETUP_REQUIRED') return { kind: 'set-up-mfa' }
      if (code === 'SEEING_ENDED') return { kind: 'leave-seeing', message: other.message }
      return code === 'REAUTH_REQUIRED' ? { kind: 'reauthenticate' } : other
    case 409:
      return code === 'VERSION_CONFLICT' && error.sentVersion
        ? { kind: 'compare-versions', message: other.message, current: body.current }
        : other
    case 429:
      // A platform outside says no in words of its own, and not for a minute.
      if (code === 'TOO_MANY_LOOKUPS' || code === 'UPSTREAM_REFUSED') return other
      return notify(`操作过于频繁，请${waitSeconds(error.retryAfter)}秒后再试`)
    case 503:
      if (code === 'SETUP_REQUIRED') return { kind: 'go', to: '/setup' }
      return code === 'MAINTENANCE' ? { kind: 'maintenance' } : other
    default:
      return other
  }
}

const askSignIn: Reaction = {
  kind: 'ask-sign-in',
  title: '系统提示',
  text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
  ok: '重新登录',
  cancel: '取消',
}

function notify(message: string, errors: FieldError[] = [], requestId?: string) {
  return { kind: 'notify' as const, message, errors, requestId }
}

/** Our rate limits count per minute; this is the wait when the response does not specify one. */
function waitSeconds(retryAfter: string | null | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  return seconds > 0 ? Math.ceil(seconds) : 60
}

/** Reads the error body's fields from a response that may come from a proxy or may not be an object. */
function readBody(body: unknown): Body {
  const fields: Partial<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    status: typeof fields.status === 'number' ? fields.status : undefined,
    code: text(fields.code),
    message: text(fields.message),
    requestId: text(fields.requestId),
    errors: Array.isArray(fields.errors) ? fields.errors.filter(isFieldError) : [],
    current: fields.current,
  }
}

function isFieldError(entry: unknown): entry is FieldError {
  if (typeof entry !== 'object' || entry === null) return false
  return 'field' in entry && typeof entry.field === 'string' && 'message' in entry && typeof entry.message === 'string'
}
