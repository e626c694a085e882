import { setTimeout as sleep } from 'node:timers/promises'
import type { Route, RouteAnswer } from '@zhanggui/contract/routes.ts'
import { onTestFinished } from 'vitest'
import type { Caller, CallInput, Shop } from '../shop.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** How soon a call comes again that was refused because too many waited for the same rows. */
const BUSY_MS = 1000

/** A server answered a call that should have gone through with a refusal: a fault, unlike its being gone. */
export class Refused extends Error {}

/** Starts a server process on a shop's database; it is gone after the test at the latest. */
export async function startServerOf({ app, databaseUrl, databaseOwnerUrl }: Shop): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    LOG_LEVEL: 'fatal',
    ZHANGGUI_DATA: app.platform.config.dataFolder,
  })
  onTestFinished(() => server.kill())
  return server
}

/**
 * Calls a route of a server process, which may be gone any moment.
 * @param key the Idempotency-Key, for a call that is repeated
 * @throws {Refused} for an answer that is none
 */
export async function callServer<Spec extends Route>(
  server: ServerProcess,
  route: Spec,
  caller: Caller,
  input: CallInput<Spec>,
  key?: string,
): Promise<RouteAnswer<Spec>> {
  const { params = {}, query = {}, body } = input as Record<string, Record<string, string> | undefined>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''
  const answer = await fetch(server.url + path + search, {
    method: route.method,
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.text()
  // Nothing was stored; on a machine that does much else a lock may be waited for in vain.
  if (answer.status === 503 && text.includes('"OVERLOADED"')) {
    await sleep(BUSY_MS)
    return callServer(server, route, caller, input, key)
  }
  if (!answer.ok) throw new Refused(`${route.path} ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** Passes over that the server is gone. @throws {Refused} for what it refused before */
export function unlessGone(error: unknown): void {
  const errors = error instanceof AggregateError ? error.errors : [error]
  const refused = errors.find((each) => each instanceof Refused)
  if (refused) throw refused
}
