import type { Route, RouteAnswer, RouteInput, RouteSpec } from '@zhanggui/contract/routes.ts'
import { savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { vi } from 'vitest'

/** A request as the server sees it. */
export type ReceivedRequest<Spec extends RouteSpec = RouteSpec> = RouteInput<Spec> & { headers: Headers }

/** A response that is not a success, or one with its own headers. */
export class FakeAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

type Answer<Spec extends RouteSpec> = RouteAnswer<Spec> | FakeAnswer
type Handler = {
  method: string
  pattern: RegExp
  names: string[]
  answer: (request: ReceivedRequest) => unknown
  requests: ReceivedRequest[]
}

let handlers: Handler[] = []

/** Replaces the network with a server without routes. */
export function fakeServer() {
  handlers = []
  // Every list asks for its views.
  answer(savedView.list, [])
  vi.stubGlobal('fetch', answerRequest)
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
}

/** Uploads use XMLHttpRequest, which reports progress. */
class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  timeout = 0
  #request: [method: string, address: string] = ['', '']
  #answered = new Headers()
  readonly #headers = new Headers()

  open(method: string, address: string) {
    this.#request = [method, address]
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.#answered.get(name)
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  async send(form: FormData) {
    const [method, address] = this.#request
    try {
      const body = JSON.stringify({
        ...Object.fromEntries(form),
        files: form.getAll('file').map((one) => (one as File).name),
      })
      const response = await answerRequest(address, { method, headers: this.#headers, body })
      this.status = response.status
      this.#answered = response.headers
      this.responseText = await response.text()
      this.dispatchEvent(new Event('load'))
    } catch {
      this.dispatchEvent(new Event('error'))
    }
  }
}

/**
 * Answers a route from now on. @returns the requests received, the latest last
 */
export function answer<Spec extends RouteSpec>(
  { method, path }: Route<Spec>,
  given: Answer<Spec> | ((request: ReceivedRequest<Spec>) => Answer<Spec> | Promise<Answer<Spec>>),
): ReceivedRequest<Spec>[] {
  const requests: ReceivedRequest[] = []
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`)
  const respond = (typeof given === 'function' ? given : () => given) as Handler['answer']
  handlers.unshift({ method, pattern, names, answer: respond, requests })
  return requests as ReceivedRequest<Spec>[]
}

/** A refusal with the server's error body. */
export function refuse(status: number, code: string, message: string, more: object = {}): FakeAnswer {
  const body = { status, code, message, timestamp: '2025-03-01 10:20:30', requestId: '01JNTEST', ...more }
  return new FakeAnswer(status, body)
}

/** No response at all. */
export function lostPacket(): never {
  throw new TypeError('Failed to fetch')
}

async function answerRequest(address: string, { method, headers, body }: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(address, window.location.href)
  const handler = handlers.find((one) => one.method === method && one.pattern.test(pathname))
  if (!handler) return Response.json({ message: `no fake answers ${method} ${pathname}` }, { status: 501 })
  const values = handler.pattern.exec(pathname)?.slice(1) ?? []
  const request = {
    params: Object.fromEntries(handler.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    query: Object.fromEntries([...searchParams.keys()].map((key) => [key, listOrText(searchParams.getAll(key))])),
    body: body && JSON.parse(String(body)),
    headers: new Headers(headers),
  } as unknown as ReceivedRequest
  handler.requests.push(request)
  const given = await handler.answer(request)
  if (given instanceof FakeAnswer) return Response.json(given.body, given)
  return Response.json(given)
}

function listOrText(values: string[]): string[] | string {
  return values.length > 1 ? values : (values[0] ?? '')
}
