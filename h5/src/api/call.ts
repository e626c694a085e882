import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { CallParts, Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { noteDateHeader } from './clock.ts'
import { readToken, setToken } from './token.ts'

/** How long a call may take, in ms. What people rush for is held back for up to ten seconds. */
const LIMIT_MS = 15_000

/** The argument list after a route: empty where nothing of its input is required. */
export type Given<Spec extends RouteSpec> =
  Record<never, never> extends CallParts<Spec> ? [input?: CallParts<Spec>] : [input: CallParts<Spec>]
export type Parts = { params?: unknown; query?: unknown; body?: unknown }

const words = {
  network: '网络不通，请检查后再试',
  timeout: '等了太久没有回音，请再试一次',
} as const

/** A call that was refused, or that had no answer. */
export class CallError extends Error {
  readonly kind: 'http' | keyof typeof words
  /** Of the answer; 0 without one. */
  readonly status: number
  readonly code: string
  /** The whole body of the refusal. */
  readonly body: Record<string, unknown>

  constructor(kind: CallError['kind'], status = 0, body: Record<string, unknown> = {}, cause?: unknown) {
    const said = typeof body.message === 'string' ? body.message : ''
    super(kind === 'http' ? said || '没取到，请再试一次' : words[kind], { cause })
    this.name = 'CallError'
    this.kind = kind
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : ''
    this.body = body
  }

  /** Whether the same call may go well in a moment. */
  get isPassing(): boolean {
    return this.kind !== 'http' || this.status === 429 || this.status >= 500
  }
}

/** Which channel of the shop this is. */
export const channel: 'wechat' | 'h5' = /MicroMessenger/i.test(navigator.userAgent) ? 'wechat' : 'h5'

type Manner = {
  idempotencyKey?: string
  /** Asked for what is looked at already: the server counts no further view. */
  isAgain?: boolean
}

/**
 * Calls a route. A token that has ended is forgotten.
 * @throws {CallError}
 */
export async function call<Spec extends RouteSpec>(
  route: Route<Spec>,
  input: Parts,
  { idempotencyKey, isAgain = false }: Manner = {},
): Promise<RouteAnswer<Spec>> {
  const token = readToken()
  const sentAt = Date.now()
  const limit = AbortSignal.timeout(LIMIT_MS)
  // Of files, which the browser writes as parts with a boundary of its own.
  const form = input.body instanceof FormData ? input.body : undefined
  let response: Response
  let text: string
  try {
    response = await fetch(addressOf(route.path, input.params, input.query), {
      method: route.method,
      headers: {
        'Form-type': channel,
        ...(input.body !== undefined && !form && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(isAgain && { 'X-Again': '1' }),
      },
      body: form ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
      signal: limit,
    })
    text = await response.text()
  } catch (cause) {
    throw new CallError(limit.aborted ? 'timeout' : 'network', 0, {}, cause)
  }
  noteDateHeader(response.headers.get('Date'), sentAt)
  const answer = readJson(text)
  if (response.ok) return answer as RouteAnswer<Spec>
  if (response.status === 401 && token && token === readToken()) setToken(undefined)
  throw new CallError('http', response.status, (answer ?? {}) as Record<string, unknown>)
}

/** Answers of proxies are not JSON; only their status counts. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
