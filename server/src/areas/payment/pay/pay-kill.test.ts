import { setTimeout as sleep } from 'node:timers/promises'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tellBySms } from '../../../testing/buyer-message.ts'
import { draw } from '../../../testing/chance.ts'
import { addressIdOf, findUnbalanced } from '../../../testing/checkout.ts'
import { openPayShop, payAtProvider, signNote } from '../../../testing/pay.ts'
import { callServer, Refused, startServerOf, unlessGone } from '../../../testing/process/killed-server.ts'
import type { ServerProcess } from '../../../testing/process/server-process.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { expectReconciled } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { webhooks } from '../../message/webhook/webhook.tables.ts'

/** How often the server is killed; the acceptance asks for 20. */
const ROUNDS = Number(process.env.KILL_RUNS ?? 2)
const BUYERS = 8
/** The longest a burst may last. */
const BURST_MS = 900

/** An order on its way, with what the server has acknowledged of it. Repeating what was not acknowledged is safe. */
type Purchase = {
  buyer: Caller
  addressId: number
  preOrderNo: string
  /** Cancelled instead of paid. */
  cancels: boolean
  orderNo?: string
  attempt?: { outTradeNo: string; amount: number }
  done?: true
}

/** @param servers of one shop: the last one hears the provider too */
async function goOn(shop: Shop, servers: readonly ServerProcess[], purchase: Purchase): Promise<void> {
  const [server, other = server] = servers
  if (!server || !other) throw new Error('no server')
  const { buyer, addressId, preOrderNo, cancels } = purchase
  purchase.orderNo ??= (
    await callServer(server, frontOrder.create, buyer, { body: { preOrderNo, shippingType: 1, addressId } })
  ).orderNo
  const { orderNo } = purchase
  if (cancels) {
    await callServer(server, frontOrder.cancel, buyer, { body: { orderNo } }).catch((error: Error) => {
      // The first call was not answered, but it was done.
      if (!error.message.includes('订单已关闭')) throw error
    })
  } else {
    if (!purchase.attempt) {
      const { outTradeNo } = await callServer(server, frontPay.pay, buyer, {
        body: { orderNo, payType: 'weixin', channel: 'h5' },
      })
      purchase.attempt = { outTradeNo, amount: (await payAtProvider(shop, outTradeNo))?.amount ?? 0 }
    }
    const note = await signNote(shop, purchase.attempt)
    // A provider repeats itself, and one answer is enough for it.
    const ring = async ({ url }: ServerProcess) => {
      const { path, headers, payload } = note
      const answer = await fetch(url + path, { method: 'POST', headers, body: payload })
      if (answer.status !== 200) throw new Refused(`${answer.status} ${await answer.text()}`)
    }
    if (other === server) await Promise.any([ring(server), ring(server)])
    else await Promise.all([ring(server), ring(other), ring(server), ring(other)])
  }
  purchase.done = true
}

test('killed amid creations and call-backs, a server loses nothing it acknowledged; two hear the same call-backs; what follows comes once', async () => {
  const own = await openPayShop({ stock: 100_000 })
  const { shop, skuId } = own
  await liftRateLimits(shop)
  await tellBySms(shop, 'paySuccess')
  await shop.ctx.db.insert(webhooks).values({
    name: '跟单',
    url: 'https://127.0.0.1:9/',
    secret: '',
    events: ['order.created', 'order.paid', 'order.closed'],
  })
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.buyer()))
  const addresses = await Promise.all(buyers.map(addressIdOf))
  const start = () => startServerOf(shop)
  const purchases: Purchase[] = []
  const finishAll = (server: ServerProcess) =>
    Promise.all(purchases.filter(({ done }) => !done).map((each) => goOn(shop, [server], each)))
  const buyOne = async (servers: readonly [ServerProcess, ...ServerProcess[]], place: number) => {
    const [buyer, addressId] = [buyers[place], addresses[place]]
    if (!buyer || !addressId) throw new Error('no buyer')
    const orderDetails = [{ attrValueId: skuId, productNum: 1 }]
    const { preOrderNo } = await callServer(servers[0], frontOrder.pre, buyer, {
      body: { preOrderType: 'buyNow', orderDetails },
    })
    const purchase: Purchase = { buyer, addressId, preOrderNo, cancels: purchases.length % 5 === 4 }
    purchases.push(purchase)
    await goOn(shop, servers, purchase)
  }
  const buyOn = async (server: ServerProcess, place: number) => {
    for (;;) await buyOne([server], place)
  }
  const underWay = () => purchases.filter(({ done }) => !done).length
  let cut = 0
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start()
    await finishAll(server)
    const burst = buyers.map((_, place) => buyOn(server, place).catch(unlessGone))
    await sleep(BURST_MS / 3 + draw(BURST_MS))
    // A slow machine may have begun nothing yet.
    await expect.poll(underWay, { interval: 5 }).toBeGreaterThan(0)
    await server.kill()
    await Promise.all(burst)
    cut += underWay()
  }
  expect(cut, 'each kill came amid calls').toBeGreaterThanOrEqual(ROUNDS)
  const [one, two] = [await start(), await start()]
  await finishAll(one)
  // Both hear the provider of each order now.
  await Promise.all(buyers.map((_, place) => buyOne(place % 2 ? [one, two] : [two, one], place)))

  const { db } = shop.ctx
  await expect.poll(async () => (await db.execute(sql`select from outbox`)).rowCount).toBe(0)
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select pre_order_no, order_no, paid, close_type,
      (select count(*)::int from user_bill where link_id = order_no) as bills,
      (select count(*)::int from user_integral_record where link_id = order_no) as points,
      (select count(*)::int from order_log where order_id = o.id and change_type = 'pay') as logs,
      (select count(*)::int from notify_outbox where mark = 'paySuccess' and channel = 'inner' and biz_id = o.id::text) as told,
      (select array_agg(event order by event) from webhook_delivery where payload ->> 'orderNo' = o.order_no) as events
    from store_order o order by pre_order_no`)
  const expected = purchases.map(({ preOrderNo, orderNo, cancels }) => ({
    pre_order_no: preOrderNo,
    order_no: orderNo,
    paid: !cancels,
    close_type: cancels ? 1 : 0,
    ...(cancels ? { bills: 0, points: 0, logs: 0, told: 0 } : { bills: 1, points: 1, logs: 1, told: 1 }),
    events: cancels ? ['order.closed', 'order.created'] : ['order.created', 'order.paid'],
  }))
  expect(rows).toEqual(expected.sort((one, other) => (one.pre_order_no < other.pre_order_no ? -1 : 1)))
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await expectReconciled(shop.ctx)
  const { rows: money } = await db.execute(sql`select (select count(*)::int from refund) as refunds,
    (select coalesce(sum(paid_fen), 0)::int from sim_payment) = (select coalesce(sum(pay_price_fen), 0)::int
      from store_order where paid) as same`)
  expect(money).toEqual([{ refunds: 0, same: true }])
  if (process.env.KILL_RUNS) process.stdout.write(`${ROUNDS} kills, ${purchases.length} orders, ${cut} of them cut\n`)
})
