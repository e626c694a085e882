import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { splitFen } from '@zhanggui/domain/split.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openPayShop, type PayShop, setSettings, takeFor } from '../../../testing/pay.ts'
import { all, ask, give, one } from '../../../testing/refund.ts'
import { balancesOf } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'

/** How many orders are drawn; each is refunded until nothing is left. */
const ORDERS = Number(process.env.REFUND_ORDERS ?? 12)
const SEED = Number(process.env.REFUND_SEED ?? 20_261_123)

type Draw = (least: number, most: number) => number

/** An order of random lines, with coupon, points, freight and a price that was changed; paid from the balance. */
async function placeRandom(own: PayShop, draw: Draw) {
  const { shop, buyer, productId, skuId } = own
  const count = draw(1, 4)
  const goods = Array.from({ length: count }, () => ({ unitPriceFen: draw(1, 9_999), num: draw(1, 5) }))
  const totals = goods.map(({ unitPriceFen, num }) => unitPriceFen * num)
  const total = totals.reduce((sum, each) => sum + each, 0)
  const [couponFen, pointsFen] = [draw(0, Math.floor(total / 4)), draw(0, Math.floor(total / 4))]
  const [points, gain] = [pointsFen, draw(0, 300)]
  const [coupons, deductions] = [splitFen(couponFen, totals), splitFen(pointsFen, totals)]
  const made = await inTransaction(shop.ctx, async (tx) => {
    const system = { uid: buyer.userId, linkType: 'system', title: '后台积分操作', status: 3 } as const
    if (points) await changePoints(tx, { ...system, type: 1, integral: points })
    const order = await makeOrder(tx, {
      uid: buyer.userId,
      couponPriceFen: couponFen,
      deductionPriceFen: pointsFen,
      useIntegral: points,
      payPostageFen: draw(0, 2) * draw(0, 900),
      gainIntegral: gain,
      lines: goods.map((each, at) => ({
        productId,
        skuId,
        storeName: `商品${at + 1}`,
        ...each,
        couponShareFen: coupons[at] ?? 0,
        integralShareFen: deductions[at] ?? 0,
        useIntegralShare: deductions[at] ?? 0,
      })),
    })
    await takeFor(tx, order)
    return order
  })
  await give(own, made.payPriceFen + 1)
  if (made.payPriceFen) {
    const body = { orderNo: made.orderNo, payType: 'yue' as const, channel: 'h5' as const }
    expect((await buyer.call(frontPay.pay, { body })).status).toBe(200)
  }
  return made
}

test('over HTTP, whatever is refunded of orders with coupon, points and freight is booked as the calculator said, to the last fen', async () => {
  const own = await openPayShop({ stock: 5000 })
  const { shop, buyer } = own
  await liftRateLimits(shop)
  await setSettings(shop, { reauth_amount: 999_999_00 })
  const random = randomFrom(SEED)
  const draw: Draw = (least, most) => least + Math.floor(random() * (most - least + 1))
  const staff = await shop.signIn({ can: [refund.start, shipment.send] })
  const stockOf = async () =>
    Number((await one(own, sql`select stock from product_sku where id = ${own.skuId}`))?.stock)
  let done = 0
  for (let round = 0; round < ORDERS; round++) {
    const { id, orderNo, payPriceFen, useIntegral } = await placeRandom(own, draw)
    if (!payPriceFen) continue
    // Acts with money are counted by the minute.
    shop.clock.advance(61_000)
    for (let turn = 0; turn < 12; turn++) {
      const lines = await all<{ id: number; num: number; sent: number; back: number; cut: number }>(
        own,
        sql`select id::int, num, sent_num as sent, refund_num as back, cut_num as cut from order_line where order_id = ${id} order by id`,
      )
      const open = lines.filter(({ num, back }) => num > back)
      if (!open.length) break
      const unsent = lines.filter(({ num, sent, cut }) => num > sent + cut)
      if (draw(0, 3) === 0 && unsent.length) {
        const sent = unsent.map((line) => ({ lineId: line.id, num: draw(1, line.num - line.sent - line.cut) }))
        await staff.call(shipment.send, { body: { orderNo, deliveryType: 'fictitious', lines: sent } })
      }
      const units = open
        .filter(() => turn > 8 || draw(0, 1))
        .map((line) => ({ lineId: line.id, num: turn > 8 ? line.num - line.back : draw(1, line.num - line.back) }))
      const asked = {
        ...(units.length ? { lines: units } : { amount: draw(1, payPriceFen) / 100 }),
        ...(units.length && draw(0, 4) === 0 && { amount: draw(1, payPriceFen) / 100 }),
        ...(draw(0, 4) === 0 && { postage: draw(0, 900) / 100 }),
        ...(draw(0, 1) && { restock: true }),
      }
      const quoted = await staff.call(refund.quote, { body: { orderNo, ...asked } })
      const before = await balancesOf(shop.ctx, buyer.userId)
      const [had, stock] = [
        await one(own, sql`select refund_price_fen as fen from store_order where id = ${id}`),
        await stockOf(),
      ]
      const { status, body } = await ask(staff, { orderNo, ...asked })
      const way = `order ${round}, turn ${turn}: ${JSON.stringify(asked)}`
      expect([status, body.message], way).toEqual([quoted.status, (quoted.body as { message?: string }).message])
      if (status !== 200) continue
      done++
      const { total, postage, pointsBack, pointsTaken, pointsShort, experience, text, ends, stock: shelf } = quoted.body
      const fen = Math.round(total * 100)
      const after = await balancesOf(shop.ctx, buyer.userId)
      expect(after, way).toMatchObject({
        money: (before?.money ?? 0) + fen,
        // What it earns is not done yet, and lowered where it waits.
        integral: (before?.integral ?? 0) + pointsBack,
        experience: (before?.experience ?? 0) - experience,
      })
      expect([pointsShort, pointsTaken >= 0], way).toEqual([0, true])
      const [row] = await all(
        own,
        sql`select refund_price_fen::int as fen, refund_status as status from store_order where id = ${id}`,
      )
      expect(row, way).toEqual({ fen: Number(had?.fen) + fen, status: ends ? 2 : 0 })
      expect(await stockOf(), way).toBe(stock + shelf.reduce((sum, { num }) => sum + num, 0))
      const [kept] = await all(
        own,
        sql`select text, amount_fen::int as fen, postage_amount_fen::int as postage from refund order by id desc limit 1`,
      )
      expect(kept, way).toEqual({ text, fen, postage: Math.round(postage * 100) })
    }
    const [end] = await all(
      own,
      sql`select back_integral as points, (select bool_and(refund_num = num) from order_line where order_id = ${id}) as whole
        from store_order where id = ${id}`,
    )
    if (end?.whole) expect(end.points).toBe(useIntegral)
    expect(await findUnbalanced(shop.ctx), `order ${round}`).toEqual([])
  }
  expect(done).toBeGreaterThan(ORDERS)
})
