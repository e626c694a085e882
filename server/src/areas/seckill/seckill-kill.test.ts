import { setTimeout as sleep } from 'node:timers/promises'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/http/context.ts'
import { draw } from '../../testing/chance.ts'
import { addressIdOf, findUnbalanced, openSellingShop } from '../../testing/checkout.ts'
import { callServer, Refused, startServerOf, unlessGone } from '../../testing/process/killed-server.ts'
import { openSeckill, seckillCalls, seckillDraft } from '../../testing/seckill.ts'
import type { Caller } from '../../testing/shop.ts'
import { liftRateLimits } from '../../testing/walk/hostile.ts'
import { addBalance } from '../user/ledger/ledger.service.ts'

/** How often the server is killed; the acceptance asks for 20. */
const ROUNDS = Number(process.env.KILL_RUNS ?? 2)
/** Buyers and units of each round: more want one than there are. */
const BUYERS = 30
const UNITS = 20
const BURST_MS = 800

test('a server killed during a rush loses no order that it acknowledged, and quota, stock and money add up', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 5, stock: 10_000 }] })
  const { shop } = opened
  const { db } = shop.ctx
  await liftRateLimits(shop)
  const keeper = await shop.signIn({ can: seckillCalls })
  // A slot of the whole day: the server that is killed has the clock of this machine.
  await db.execute(sql`update seckill_slot set is_del = true`)
  const { body: slot } = await keeper.call(seckillSlot.save, {
    body: { name: '全天', startHour: 0, endHour: 24, sliderImgs: ['https://m.example/s.jpg'] },
  })
  const own = { ...opened, keeper, timeId: slot.id }
  const acknowledged: string[] = []
  let cut = 0
  for (let round = 0; round < ROUNDS; round++) {
    const attrValue = [{ skuId: opened.skuId, price: 9.9, quota: UNITS }]
    await db.execute(sql`update activity set status = false`)
    const sale = await openSeckill(own, { ...seckillDraft(own), title: `第${round}场`, attrValue })
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.buyer()))
    const addresses = new Map(
      await Promise.all(buyers.map(async (buyer) => [buyer, await addressIdOf(buyer)] as const)),
    )
    for (const { userId: uid } of buyers)
      await inTransaction(shop.ctx, (tx) => addBalance(tx, { uid, type: 'system_add', numberFen: 100_00 }))
    const server = await startServerOf(shop)
    const won = new Set<Caller>()
    const buy = async (buyer: Caller) => {
      const orderDetails = [{ attrValueId: sale.activitySkuId, productNum: 1, seckillId: sale.id }]
      const { preOrderNo } = await callServer(server, frontOrder.pre, buyer, {
        body: { preOrderType: 'buyNow', orderDetails },
      })
      const addressId = addresses.get(buyer) ?? 0
      const { orderNo } = await callServer(server, frontOrder.create, buyer, {
        body: { preOrderNo, shippingType: 1, addressId },
      })
      acknowledged.push(orderNo)
      won.add(buyer)
      // Half of them pay at once, a few change their minds.
      if (buyer.userId % 2)
        await callServer(server, frontPay.pay, buyer, { body: { orderNo, payType: 'yue', channel: 'h5' } })
      else if (buyer.userId % 6 === 0) await callServer(server, frontOrder.cancel, buyer, { body: { orderNo } })
    }
    let open = buyers.length
    const burst = buyers.map((buyer) =>
      buy(buyer)
        .catch((error: unknown) => {
          const isLate = error instanceof Refused && error.message.includes('SOLD_OUT')
          if (!isLate) unlessGone(error)
        })
        .finally(() => open--),
    )
    await sleep(BURST_MS / 4 + draw(BURST_MS))
    if (open) cut++
    await server.kill()
    await Promise.all(burst)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
    const { rows } = await db.execute<{ quota: number; orders: number }>(sql`
      select quota, (select count(*)::int from store_order where activity_id = ${sale.id} and close_type = 0) as orders
      from activity_sku where activity_id = ${sale.id}`)
    expect(rows[0]?.quota).toBe(UNITS - (rows[0]?.orders ?? 0))
    expect(rows[0]?.orders).toBeLessThanOrEqual(UNITS)
  }
  const { rows } = await db.execute<{ orderNo: string }>(sql`select order_no as "orderNo" from store_order`)
  const known = new Set(rows.map(({ orderNo }) => orderNo))
  expect(acknowledged.filter((orderNo) => !known.has(orderNo))).toEqual([])
  if (process.env.KILL_RUNS)
    process.stdout.write(`${ROUNDS} kills, ${cut} of them amid the burst, ${known.size} orders\n`)
})
