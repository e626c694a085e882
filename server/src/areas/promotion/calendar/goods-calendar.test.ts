import { activityCalendar } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openBargain, openBargainShop, orderSession, win } from '../../../testing/bargain.ts'
import { storeCoupon } from '../../../testing/coupon-copy.ts'
import { openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

const can = [activityCalendar.calendar, activityCalendar.lowest]

test('a flash sale stands in the calendar with what is left and the lowest price of its SKUs, coupons where it takes them', async () => {
  const shop = await openSeckillShop()
  const { ctx, clock } = shop.shop
  const sale = await openSeckill(shop)
  const staff = await shop.shop.signIn({ can, permissions: ['admin:product:cost:view'] })
  const today = toWireDay(clock.now())
  const show = async (query: object = {}) =>
    (await staff.call(activityCalendar.calendar, { query: { start: today, end: today, types: [1, 2, 3], ...query } }))
      .body
  const row = {
    type: 1,
    id: sale.id,
    title: '毛巾秒杀',
    productId: shop.productId,
    phase: 'running',
    status: true,
    quota: 10,
    quotaShow: 10,
    lowest: 9.9,
    cost: 5,
    belowCost: false,
  }
  expect(await show()).toMatchObject([row])
  expect(await show({ productId: shop.productId, cateId: shop.cateId })).toMatchObject([row])
  expect(await show({ productId: shop.productId + 1 })).toEqual([])
  expect(await show({ types: [2, 3] })).toEqual([])

  // A coupon that could be spent meanwhile counts only where the activity takes coupons.
  await storeCoupon(ctx, { moneyFen: 600 })
  expect(await show()).toMatchObject([row])
  const taking = await openSeckill(shop, {
    title: '可用券',
    allowCoupon: true,
    timeId: shop.timeId + 1,
    confirmBelowCost: true,
  })
  const below = { id: taking.id, lowest: 3.9, belowCost: true, phase: 'upcoming' }
  expect(await show()).toMatchObject([row, below])
  const plain = await shop.shop.signIn({ can })
  const { body } = await plain.call(activityCalendar.calendar, { query: { start: today, end: today, types: [1] } })
  for (const each of body) for (const field of ['cost', 'belowCost']) expect(each).not.toHaveProperty(field)
})

test('the lowest price of a product is that of the activity in which it is sold cheapest, and when', async () => {
  const shop = await openSeckillShop()
  const staff = await shop.shop.signIn({ can })
  const lowest = async () => (await staff.call(activityCalendar.lowest, { query: { productId: shop.productId } })).body
  expect(await lowest()).toMatchObject([{ lowest: 20, way: { type: 0 } }])
  const sale = await openSeckill(shop)
  const today = toWireDay(shop.shop.clock.now())
  expect(await lowest()).toMatchObject([
    { lowest: 9.9, way: { type: 1, id: sale.id, title: '毛巾秒杀' }, to: `${today} 09:59:59` },
  ])
  shop.shop.clock.advance(70 * 60_000)
  expect(await lowest()).toMatchObject([{ lowest: 20, way: { type: 0 } }])
})

test('the calendar tells what is paid in a bargain, also where the shelf is below its lowest price', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const { buyer, id } = await win(own, sale)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 500 where id = ${own.skuId}`)
  const orderNo = await orderSession(buyer, sale, id)
  const { rows } = await shop.ctx.db.execute(
    sql`select pay_price_fen::int as fen from store_order where order_no = ${orderNo}`,
  )
  expect(rows).toEqual([{ fen: 500 }])
  const staff = await shop.signIn({ can: [activityCalendar.calendar] })
  const today = toWireDay(shop.clock.now())
  const { body } = await staff.call(activityCalendar.calendar, { query: { start: today, end: today, types: [2] } })
  expect(body).toMatchObject([{ lowest: 5 }])
})
