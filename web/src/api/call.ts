import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { CallParts, Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { File } from '@zhanggui/contract/schema.ts'
import { type About, CallError } from './call-error.ts'
import { readToken } from './cookies.ts'
import { noteAnswer } from './network.ts'
import { notePermVersion } from './perm-version.ts'
import { pollsRest } from './polling.ts'
import { reauthenticate } from './reactions.ts'
import { noteServerTime } from './server-time.ts'
import { noteTook } from './took.ts'

/** How long the browser waits for a response, in ms (console.md, 9). */
const TIME_LIMIT = 1_200_000

export type CallOptions = {
  signal?: AbortSignal
  /** Set for widgets, polls and prefetches: never redirects staff away from their page and shows no message. */
  silent?: boolean
  /** Idempotency key: makes it safe to repeat the call. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type CallInput<Spec extends RouteSpec> = CallParts<Spec> & CallOptions

/** The argument list after the route: empty where every part is optional. */
export type CallArguments<Spec extends RouteSpec> =
  Record<never, never> extends CallInput<Spec> ? [input?: CallInput<Spec>] : [input: CallInput<Spec>]

type Loose = Partial<Record<'params' | 'query' | 'body', unknown>> & CallOptions

/** Changes nothing that a screen shows: a read, what the console does by itself, and what is called before sign-in. */
export type ReadSpec = RouteSpec & ({ method: 'GET'; changes?: undefined } | { quiet: true } | { permission: 'public' })

/**
 * Calls a route that changes nothing; others are called by `write`, which refreshes the screen.
 * @throws {CallError} for responses outside 200–300 and when there is no response
 */
export function call<Spec extends ReadSpec>(
  route: Route<Spec>,
  ...input: CallArguments<Spec>
): Promise<RouteAnswer<Spec>> {
  return sendCall(route, ...input)
}

/** Calls any route. If the server requires the password first, asks for it and repeats the call once. */
export async function sendCall<Spec extends RouteSpec>(
  route: Route<Spec>,
  ...[input = {} as CallInput<Spec>]: CallArguments<Spec>
): Promise<RouteAnswer<Spec>> {
  return provingOneself(() => sendOnce(route, input) as Promise<RouteAnswer<Spec>>)
}

/** Sends the request, and repeats it once after the password was entered where the server requires it. */
export async function provingOneself<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'REAUTH_REQUIRED' || error.silent) throw error
    if (!(await reauthenticate())) throw new CallError({ kind: 'aborted', cause: error })
    return await send()
  }
}

async function sendOnce(route: Route, input: Loose): Promise<unknown> {
  const { params, query, body, signal, silent, idempotencyKey, headers } = input
  if (silent && pollsRest()) throw new CallError({ kind: 'aborted', silent })
  const token = readToken(document.cookie)
  const limit = AbortSignal.timeout(TIME_LIMIT)
  const sent = Date.now()
  let response: Response
  let answer: unknown
  try {
    response = await fetch(addressOf(route.path, params, query), {
      method: route.method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    noteServerTime(response.headers.get('Date'), sent)
    answer = await (route.response === File && response.ok ? response.blob() : readJson(response))
  } catch (cause) {
    if (!signal?.aborted && !limit.aborted) noteAnswer(false)
    throw new CallError({ kind: signal?.aborted ? 'aborted' : limit.aborted ? 'timeout' : 'network', silent, cause })
  }
  noteAnswer(true)
  noteTook(answer, response.headers.get('X-Response-Time'))
  notePermVersion(response.headers.get('X-Perm-Version'))
  if (response.status >= 200 && response.status <= 300) return answer
  throw new CallError({
    kind: 'http',
    status: response.status,
    body: answer,
    retryAfter: response.headers.get('Retry-After'),
    silent,
    sentVersion: carriesVersion(body, headers),
    purpose: route.summary.split(/[，；。：（]/)[0],
    about: aboutOf(route, params, body),
  })
}

/** Responses of proxies are not JSON; only their status counts. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined for calls about several rows, or none. */
function aboutOf({ object }: Route, params: unknown, body: unknown): About | undefined {
  const [id, ...others] = [fieldsOf(params).id ?? fieldsOf(body).id].flat()
  return id === undefined || others.length ? undefined : { object, id: String(id) }
}

function carriesVersion(body: unknown, headers: Record<string, string> | undefined): boolean {
  return fieldsOf(body).version !== undefined || headers?.['If-Match'] !== undefined
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
