import type { ErrorBody } from '@zhanggui/contract/error-body.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { sql } from 'drizzle-orm'
import { assert, asyncProperty } from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { type Caller, openShop, type Shop } from '../shop.ts'
import { hostileRequests, type Known, liftRateLimits, type RawRequest } from './hostile.ts'

/** Every run uses the same inputs, so that a failure means a change, not chance; HOSTILE_SEED selects others. */
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Requests per route; `npm run walk` sends 100. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 5)
/** What a refused call may write: counters, logs, the time of last use, and audit entries of refusals. */
const traces = [
  'slow_statement',
  'instance',
  'rate_limit',
  'login_guard',
  'login_log',
  'operation_log',
  'wechat_api_log',
  'session',
  'buyer_session',
  'sms_code',
  'captcha',
  'idempotency_key',
]

/**
 * Sends hostile input to a share of the routes, so that several processes can split the work. Routes of trade have a walk of
 * their own, with rows that exist.
 * @param share which of the `of` parts, from 0
 */
export async function walkRoutes(share: number, of: number): Promise<void> {
  const shop = await openShop()
  await liftRateLimits(shop)
  const buyer = await shop.buyer()
  const send = makeSender(shop, { buyer })
  const written = await countWrites(shop)
  const routes = shop.app.routes.filter((route) => !isOfTrade(route))
  for (const route of routes.filter((_, place) => place % of === share)) await walkRoute(route, send, written)
  expect(await written(), 'some of it fitted and was done').not.toEqual([])
}

/** Whether a route is of trade: orders, payments, stores, customers, and all of the buyer channel. */
export function isOfTrade({ path, object }: Route): boolean {
  return /^\/api\/(front|callback)\//.test(path) || staffObjects.includes(object)
}

const staffObjects = [
  ...['order', 'pickup-order', 'shipment', 'store', 'store-staff', 'wechat-user', 'reveal', 'search', 'order-note'],
  ...['shop-user', 'user-group', 'user-tag', 'user-level', 'user-segment'],
]

/**
 * Sends hostile input to a route: it answers with a refusal in Chinese, never a fault, and a refused call changes nothing.
 * @param known rows that exist, for fields that name one
 * @returns whether some of it fitted and was done
 */
export async function walkRoute(
  route: Route,
  send: Sender,
  written: () => Promise<unknown>,
  known: Known = {},
): Promise<boolean> {
  let before = await written()
  let isDone = false
  await sendAll(
    route,
    async (request) => {
      const { status, body, type } = await send(request, route)
      // Valid requests succeed unless an external service is missing: no mail server answers here.
      if (status < 400 || (status === 502 && (body as ErrorBody).code === 'UPSTREAM')) {
        before = await written()
        isDone = true
        return
      }
      expect(status).toBeLessThan(500)
      expectErrorBody(status, type, body)
      if (route.method !== 'GET' || route.changes) expect(await written()).toEqual(before)
    },
    known,
  )
  return isDone
}

/** Has a route's hostile requests checked one by one; what fails says which route it was. */
export async function sendAll(
  route: Route,
  check: (request: RawRequest) => Promise<void>,
  known: Known = {},
): Promise<void> {
  const holds = asyncProperty(hostileRequests(route, known), check)
  await assert(holds, { numRuns: RUNS, seed: SEED, endOnFailure: true }).catch((error: unknown) => {
    throw new Error(`${route.method} ${route.path}: ${(error as Error).message.slice(0, 3000)}`, { cause: error })
  })
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

export type Sent = { status: number; type: string; body: unknown; text: string }
export type Sender = (request: RawRequest, route: Route) => Promise<Sent>
/** Who calls routes of staff, the super administrator unless given, and those of buyers. */
type Senders = { staff?: Caller; buyer?: Caller }

/**
 * Sends as the one who may call the route, and signs in again, from another address, when a call ended the session.
 */
export function makeSender(shop: Shop, { staff, buyer: customer }: Senders = {}): Sender {
  let admin = staff
  let buyer = customer
  let uid = customer?.userId
  const send = makeBareSender(shop)
  async function sendAs(request: RawRequest, route: Route, again = true): Promise<Sent> {
    const ofStaff = isForStaff(route)
    if (ofStaff) admin ??= await shop.signInAdmin()
    else buyer ??= await shop.buyer(uid === undefined ? {} : { uid })
    uid ??= buyer?.userId
    const sent = await send(request, (ofStaff ? admin : buyer)?.token)
    if (sent.status !== 401 || !again || (ofStaff && staff)) return sent
    if (ofStaff) admin = undefined
    else buyer = undefined
    return sendAs(request, route, false)
  }
  return (request, route) => sendAs(request, route)
}

/** Sends with this token, or none, each time from another address. */
export function makeBareSender(shop: Shop) {
  let calls = 0
  return async (request: RawRequest, token?: string): Promise<Sent> => {
    const address = ++calls
    const answer = await shop.app.fastify.inject({
      method: request.method as 'GET',
      url: request.url,
      remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(request.payload !== undefined && { payload: request.payload }),
    })
    await shop.ctx.db.execute(sql`delete from login_guard`)
    const type = String(answer.headers['content-type'])
    const isJson = type.startsWith('application/json') && answer.body !== ''
    return { status: answer.statusCode, type, body: isJson ? answer.json() : undefined, text: answer.body }
  }
}

/**
 * Returns a function that counts the rows written to each table so far, without rolled back writes.
 * @param besides tables that work in the background writes
 */
export async function countWrites(
  { ctx, databaseOwnerUrl }: Shop,
  besides: readonly string[] = [],
): Promise<() => Promise<unknown>> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)
  const tables = rows
    .map(({ name }) => name)
    .filter((name) => ![...traces, ...besides].includes(name) && !name.startsWith('audit_'))
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
