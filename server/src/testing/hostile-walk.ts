import type { ErrorBody } from '@zhanggui/contract/error-body.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { sql } from 'drizzle-orm'
import { assert, asyncProperty } from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { hostileRequests, liftRateLimits, type RawRequest } from './hostile.ts'
import { type Caller, openShop, type Shop } from './shop.ts'

/** Every run uses the same inputs, so that a failure means a change, not chance; HOSTILE_SEED selects others. */
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Requests per route; `npm run walk` sends 100. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 10)
/** What a refused call may write: counters, logs, the time of last use, and audit entries of refusals. */
const traces = [
  'slow_statement',
  'instance',
  'rate_limit',
  'login_guard',
  'login_log',
  'operation_log',
  'session',
  'buyer_session',
  'sms_code',
  'captcha',
  'idempotency_key',
]

/**
 * Sends hostile input to a share of the routes, so that several processes can split the work.
 * @param share which of the `of` parts, from 0
 */
export async function walkRoutes(share: number, of: number): Promise<void> {
  const shop = await openShop()
  await liftRateLimits(shop)
  const send = makeSender(shop, await shop.buyer())
  const written = await countWrites(shop)
  for (const route of shop.app.routes.filter((_, place) => place % of === share)) {
    let before = await written()
    const holds = asyncProperty(hostileRequests(route), async (request) => {
      const { status, body, type } = await send(request, route)
      // Valid requests succeed unless an external service is missing: no mail server answers here.
      if (status < 400 || (status === 502 && (body as ErrorBody).code === 'UPSTREAM')) {
        before = await written()
        return
      }
      expect(status).toBeLessThan(500)
      expectErrorBody(status, type, body)
      if (route.method !== 'GET' || route.changes) expect(await written()).toEqual(before)
    })
    await assert(holds, { numRuns: RUNS, seed: SEED, endOnFailure: true }).catch((error: unknown) => {
      throw new Error(`${route.method} ${route.path}: ${(error as Error).message.slice(0, 3000)}`, { cause: error })
    })
  }
  expect(await written(), 'some of it fitted and was done').not.toEqual([])
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

/**
 * Sends as the one who may call the route, the super administrator or a buyer, and signs in again, from another address, when
 * a call ended the session.
 */
export function makeSender(shop: Shop, customer?: Caller) {
  let admin: Caller | undefined
  let buyer = customer
  let uid = customer?.userId
  let calls = 0
  return async function send(
    request: RawRequest,
    route: Route,
    again = true,
  ): Promise<{ status: number; type: string; body: unknown; text: string }> {
    const ofStaff = isForStaff(route)
    if (ofStaff) admin ??= await shop.signInAdmin()
    else buyer ??= await shop.buyer(uid === undefined ? {} : { uid })
    uid ??= buyer?.userId
    const token = (ofStaff ? admin : buyer)?.token ?? ''
    const address = ++calls
    const answer = await shop.app.fastify.inject({
      method: request.method as 'GET',
      url: request.url,
      remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      ...(request.payload !== undefined && { payload: request.payload }),
    })
    await shop.ctx.db.execute(sql`delete from login_guard`)
    if (answer.statusCode === 401 && again) {
      if (ofStaff) admin = undefined
      else buyer = undefined
      return send(request, route, false)
    }
    const type = String(answer.headers['content-type'])
    const isJson = type.startsWith('application/json') && answer.body !== ''
    return { status: answer.statusCode, type, body: isJson ? answer.json() : undefined, text: answer.body }
  }
}

/** Returns a function that counts the rows written to each table so far, without rolled back writes. */
async function countWrites({ ctx, databaseOwnerUrl }: Shop): Promise<() => Promise<unknown>> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)
  const tables = rows.map(({ name }) => name).filter((name) => !traces.includes(name) && !name.startsWith('audit_'))
  const client = new pg.Client(databaseOwnerUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    create table written (name text not null);
    create function note_written() returns trigger language plpgsql security definer as $$
      begin insert into public.written values (tg_table_name); return null; end $$;`)
  for (const name of tables)
    await client.query(
      `create trigger note_written after insert or update or delete on "${name}" for each row execute function note_written()`,
    )
  const query = { name: 'written', text: 'select name, count(*) as rows from written group by name order by name' }
  return async () => (await client.query(query)).rows
}
