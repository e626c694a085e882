import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { makeOrders } from '../../../testing/order.ts'
import { buyIn, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

const DAY_MS = 24 * 3600_000
const can = [activityReport.goods]

test('an activity is compared with as many days before it: what was sold less otherwise, what more goods cost and what was given come off', async () => {
  const own = await openSeckillShop()
  const { shop, productId, skuId } = own
  const sale = await openSeckill(own)
  const start = shop.clock.now().getTime()
  const sold = (days: number, num: number, more: object = {}, line: object = {}) => {
    const payTime = new Date(start + days * DAY_MS)
    const lines = [{ productId, skuId, num, unitPriceFen: 20_00, costFen: 5_00, ...line }]
    return { paid: true, payTime, createdAt: payTime, lines, ...more }
  }
  const inSale = { activityId: sale.id, orderKind: 'seckill' as const }
  await makeOrders(shop.ctx, [
    ...Array.from({ length: 7 }, (_, at) => sold(-1 - at, 1)),
    // Earlier than a week, of another product, and made good: none of them is usual.
    sold(-8, 5),
    sold(-2, 5, {}, { productId: productId + 1 }),
    sold(-3, 5, { source: 'reship' as const }),
    sold(1, 1),
    sold(1.1, 2, {}, { refundNum: 2, refundMoneyFen: 40_00 }),
    sold(0, 2, inSale, { unitPriceFen: 10_00, giveIntegral: 4 }),
    sold(1, 1, inSale, { unitPriceFen: 10_00, giveIntegral: 4 }),
    // Of the days after it, only what its own orders brought counts.
    sold(2.1, 1, inSale, { unitPriceFen: 10_00 }),
    sold(2.1, 3),
  ])
  const first = await shop.signIn({ can, permissions: ['admin:product:cost:view'] })
  const early = (await first.call(activityReport.goods, { query: { id: sale.id } })).body
  expect(early.lift).toBeNull()
  shop.clock.advance(4 * DAY_MS)
  const staff = await shop.signIn({ can, permissions: ['admin:product:cost:view'] })
  const { body } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  // Two usual days bring 40.00 at a cost of 10.00; on these two 20.00 came at 5.00, and the sale's four units cost 20.00.
  expect(body.lift).toEqual({ days: 2, sold: 40, fewer: 20, extraCost: 15, gifts: 0.12, net: 4.88 })
  const dayOf = (days: number) => toWireDay(new Date(start + days * DAY_MS))
  expect(body.usual).toEqual([
    ...Array.from({ length: 7 }, (_, at) => ({ day: dayOf(at - 7), amount: 20 })),
    { day: dayOf(1), amount: 20 },
    { day: dayOf(2), amount: 60 },
  ])
  const blind = await shop.signIn({ can })
  const told = (await blind.call(activityReport.goods, { query: { id: sale.id } })).body
  expect(told).not.toHaveProperty('lift')
  expect(told.usual).toEqual(body.usual)
})

test('a SKU that is sold out says when, and after how long in its hours', async () => {
  const own = await openSeckillShop()
  const { shop } = own
  const sale = await openSeckill(own, { attrValue: [{ skuId: own.skuId, price: 9.9, quota: 2 }] })
  const staff = await shop.signIn({ can })
  const skus = async () => (await staff.call(activityReport.goods, { query: { id: sale.id } })).body.skus
  await buyIn(own, await shop.buyer(), sale, 1)
  expect(await skus()).toMatchObject([{ quotaShow: 2, sold: 1, soldOutTime: null, soldOutSeconds: null }])
  await buyIn(own, await shop.buyer(), sale, 1)
  const [sku] = await skus()
  expect(sku).toMatchObject({ sold: 2, soldOutTime: expect.stringContaining(' 09:') })
  // From eight o'clock on.
  expect(sku?.soldOutSeconds).toBeGreaterThanOrEqual(3600)
  expect(sku?.soldOutSeconds).toBeLessThan(7200)
})
