import { order } from '@zhanggui/contract/order/order.ts'
import { orderPull, type PulledOrder } from '@zhanggui/contract/order/order-pull.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withContext } from '../../../platform/http/context.ts'
import { draw } from '../../../testing/chance.ts'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { makeOrders } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import { findChanged } from './order-pull.repository.ts'

const { pull } = orderPull
const SETTLED_MS = 11_000

/** The state of each order, as a pull last told it, or as it stands. */
type Seen = Map<string, string>
const stateOf = ({
  version,
  status,
  remark,
  closeType,
}: Pick<PulledOrder, 'version' | 'status' | 'remark' | 'closeType'>) => [version, status, remark, closeType].join(' ')

async function pullAll(staff: Caller, from: number, limit: number, seen: Seen): Promise<number> {
  for (let cursor = from; ; ) {
    const { status, body } = await staff.call(pull, { query: { cursor, limit } })
    expect(status).toBe(200)
    expect(new Set(body.list.map(({ id }) => id)).size, 'each once').toBe(body.list.length)
    for (const each of body.list) seen.set(each.orderNo, stateOf(each))
    if (!body.more) return body.cursor
    cursor = body.cursor
  }
}

const statesIn = async ({ ctx }: Shop): Promise<Seen> => {
  const { rows } = await ctx.db.execute<{ no: string; version: number; status: number; remark: string; close: number }>(
    sql`select order_no as no, version, status, remark, close_type as close from store_order`,
  )
  return new Map(rows.map(({ no, version, status, remark, close }) => [no, [version, status, remark, close].join(' ')]))
}

test('an order that changed is pulled once and whole, with the receiver in full, ten seconds later; the trail names it', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [pull], permissions: [SEE_SENSITIVE] })
  const [made, other] = await makeOrders(shop.ctx, [{ paid: true, remark: '送礼' }, {}])
  const young = await staff.call(pull, { query: {} })
  expect(young.body).toEqual({ list: [], cursor: 0, more: false })
  shop.clock.advance(SETTLED_MS)
  const first = await staff.call(pull, { query: { limit: 1 } })
  expect(first.body).toMatchObject({ more: true, list: [{ orderNo: made?.orderNo }] })
  expect(first.body.list[0]).toMatchObject({
    userPhone: '13800138000',
    detail: '东四北大街 1 号',
    address: '北京市 东城区 东四北大街 1 号',
    remark: '送礼',
    lines: [{ barCode: '', skuNo: '' }],
  })
  expect(first.body.list[0]).not.toHaveProperty('allow')
  const { cursor } = first.body
  const rest = await staff.call(pull, { query: { cursor } })
  expect(rest.body).toMatchObject({ more: false, list: [{ orderNo: other?.orderNo }] })
  expect((await staff.call(pull, { query: { cursor: rest.body.cursor } })).body.list).toEqual([])
  const { rows } = await shop.ctx.db.execute<{ after: { orders: string } }>(
    sql`select "after" from audit_entry where action = 'pull' order by id`,
  )
  expect(rows.map(({ after }) => after.orders)).toEqual([made?.orderNo, other?.orderNo])
  const curious = await shop.signIn({ can: [pull] })
  expect(await curious.call(pull, { query: {} })).toMatchObject({ status: 403, body: { permission: SEE_SENSITIVE } })
  const stranger = await shop.signIn({ can: [order.list] })
  expect((await stranger.call(pull, { query: {} })).status).toBe(403)
})

test('a hundred orders are pulled in as many statements as one; a cursor or limit out of range is refused or finds nothing', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [pull], permissions: [SEE_SENSITIVE] })
  await makeOrders(
    shop.ctx,
    Array.from({ length: 100 }, (_, n) => ({ paid: true, lines: [{ num: 1 }, { num: 1 + (n % 3) }] })),
  )
  shop.clock.advance(SETTLED_MS)
  const of = (limit: number) => roundTrips(shop, async () => () => staff.call(pull, { query: { limit } }))
  expect(await of(100)).toBe(await of(1))
  const { body } = await staff.call(pull, { query: {} })
  expect(body).toMatchObject({ more: false })
  expect(body.list).toHaveLength(100)
  expect(body.list.every(({ lines }, n) => lines.length === 2 && lines[1]?.num === 1 + (n % 3))).toBe(true)
  for (const cursor of [
    '9007199254740991',
    '9007199254740992',
    '99999999999999999999',
    '-1',
    '1.5',
    'x',
    '1e9',
    'NaN',
  ]) {
    const answer = await staff.call(pull, { query: { cursor } as never })
    expect(answer, cursor).toMatchObject({ status: 400, body: { message: expect.stringContaining('游标') } })
  }
  const beyond = await staff.call(pull, { query: { cursor: 999_999_999_999_999 } })
  expect(beyond).toMatchObject({ status: 200, body: { list: [], cursor: 999_999_999_999_999, more: false } })
  for (const limit of [0, -1, 1.5, 9_007_199_254_740_991])
    expect((await staff.call(pull, { query: { limit } })).status, String(limit)).toBe(400)
})

test('two readers that pull during 500 random changes by 8 writers read the last state of every order', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const orders = await makeOrders(
    shop.ctx,
    Array.from({ length: 60 }, (_, n) => ({ paid: n % 3 > 0, lines: [{ num: 2 }] })),
  )
  const staff = await shop.signIn({
    can: [pull, order.mark, order.close, shipment.send],
    permissions: [SEE_SENSITIVE],
  })
  const pages: { from: number; to: number; orderIds: number[] }[] = []
  let left = 500
  // A fast machine is done with the changes before the first of them is old enough to be read.
  const goesOn = () => left > 0 || pages.filter(({ orderIds }) => orderIds.length).length <= 10
  const write = async () => {
    while (goesOn()) {
      left--
      const { orderNo } = orders[draw(orders.length)] ?? { orderNo: '' }
      const dice = draw(1000) / 1000
      const expressNumber = `SF${String(draw(10 ** 9)).padStart(13, '0')}`
      // Refusals are as good: they change nothing.
      if (dice < 0.1) await staff.call(order.close, { body: { orderNo, reason: '缺货' } })
      else if (dice < 0.3)
        await staff.call(shipment.send, {
          body: { orderNo, deliveryType: 'express', expressCode: 'SF', expressNumber },
        })
      else await staff.call(order.mark, { body: { orderNo, remark: `备注 ${dice}` } })
    }
  }
  // Readers whose clock is 8 s ahead, so that they read while the writers are at work.
  const ahead = withContext(shop.ctx, { now: () => new Date(Date.now() + 8000) })
  const readOn = async (limit: number) => {
    for (let from = 0, isLast = false; ; ) {
      const { orderIds, cursor, more } = await findChanged(ahead, from, limit)
      pages.push({ from, to: cursor, orderIds })
      from = cursor
      if (more) continue
      if (isLast) return
      isLast = !goesOn()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await Promise.all([readOn(7), readOn(50), ...Array.from({ length: 8 }, write)])
  // What was written late under a number that a reader had passed would be missing from its page.
  const { rows } = await shop.ctx.db.execute<{ id: number; orderId: number }>(
    sql`select id, order_id as "orderId" from order_log order by id`,
  )
  for (const { from, to, orderIds } of pages) {
    const within = rows.filter(({ id }) => id > from && id <= to).map(({ orderId }) => orderId)
    expect(new Set(orderIds)).toEqual(new Set(within))
  }
  shop.clock.advance(SETTLED_MS)
  const seen: Seen = new Map()
  const end = await pullAll(staff, 0, 7, seen)
  expect(seen).toEqual(await statesIn(shop))
  expect((await staff.call(pull, { query: { cursor: end } })).body.list).toEqual([])
})
