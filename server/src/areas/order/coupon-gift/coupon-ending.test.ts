import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { frontCoupon, frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { beginBuying, buy, findUnbalanced, openSellingShop, placeOrder, sell } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon.ts'
import { giveCopy, storeCoupon } from '../../../testing/coupon-copy.ts'
import type { Shop } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { productCoupons } from '../../product/product/product-coupon.tables.ts'

/** How often two act at once. */
const ROUNDS = Number(process.env.COUPON_RACES ?? 12)
const can = [orderRoutes.info, orderRoutes.paid, orderRoutes.log, refund.start, couponCopy.receive, couponCopy.undo]

/** A shop that sells towels for 20 yuan, staff and a buyer. */
async function openTowels() {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 1000 }] })
  const { shop, skuId } = opened
  await liftRateLimits(shop)
  const [buyer, staff] = [await shop.buyer(), await shop.signIn({ can })]
  const copyOf = async (id: number) => (await shop.ctx.db.select().from(couponCopies).where(eq(couponCopies.id, id)))[0]
  const buyPaid = async (couponId?: number) => {
    const orderNo = await buy(buyer, skuId, 1, couponId ? { couponId } : {})
    await staff.call(orderRoutes.paid, { body: { orderNo, reason: '转账已到' } })
    const { id } = (await staff.call(orderRoutes.info, { query: { orderNo } })).body
    return { orderNo, id }
  }
  const refundAll = (orderNo: string, amount: number) =>
    staff.call(refund.start, { body: { orderNo, reason: '不想要了', method: 'balance', amount } })
  const cancel = (orderNo: string) => buyer.call(frontOrder.cancel, { body: { orderNo } })
  const lastOf = async (orderNo: string) =>
    (await staff.call(orderRoutes.log, { query: { orderNo } })).body.list[0]?.message ?? ''
  /** Sends the buyer a coupon of its own. Returns the send and the copy. */
  const send = async () => {
    const couponId = await storeCoupon(shop.ctx)
    const { body } = await staff.call(couponCopy.receive, { body: { couponId, uid: [buyer.userId] } })
    const [copy] = await shop.ctx.db.select().from(couponCopies).where(eq(couponCopies.couponId, couponId))
    return { sendId: Number((body as { sendId: number }).sendId), copyId: copy?.id ?? 0 }
  }
  const undo = (sendId: number) => staff.call(couponCopy.undo, { body: { sendId } })
  return { ...opened, buyer, clerk: staff, copyOf, buyPaid, refundAll, cancel, lastOf, send, undo }
}

/** How many connections of this shop wait for a lock. */
async function countWaiting({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.waiting ?? 0
}

/** Runs `first` up to the stock of a SKU, then `second` until it is done or waits as well, and then both to their end. */
async function meet(shop: Shop, skuId: number, [first, second]: Acts) {
  let [isDone, acts]: [boolean, Promise<Answer>[]] = [false, []]
  await inTransaction(shop.ctx, async (tx) => {
    await tx.db.execute(sql`select from product_sku where id = ${skuId} for update`)
    const begun = first()
    while ((await countWaiting(shop)) < 1);
    const other = second().finally(() => {
      isDone = true
    })
    while (!isDone && (await countWaiting(shop)) < 2);
    acts = [begun, other]
  })
  return (await Promise.all(acts)).map(({ status }) => status)
}
type Answer = { status: number }
type Acts = readonly [() => Promise<Answer>, () => Promise<Answer>]

/** Runs two at once, the one or the other a little earlier. */
async function collide(shop: Shop, round: number, acts: Acts) {
  // Rate limits are forgotten meanwhile.
  shop.clock.advance(61_000)
  const [first, second] = round % 2 ? acts : [acts[1], acts[0]]
  const begun = first()
  for (let turns = 0; turns < (round >> 1) * 2; turns++) await new Promise(setImmediate)
  return (await Promise.all([begun, second()])).map(({ status }) => status)
}

test('a gift has ended whichever comes first, the refund of its order or the end of the one it was used on, also at once', async () => {
  const { shop, skuId, buyer, copyOf, buyPaid, refundAll, cancel, lastOf } = await openTowels()
  for (let round = 0; round < ROUNDS; round++) {
    const giver = await buyPaid()
    const { id: couponId } = await giveCopy(shop.ctx, buyer.userId, { source: 'buy', giftOrderId: giver.id })
    const isPaid = round % 3 === 2
    const used = isPaid ? (await buyPaid(couponId)).orderNo : await buy(buyer, skuId, 1, { couponId })
    const [giving, using] = [
      () => refundAll(giver.orderNo, 20),
      () => (isPaid ? refundAll(used, 15) : cancel(used)),
    ] as const
    const answers =
      round < 2
        ? await meet(shop, skuId, round ? [using, giving] : [giving, using])
        : await collide(shop, round, [giving, using])
    expect(answers).toEqual([200, 200])
    const copy = await copyOf(couponId)
    expect(copy, `round ${round}`).toMatchObject({ status: 2, orderId: null, voidReason: '订单已退款' })
    expect(await lastOf(used)).toMatch(/返还优惠券「五元券」|赠送优惠券的订单已退款，不再返还/)
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a gift ends with the goods that brought it, whatever else of the order stays, and never comes without them', async () => {
  const opened = await openTowels()
  const { shop, skuId, productId, buyer, clerk, copyOf, cancel } = opened
  const cheap = await sell(opened, { storeName: '袜子', attrValue: [{ price: 1, cost: 1, stock: 100 }] })
  const couponId = await storeCoupon(shop.ctx, { type: 3 })
  await shop.ctx.db.insert(productCoupons).values({ productId, couponId, position: 0 })
  /** Buys two towels, which bring a coupon, with a pair of socks. */
  const buyBoth = async () => {
    const { body } = await buyer.call(frontOrder.pre, {
      body: {
        preOrderType: 'buyNow',
        orderDetails: [
          { attrValueId: skuId, productNum: 2 },
          { attrValueId: cheap.skuId, productNum: 1 },
        ],
      },
    })
    const { orderNo } = (await placeOrder(buyer, body.preOrderNo)).body
    await clerk.call(orderRoutes.paid, { body: { orderNo, reason: '转账已到' } })
    const { id, lines } = (await clerk.call(orderRoutes.info, { query: { orderNo } })).body
    const lineId = lines.find((line) => line.productId === productId)?.id ?? 0
    const refundTowels = async (num: number) => {
      const body = { orderNo, reason: '不想要了', method: 'balance' as const, lines: [{ lineId, num }] }
      expect(await clerk.call(refund.start, { body })).toMatchObject({ status: 200 })
    }
    return { giftOrderId: id, refundTowels }
  }
  const ended = { status: 2, orderId: null, voidReason: '订单已退款' }
  const first = await buyBoth()
  const kept = await giveCopy(shop.ctx, buyer.userId, { source: 'buy', giftOrderId: first.giftOrderId, couponId })
  await first.refundTowels(1)
  expect(await copyOf(kept.id), 'one of them stays').toMatchObject({ status: 0 })
  await first.refundTowels(1)
  expect(await copyOf(kept.id)).toMatchObject(ended)
  const second = await buyBoth()
  const gift = { source: 'buy' as const, giftOrderId: second.giftOrderId, couponId, seq: 2 }
  const spent = await giveCopy(shop.ctx, buyer.userId, gift)
  const used = await buy(buyer, skuId, 1, { couponId: spent.id })
  await second.refundTowels(2)
  await cancel(used)
  expect(await copyOf(spent.id), 'on an order meanwhile').toMatchObject(ended)
  const third = await buyBoth()
  await third.refundTowels(2)
  await inTransaction(shop.ctx, (tx) => emit(tx, 'order.paid', { orderId: third.giftOrderId }))
  await shop.app.work()
  const left = async () => (await shop.ctx.db.execute(sql`select from outbox where consumer = 'coupon-gift'`)).rows
  await expect.poll(left).toEqual([])
  expect(await shop.ctx.db.$count(couponCopies, eq(couponCopies.giftOrderId, third.giftOrderId))).toBe(0)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a copy of a send that was undone while it was on an order is void when the order closes, also at once', async () => {
  const { shop, skuId, buyer, copyOf, cancel, lastOf, send, undo } = await openTowels()
  const { sendId, copyId } = await send()
  const waits = await buy(buyer, skuId, 1, { couponId: copyId })
  expect(await undo(sendId)).toMatchObject({ status: 200, body: { undone: 0, kept: 1 } })
  await cancel(waits)
  const ended = { status: 2, orderId: null, voidReason: '后台撤回', voidTime: expect.any(Date) }
  expect(await copyOf(copyId)).toMatchObject(ended)
  expect(await lastOf(waits)).toBe('买家取消订单，优惠券的发放已撤回，不再返还')
  for (let round = 0; round < ROUNDS; round++) {
    const { sendId, copyId } = await send()
    const orderNo = await buy(buyer, skuId, 1, { couponId: copyId })
    const [undoing, closing] = [() => undo(sendId), () => cancel(orderNo)]
    const answers = round ? await collide(shop, round, [undoing, closing]) : await meet(shop, skuId, [closing, undoing])
    expect(answers).toEqual([200, 200])
    expect(await copyOf(copyId), `round ${round}`).toMatchObject(ended)
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('copies live on after their coupon was closed and deleted: listed, ranked, spent, and given back', async () => {
  const { shop, skuId, buyer, copyOf, cancel } = await openTowels()
  const staff = await shop.signIn({ can: Object.values(coupon) })
  const couponId = await makeCoupon(staff, { money: 5 })
  const claimed = await buyer.call(frontCoupon.receive, { body: { couponId } })
  expect(claimed.status).toBe(200)
  const { id } = claimed.body
  const spend = async () => {
    const listed = (await buyer.call(frontCoupon.list, { query: { type: 'usable' } })).body.list
    expect(listed).toMatchObject([{ id, money: 5, validStr: 'usable' }])
    const preOrderNo = await beginBuying(buyer, skuId)
    const { list } = (await buyer.call(frontOrderCoupon.rank, { params: { preOrderNo }, query: {} })).body
    expect(list).toMatchObject([{ id, discount: 5, payFee: 15 }])
    const made = await placeOrder(buyer, preOrderNo, { couponId: id, payFee: 15 })
    expect(made).toMatchObject({ status: 200, body: { payFee: 15 } })
    await cancel(made.body.orderNo)
    expect(await copyOf(id)).toMatchObject({ status: 0, orderId: null })
  }
  expect((await staff.call(coupon.useStatus, { body: { id: couponId, status: false } })).status).toBe(200)
  await spend()
  expect((await staff.call(coupon.remove, { body: { id: couponId } })).status).toBe(200)
  await spend()
  expect(await buyer.call(frontCoupon.receive, { body: { couponId } })).toMatchObject({ status: 404 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})
