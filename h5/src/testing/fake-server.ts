import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { onTestFinished, vi } from 'vitest'

export type Received = { path: string; query: URLSearchParams; body: unknown; headers: Headers }
type Answering = (received: Received) => Response | Promise<Response>

/** Plays the server for a test. @returns answers routes from now on, and gives what was asked of each */
export function fakeServer() {
  const before = globalThis.fetch
  const handlers: { route: Route; answering: Answering; received: Received[] }[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers, body, signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, window.location.href)
    const handler = handlers.findLast(
      ({ route }) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(pathname),
    )
    if (!handler) return Response.json({ message: `no fake answers ${method} ${pathname}` }, { status: 501 })
    const received = {
      path: pathname,
      query: searchParams,
      body: body && JSON.parse(String(body)),
      headers: new Headers(headers),
    }
    handler.received.push(received)
    const gone = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([handler.answering(received), gone])
  })
  onTestFinished(() => void vi.stubGlobal('fetch', before))
  return <Spec extends RouteSpec>(route: Route<Spec>, answering: Answering | RouteAnswer<Spec>): Received[] => {
    const received: Received[] = []
    const always = () => Response.json(answering)
    handlers.push({
      route,
      answering: typeof answering === 'function' ? (answering as Answering) : always,
      received,
    })
    return received
  }
}

export const refuse = (status: number, code: string, message: string, more: object = {}): Response =>
  Response.json({ status, code, message, ...more }, { status })
