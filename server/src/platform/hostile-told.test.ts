import type { ErrorBody } from '@zhanggui/contract/error-body.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { sql } from 'drizzle-orm'
import { assert, asyncProperty } from 'fast-check'
import { expect, test } from 'vitest'
import { hostileRequests, liftRateLimits, type RawRequest } from '../testing/hostile.ts'
import { type Caller, openShop, type Shop } from '../testing/shop.ts'

/** The same inputs at every run, so that the gate tells a change from chance; HOSTILE_SEED draws others. */
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Requests to each route; more when hunting. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 30)
/** What a refused call may leave behind: counters, logs and the moment of last use; the audit trail of refusals, too. */
const traces = [
  'slow_statement',
  'instance',
  'rate_limit',
  'login_guard',
  'login_log',
  'operation_log',
  'session',
  'captcha',
  'idempotency_key',
]

test('every route answers hostile input with a refusal in Chinese, never a fault, and a refused call changes nothing', {
  timeout: 300_000,
}, async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const send = makeSender(shop)
  for (const route of shop.app.routes) {
    let before = await checksum(shop)
    const holds = asyncProperty(hostileRequests(route), async (request) => {
      const { status, body, type } = await send(request)
      // What fits is done, unless the world outside fails: no mail server answers here.
      if (status < 400 || (status === 502 && (body as ErrorBody).code === 'UPSTREAM')) {
        before = await checksum(shop)
        return
      }
      expect(status).toBeLessThan(500)
      expectErrorBody(status, type, body)
      if (route.method !== 'GET' || route.changes) expect(await checksum(shop)).toEqual(before)
    })
    await assert(holds, { numRuns: RUNS, seed: SEED, endOnFailure: true }).catch((error: unknown) => {
      throw new Error(`${route.method} ${route.path}: ${(error as Error).message.slice(0, 3000)}`, { cause: error })
    })
  }
})

test('input that is refused says nothing of tables, files or code', { timeout: 60_000 }, async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const send = makeSender(shop)
  for (const route of shop.app.routes) {
    const { status, text } = await send(brokenCall(route))
    // The database monitor is there to tell what the database is.
    if (status < 400 && route.path.startsWith('/api/monitor/db/')) continue
    expect(text, route.name).not.toMatch(/select |insert |postgres|node_modules|\bat .+\.ts|Error:/i)
  }
})

function brokenCall({ method, path }: Route): RawRequest {
  const url = `${path.replace(/:\w+/g, '%27')}?sort=%27&page=%27&id=%27&dictName=%27`
  return {
    method,
    url,
    headers: { 'content-type': 'application/json' },
    payload: '{"id":"\'","name":"\'","sort":"\'"}',
  }
}

function expectErrorBody(status: number, type: string, body: unknown): void {
  expect(type).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({
    status,
    message: expect.stringMatching(/[\u4e00-\u9fff]/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    code: expect.stringMatching(/^[A-Z_]+$/),
    requestId: expect.stringMatching(/^[A-Za-z0-9-]{8,64}$/),
  })
  const { message, errors } = body as { message: string; errors?: { message: string }[] }
  expect(message.length).toBeLessThan(300)
  if (errors) expect(message).toBe(errors[0]?.message)
}

/** Sends as the super administrator, who signs in again when a call signed him out, each time from another address. */
function makeSender(shop: Shop) {
  let admin: Caller | undefined
  let calls = 0
  return async function send(
    request: RawRequest,
    again = true,
  ): Promise<{ status: number; type: string; body: unknown; text: string }> {
    admin ??= await shop.signInAdmin()
    const address = ++calls
    const answer = await shop.app.fastify.inject({
      method: request.method as 'GET',
      url: request.url,
      remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      headers: { ...request.headers, authorization: `Bearer ${admin.token}` },
      ...(request.payload !== undefined && { payload: request.payload }),
    })
    await shop.ctx.db.execute(sql`delete from login_guard`)
    if (answer.statusCode === 401 && again) {
      admin = undefined
      return send(request, false)
    }
    const type = String(answer.headers['content-type'])
    const isJson = type.startsWith('application/json') && answer.body !== ''
    return { status: answer.statusCode, type, body: isJson ? answer.json() : undefined, text: answer.body }
  }
}

/** What is stored, told apart by content. */
async function checksum({ ctx }: Shop): Promise<unknown> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)
  const tables = rows.map(({ name }) => name).filter((name) => !traces.includes(name) && !name.startsWith('audit_'))
  const sums = tables.map(
    (name) => sql`
    select ${name} as name, count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0) as content from ${sql.identifier(name)} t`,
  )
  return (await ctx.db.execute(sql.join(sums, sql` union all `))).rows
}
