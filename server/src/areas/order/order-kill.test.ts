import { setTimeout as sleep } from 'node:timers/promises'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { refund, type SavedRefund } from '@zhanggui/contract/order/refund.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import type { Route, RouteAnswer } from '@zhanggui/contract/routes.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tellBySms } from '../../testing/buyer-message.ts'
import { draw } from '../../testing/chance.ts'
import { findUnbalanced } from '../../testing/checkout.ts'
import type { StoredOrder } from '../../testing/order.ts'
import { begin, openPayShop, type PayShop, payAtProvider, placeOrder, ring, setSettings } from '../../testing/pay.ts'
import { callServer, Refused, startServerOf, unlessGone } from '../../testing/process/killed-server.ts'
import type { ServerProcess } from '../../testing/process/server-process.ts'
import type { Caller, CallInput, Shop } from '../../testing/shop.ts'
import { storeDraft } from '../../testing/store.ts'
import { liftRateLimits } from '../../testing/walk/hostile.ts'
import { webhooks } from '../message/webhook/webhook.tables.ts'
import { askDue } from '../payment/refund/refund-send.service.ts'

/** How often the server is killed; the acceptance asks for 20. */
const ROUNDS = Number(process.env.KILL_RUNS ?? 2)
/** How many act at once. */
const HANDS = 8
/** The longest a burst may last. */
const BURST_MS = 1500
/** How the gateway takes refunds in each round; between rounds it sends everything back at once. */
const GATEWAY = ['sync', 'fail', 'async'] as const
const UNITS = 3
const PRICE_FEN = 19_90
/** Orders in the sheet of each round. */
const SHEET = 8

/** What an order must have come to: how often each was done. */
type Done = { ships?: number; refunds?: number; receives?: number; verifies?: number; cases?: number; backFen?: number }
/** An order on its way through its steps, each of which the server must take exactly once. */
type Life = {
  orders: readonly StoredOrder[]
  buyer: Caller
  steps: readonly Step[]
  done: Done
  /** Calls are repeated with the same Idempotency-Key, or without one. */
  isKeyed: boolean
  /** How many steps were acknowledged. */
  at: number
  /** The present step was begun before a kill. */
  isTried: boolean
  /** The numbers that the server has answered. */
  told: string[]
}
type World = { own: PayShop; staff: Caller; server: ServerProcess; life: Life }
type Step = {
  act: (world: World) => Promise<unknown>
  /** What a repetition without a key is refused with; steps without it are always repeated with one. */
  guard?: RegExp
}

/**
 * Makes the call of the present step.
 * @param looked how often somebody has looked at the order and begun anew
 */
function call<Spec extends Route>(
  { server, life: { orders, at, steps, isKeyed } }: World,
  who: Caller,
  route: Spec,
  input: CallInput<Spec>,
  looked = 0,
): Promise<RouteAnswer<Spec>> {
  const key = isKeyed || !steps[at]?.guard ? `${orders[0]?.orderNo}-${at}-${looked}` : undefined
  return callServer(server, route, who, input, key)
}
const orderOf = ({ life }: World) => life.orders[0] as StoredOrder
const infoOf = ({ server, staff, life }: World) =>
  callServer(server, order.info, staff, { query: { orderNo: life.orders[0]?.orderNo ?? '' } })

const ship = (num?: number): Step => ({
  async act(world) {
    const { orderNo, lines } = orderOf(world)
    const part = num && { lines: [{ lineId: lines[0]?.id ?? 0, num }] }
    const expressNumber = `SF${orderNo.slice(-12)}${world.life.at}`
    const { deliveryNo } = await call(world, world.staff, shipment.send, {
      body: { orderNo, deliveryType: 'express', expressCode: 'SF', expressNumber, ...part },
    })
    world.life.told.push(deliveryNo)
  },
  ...(!num && { guard: /订单已发货/ }),
})
/** One unit goes back. */
const refundOne = (restock = false): Step => ({
  async act(world) {
    const { orderNo, lines } = orderOf(world)
    const { refundNo } = (await call(world, world.staff, refund.start, {
      body: { orderNo, lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }], restock, reason: '少发一件' },
    })) as SavedRefund
    world.life.told.push(refundNo)
  },
})
/** Everything goes back to the balance, at once. */
const refundAll: Step = {
  async act(world) {
    const { orderNo } = orderOf(world)
    const { refundNo } = (await call(world, world.staff, refund.start, {
      body: { orderNo, amount: (UNITS * PRICE_FEN) / 100, method: 'balance', reason: '不想要了' },
    })) as SavedRefund
    world.life.told.push(refundNo)
  },
  guard: /订单已退款/,
}
/**
 * The money is waited for; what the gateway refuses goes to the balance. A call that was cut short after it had asked the
 * gateway is not run again by its key: staff look, and go on with a new one.
 */
const settled: Step = {
  async act(world) {
    for (let looked = 0; ; ) {
      const { refunds } = await infoOf(world)
      if (refunds.length !== 1) throw new Refused(`there are ${refunds.length} refunds`)
      const [latest] = refunds
      if (latest?.state === 1) return
      if (latest?.state !== 2) {
        await sleep(20)
        continue
      }
      try {
        await call(world, world.staff, refund.again, { body: { refundNo: latest.refundNo, method: 'balance' } }, looked)
      } catch (error) {
        if (!(error instanceof Refused && error.message.includes('IDEMPOTENCY_UNKNOWN'))) throw error
        looked++
      }
    }
  },
  guard: /该退款已成功|已有一笔退款正在处理/,
}
const apply: Step = {
  async act(world) {
    const { orderNo, lines } = orderOf(world)
    const { salesNo } = await call(world, world.life.buyer, frontAfterSales.apply, {
      body: { orderNo, serviceType: 0, reason: '与描述不符', lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }] },
    })
    world.life.told.push(salesNo)
  },
  guard: /已有售后申请正在处理/,
}
const approve: Step = {
  async act(world) {
    const { cases } = await infoOf(world)
    await call(world, world.staff, afterSales.check, { body: { id: cases[0]?.id ?? 0, pass: true } })
  },
  guard: /售后单已处理/,
}
const take: Step = {
  act: (world) => call(world, world.life.buyer, frontShipment.take, { body: { orderNo: orderOf(world).orderNo } }),
  guard: /订单已确认收货/,
}
const verify: Step = {
  async act(world) {
    const { rows } = await world.own.shop.ctx.db.execute<{ code: string }>(
      sql`select verify_code as code from store_order where id = ${orderOf(world).id}`,
    )
    await call(world, world.staff, pickup.verify, { params: { vCode: rows[0]?.code ?? '' }, body: {} })
  },
  guard: /该订单已核销/,
}
/** The sheet is confirmed once, and whoever goes on with it ships each row once. */
const confirm = (batchId: number): Step => ({
  act: (world) => call(world, world.staff, shipBatch.confirm, { body: { batchId } }),
  guard: /该批次已提交/,
})
const shipped = (batchId: number): Step => ({
  async act({ server, staff }) {
    for (;;) {
      const { state } = await callServer(server, shipBatch.info, staff, { params: { batchId } })
      if (state === 'done') return
      await sleep(50)
    }
  },
})

/** What becomes of an order. */
const kinds: readonly (Pick<Life, 'steps' | 'done'> & { isPickup?: true })[] = [
  { steps: [ship(1), ship(), take], done: { ships: 2, receives: 1 } },
  { steps: [refundOne(), settled, ship()], done: { ships: 1, refunds: 1, backFen: PRICE_FEN } },
  { steps: [apply, approve, settled, ship(2)], done: { ships: 1, refunds: 1, cases: 1, backFen: PRICE_FEN } },
  { steps: [refundAll], done: { refunds: 1, backFen: UNITS * PRICE_FEN } },
  { steps: [ship(), refundOne(true), settled, take], done: { ships: 1, refunds: 1, receives: 1, backFen: PRICE_FEN } },
  { steps: [verify], done: { verifies: 1, receives: 1 }, isPickup: true },
]

async function goOn(world: World): Promise<void> {
  const { life } = world
  for (;;) {
    const step = life.steps[life.at]
    if (!step) return
    try {
      await step.act(world)
    } catch (error) {
      // The first call was not answered, but it was done.
      const isDone = error instanceof Refused && !life.isKeyed && life.isTried && step.guard?.test(error.message)
      if (!isDone) {
        life.isTried = true
        throw error
      }
    }
    life.at++
    life.isTried = false
  }
}

async function payFor(own: PayShop, storeId?: number): Promise<StoredOrder> {
  const made = await placeOrder(own, {
    num: UNITS,
    ...(storeId && { shippingType: 2, storeId, province: '', city: '', district: '', cityId: 0, detail: '' }),
  })
  const { outTradeNo } = await begin(own, made.orderNo)
  const paid = await payAtProvider(own.shop, outTradeNo)
  if (paid) await ring(own.shop, paid)
  return made
}

/**
 * Minutes pass: dead calls are known as dead, tasks are taken over, gateways are asked again, and what the dead process had
 * reserved of the limit of wrong codes is free.
 */
async function passMinutes({ ctx }: Shop): Promise<void> {
  await ctx.db.execute(sql`delete from rate_limit`)
  await ctx.db.execute(sql`update idempotency_key set leased_until = now() where status is null`)
  await ctx.db.execute(sql`update task set heartbeat_at = heartbeat_at - interval '2 minutes' where status = 'running'`)
  await ctx.db.execute(sql`update refund set query_at = now() - interval '1 second' where state = 0`)
}

test('killed amid shipments, refunds, cases, pick-ups and sheets, a server loses nothing it acknowledged and does nothing twice; what follows comes once', async () => {
  const own = await openPayShop({ stock: 100_000 })
  const { shop } = own
  const { db } = shop.ctx
  await liftRateLimits(shop)
  await setSettings(shop, { order_give_integral: 1 })
  await tellBySms(shop, 'deliverGoods')
  await db.insert(webhooks).values({
    name: '跟单',
    url: 'https://127.0.0.1:9/',
    secret: '',
    events: ['order.shipped', 'order.refunded', 'order.received'],
  })
  const staff = await shop.signInAdmin()
  const { body: counter } = await staff.call(store.save, { body: storeDraft('漕溪路店') })
  const buyers = await Promise.all(Array.from({ length: HANDS }, () => shop.buyer()))
  const lives: Life[] = []
  const begun = (life: Pick<Life, 'orders' | 'buyer' | 'steps' | 'done'>): Life => {
    const made = { ...life, isKeyed: lives.length % 2 === 0, at: 0, isTried: false, told: [] }
    lives.push(made)
    return made
  }
  const isOver = ({ at, steps }: Life) => at === steps.length
  const underWay = () => lives.filter((life) => !isOver(life)).length
  const finishAll = async (server: ServerProcess) => {
    await setSettings(shop, { pay_sim_refund: 'sync' })
    await askDue(shop.ctx, new AbortController().signal)
    await Promise.all(lives.filter((life) => !isOver(life)).map((life) => goOn({ own, staff, server, life })))
  }
  let turn = 0
  const liveOn = async (server: ServerProcess, buyer: Caller) => {
    for (;;) {
      const { isPickup, ...kind } = kinds[turn++ % kinds.length] as (typeof kinds)[number]
      const made = await payFor({ ...own, buyer }, isPickup && counter.id)
      await goOn({ own, staff, server, life: begun({ ...kind, orders: [made], buyer }) })
    }
  }
  const readSheet = async (buyer: Caller): Promise<Life> => {
    const orders = await Promise.all(Array.from({ length: SHEET }, () => payFor({ ...own, buyer })))
    const text = orders.map(({ orderNo }) => `${orderNo} SF9${orderNo.slice(-12)}`).join('\n')
    const { body } = await staff.call(shipBatch.read, { body: { text } })
    const steps = [confirm(body.batchId), shipped(body.batchId)]
    return begun({ orders, buyer, steps, done: { ships: 1 } })
  }

  let cut = 0
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServerOf(shop)
    await finishAll(server)
    const sheet = await readSheet(await shop.buyer())
    await setSettings(shop, { pay_sim_refund: GATEWAY[round % GATEWAY.length] ?? 'sync' })
    const burst = [goOn({ own, staff, server, life: sheet }), ...buyers.map((buyer) => liveOn(server, buyer))].map(
      (each) => each.catch(unlessGone),
    )
    await sleep(BURST_MS / 3 + draw(BURST_MS))
    // A slow machine may have begun nothing yet.
    await expect.poll(underWay, { interval: 5 }).toBeGreaterThan(0)
    await server.kill()
    await Promise.all(burst)
    cut += underWay()
    await passMinutes(shop)
  }
  expect(cut, 'each kill came amid calls').toBeGreaterThanOrEqual(ROUNDS)
  await finishAll(await startServerOf(shop))

  await expect.poll(async () => (await db.execute(sql`select from outbox`)).rowCount).toBe(0)
  const { rows } = await db.execute<{ orderNo: string; numbers: string[] }>(sql`
    select order_no as "orderNo",
      (select count(*)::int from shipment where order_id = o.id and state <> 2) as ships,
      (select count(*)::int from notify_outbox where mark = 'deliverGoods' and channel = 'inner'
        and biz_id in (select delivery_no from shipment where order_id = o.id)) as "shipsTold",
      (select count(*)::int from refund where order_id = o.id and state = 1) as refunds,
      (select count(*)::int from refund where order_id = o.id and state <> 1) as "refundsLeft",
      (select coalesce(sum(amount_fen), 0)::int from sim_refund where state = 1 and out_trade_no like order_no || '-%')
        + (select coalesce(sum(number_fen), 0)::int from user_bill where link_id = order_no and type = 'pay_product_refund'
          and affect_balance) as "backFen",
      (select coalesce(sum(number_fen), 0)::int from user_bill where link_id = order_no and type = 'pay_product_refund') as "bookedFen",
      (select count(*)::int from after_sales where order_id = o.id) as cases,
      (select json_object_agg(change_type, num) from (select change_type, count(*) as num from order_log
        where order_id = o.id and change_type in ('ship', 'receive', 'verify', 'afterApply')
        group by change_type) as logs) as logs,
      (select json_object_agg(event, num) from (select event, count(*) as num from webhook_delivery
        where payload ->> 'orderNo' = order_no group by event) as events) as events,
      (select json_object_agg(action, num) from (select action, count(*) as num from audit_entry
        where object_name = order_no and action in ('ship', 'verify', 'refund') group by action) as acts) as acts,
      array(select delivery_no from shipment where order_id = o.id union select refund_no from refund where order_id = o.id
        union select sales_no from after_sales where order_id = o.id) as numbers
    from store_order as o order by order_no`)
  const some = (counts: Record<string, number>) => {
    const known = Object.entries(counts).filter(([, num]) => num)
    return known.length ? Object.fromEntries(known) : null
  }
  const expected = lives.flatMap(({ orders, done }) => {
    const { ships = 0, refunds = 0, receives = 0, verifies = 0, cases = 0, backFen = 0 } = done
    return orders.map(({ orderNo }) => ({
      orderNo,
      ships,
      shipsTold: ships,
      refunds,
      refundsLeft: 0,
      backFen,
      bookedFen: backFen,
      cases,
      logs: some({ ship: ships, receive: receives, verify: verifies, afterApply: cases }),
      events: some({ 'order.shipped': ships, 'order.refunded': refunds, 'order.received': receives }),
      acts: some({ ship: ships, refund: refunds, verify: verifies }),
    }))
  })
  expect(rows.map(({ numbers: _, ...row }) => row)).toEqual(
    expected.sort((one, other) => (one.orderNo < other.orderNo ? -1 : 1)),
  )
  const known = new Set(rows.flatMap(({ numbers }) => numbers))
  expect(lives.flatMap(({ told }) => told).filter((number) => !known.has(number))).toEqual([])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const acts = lives.reduce((sum, { at }) => sum + at, 0)
  if (process.env.KILL_RUNS)
    process.stdout.write(`${ROUNDS} kills, ${rows.length} orders, ${acts} acts, ${cut} orders or sheets cut\n`)
})
