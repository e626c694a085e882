import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { CallParts, Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { provingOneself } from './call.ts'
import { CallError } from './call-error.ts'
import { readToken } from './cookies.ts'

/** Delays between retries after a broken connection, in seconds; they start over with each part that arrives. */
const WAITS = [1, 2, 4, 8, 15]

/**
 * Downloads a file and resumes where it stopped when the connection breaks.
 * @param route a route whose file never changes at the same URL
 * @throws {CallError}
 */
export function downloadWhole<Spec extends RouteSpec>(route: Route<Spec>, input: CallParts<Spec>): Promise<Blob> {
  const { params, query } = input as { params?: unknown; query?: unknown }
  const address = addressOf(route.path, params, query)
  return provingOneself(() => fetchWhole(address))
}

async function fetchWhole(address: string): Promise<Blob> {
  let parts: BlobPart[] = []
  let received = 0
  for (let tries = 0; ; tries++) {
    try {
      const response = await open(address, received)
      // The server has sent the whole file again.
      if (response.status !== 206) [parts, received] = [[], 0]
      const type = response.headers.get('Content-Type') ?? ''
      for await (const chunk of chunksOf(response)) {
        parts.push(chunk)
        received += chunk.byteLength
        tries = -1
      }
      return new Blob(parts, { type })
    } catch (error) {
      if (error instanceof CallError) throw error
      const seconds = WAITS[Math.max(tries, 0)]
      if (seconds === undefined) throw new CallError({ kind: 'network', cause: error })
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

async function open(address: string, from: number): Promise<Response> {
  const token = readToken(document.cookie)
  const response = await fetch(address, {
    method: 'GET',
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(from > 0 && { Range: `bytes=${from}-` }) },
  })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new CallError({ kind: 'http', status: response.status, body, retryAfter: response.headers.get('Retry-After') })
}

async function* chunksOf({ body }: Response): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
