import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { copiesOf, makeCoupon } from '../../../testing/coupon-grant.ts'
import { makeOrder } from '../../../testing/order.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from '../../../testing/product.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { productCoupons } from '../../product/product/product-coupon.tables.ts'
import { storeOrders } from '../order/order.tables.ts'

async function openGifts() {
  const shop = await openShop()
  const { ctx, app } = shop
  const staff = await shop.signIn({ can: [orderRoutes.log], permissions: productPermissions })
  const cateId = await makeCategory(staff, '茶')
  const make = async (storeName: string) => (await makeProduct(staff, productDraft(cateId, { storeName }))).id
  const [tea, cup] = [await make('茶叶'), await make('茶杯')]
  const attach = async (productId: number, couponIds: readonly number[]) => {
    await ctx.db
      .insert(productCoupons)
      .values(couponIds.map((couponId, position) => ({ productId, couponId, position })))
  }
  const uid = await makeCustomer(ctx)
  await app.work()
  const buyBoth = (more: object = {}) =>
    makeOrder(ctx, { uid, paid: true, lines: [{ productId: tea }, { productId: cup }], ...more })
  /** Tells that orders are paid, and waits until all consumers heard it. */
  const tell = async (...orderIds: number[]) => {
    for (const orderId of orderIds) await inTransaction(ctx, (tx) => emit(tx, 'order.paid', { orderId }))
    const left = async () => (await ctx.db.execute(sql`select event from outbox where consumer = 'coupon-gift'`)).rows
    await expect.poll(left).toEqual([])
  }
  const logOf = async (orderNo: string) =>
    (await staff.call(orderRoutes.log, { query: { orderNo } })).body.list.map(({ message }) => message)
  return { ctx, tea, cup, attach, uid, buyBoth, tell, logOf }
}

test('a paid order gives each coupon of its products once, told twice or by two products; what fails stands in its log', async () => {
  const { ctx, tea, cup, attach, uid, buyBoth, tell, logOf } = await openGifts()
  const [shared, own] = [
    await makeCoupon(ctx, { type: 3, limitPerUser: 2 }),
    await makeCoupon(ctx, { type: 3, limitPerUser: 2 }),
  ]
  const gone = await makeCoupon(ctx, { type: 3, name: '没了', isLimited: true, total: 1, received: 1 })
  const closed = await makeCoupon(ctx, { type: 3, name: '关了', status: false })
  const past = new Date(ctx.now().getTime() - 60_000)
  const ended = { isFixedTime: true, useStart: new Date(past.getTime() - 60_000), useEnd: past }
  const spent = await makeCoupon(ctx, { type: 3, name: '过了', ...ended })
  await attach(tea, [shared, gone, spent, await makeCoupon(ctx, { type: 1 })])
  await attach(cup, [own, shared, closed])
  const order = await buyBoth()
  await tell(order.id, order.id)
  const given = (await copiesOf(ctx)).map((copy) => [copy.uid, copy.couponId, copy.source, copy.giftOrderId])
  expect(given).toEqual([
    [uid, shared, 'buy', order.id],
    [uid, own, 'buy', order.id],
  ])
  const log = await logOf(order.orderNo)
  expect(
    log.filter((message) => message.includes('未能赠送')),
    'each once',
  ).toHaveLength(3)
  expect(log.filter((message) => message.startsWith('赠送优惠券「'))).toHaveLength(2)
  expect(log).toContain('优惠券「没了」未能赠送：已经被领完')
  expect(log).toContain('优惠券「关了」未能赠送：优惠券已关闭')
  expect(log).toContain('优惠券「过了」未能赠送：使用时间已过')
  const [second, third] = [await buyBoth(), await buyBoth()]
  await tell(second.id)
  await tell(third.id)
  expect((await copiesOf(ctx)).map(({ giftOrderId }) => giftOrderId)).toEqual([
    order.id,
    order.id,
    second.id,
    second.id,
  ])
  expect(await logOf(third.orderNo)).toContain('优惠券「满减券」未能赠送：买家已达到每人限领数量')
})

test('nothing is given with a reship, nor with an order that was refunded whole by then', async () => {
  const { ctx, tea, attach, buyBoth, tell } = await openGifts()
  await attach(tea, [await makeCoupon(ctx, { type: 3, limitPerUser: 9 })])
  const [reship, refunded] = [await buyBoth({ source: 'reship' }), await buyBoth()]
  await ctx.db.update(storeOrders).set({ refundStatus: 2 }).where(eq(storeOrders.id, refunded.id))
  await tell(reship.id, refunded.id, 999_999)
  expect(await copiesOf(ctx)).toEqual([])
})
