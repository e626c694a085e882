import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  addressIdOf,
  beginBuying,
  buy,
  findUnbalanced,
  openSellingShop,
  placeOrder,
  sell,
} from '../../../testing/checkout.ts'
import { giveCopy, storeCoupon } from '../../../testing/coupon-copy.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Refused } from '../../../testing/shop.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'

const DAY_MS = 24 * 3600_000
const can = [
  ...[
    orderRoutes.list,
    orderRoutes.info,
    orderRoutes.paid,
    orderRoutes.close,
    orderRoutes.log,
    refund.start,
    shipment.send,
  ],
  simulation.run,
  ...Object.values(draftOrder),
  ...Object.values(orderEdit),
]

/** A shop with towels of one price in two colours and a mug; a buyer with points; staff who may do all of it. */
async function openShop() {
  const opened = await openSellingShop({
    specType: true,
    attr: [{ attrName: '颜色', attrValues: ['白', '蓝'] }],
    attrValue: [
      { attrValue: { 颜色: '白' }, price: 20, cost: 8, stock: 100 },
      { attrValue: { 颜色: '蓝' }, price: 20, cost: 8, stock: 100 },
    ],
  })
  const { shop } = opened
  const { ctx } = shop
  const mug = await sell(opened, { storeName: '马克杯', attrValue: [{ price: 35.5, cost: 9, stock: 50 }] })
  const blue = (
    await ctx.db.execute<{ id: number }>(sql`select max(id) as id from product_sku
    where product_id = ${opened.productId}`)
  ).rows[0]?.id
  const [buyer, staff] = [await shop.buyer(), await shop.signIn({ can, permissions: ['admin:order:create:discount'] })]
  await inTransaction(ctx, (tx) =>
    changePoints(tx, {
      uid: buyer.userId,
      type: 1,
      integral: 500,
      linkType: 'system',
      title: '后台积分操作',
      status: 3,
    }),
  )
  const pay = (orderNo: string) => staff.call(orderRoutes.paid, { body: { orderNo, reason: '转账已到' } })
  const info = async (orderNo: string) => (await staff.call(orderRoutes.info, { query: { orderNo } })).body
  const copyOf = async (id: number) => {
    const [copy] = await ctx.db.select().from(couponCopies).where(eq(couponCopies.id, id))
    return copy
  }
  const refundOf = async (orderNo: string, more: { lines?: { lineId: number; num: number }[]; amount?: number }) => {
    const body = { orderNo, reason: '不想要了', method: 'balance' as const, ...more }
    const quoted = await staff.call(refund.quote, { body })
    const done = await staff.call(refund.start, { body })
    expect([quoted.status, done.status]).toEqual([200, 200])
    const log = await staff.call(orderRoutes.log, { query: { orderNo } })
    return { told: quoted.body.coupon, logged: log.body.list[0]?.message ?? '' }
  }
  return { ...opened, mug: mug.skuId, blue: Number(blue), buyer, staff, pay, info, copyOf, refundOf }
}

test('preview, order, draft and simulator come to the same with a coupon and points, and the order keeps the trace', async () => {
  const { shop, skuId, mug, buyer, staff, info, copyOf } = await openShop()
  const copy = await giveCopy(shop.ctx, buyer.userId, { moneyFen: 20_00, minPriceFen: 60_00 })
  const { id: couponId } = copy
  const addressId = await addressIdOf(buyer)
  const begin = async () =>
    (
      await buyer.call(frontOrder.pre, {
        body: {
          preOrderType: 'buyNow',
          orderDetails: [
            { attrValueId: skuId, productNum: 2 },
            { attrValueId: mug, productNum: 1 },
          ],
        },
      })
    ).body.preOrderNo
  const preOrderNo = await begin()
  const choices = { addressId, couponId, shippingType: 1 as const, useIntegral: true }
  const { body: preview } = await buyer.call(frontOrder.price, { body: { preOrderNo, ...choices } })
  expect(preview).toMatchObject({
    proTotalFee: 75.5,
    couponFee: 20,
    deductionPrice: 5,
    usedIntegral: 500,
    payFee: 50.5,
  })
  const draft = await staff.call(draftOrder.compute, {
    body: {
      items: [
        { skuId, num: 2 },
        { skuId: mug, num: 1 },
      ],
      uid: buyer.userId,
      couponId,
      useIntegral: true,
      shippingType: 1,
      cityId: 110101,
    },
  })
  expect(draft.body).toMatchObject({ couponFee: 20, deductionPrice: 5, usedIntegral: 500, payFee: 50.5 })
  expect(draft.body.lines.map(({ payShare }) => payShare)).toEqual(preview.lines.map(({ payShare }) => payShare))
  const simulated = await staff.call(simulation.run, {
    body: {
      items: [
        { skuId, num: 2 },
        { skuId: mug, num: 1 },
      ],
      uid: buyer.userId,
      couponUserId: couponId,
      usePoints: true,
      shippingType: 1,
      cityId: 110101,
    },
  })
  expect(simulated.body.quote).toEqual(preview)
  const made = await placeOrder(buyer, preOrderNo, { couponId, useIntegral: true, payFee: 50.5 })
  expect(made).toMatchObject({ status: 200, body: { payFee: 50.5 } })
  const { orderNo } = made.body
  const kept = await info(orderNo)
  expect(kept).toMatchObject({ couponPrice: 20, deductionPrice: 5, payPrice: 50.5, trace: preview.trace })
  expect(kept.couponId).toBe(copy.couponId)
  expect(preview.lines).toMatchObject(
    kept.lines.map(({ couponShare, integralShare }) => ({ couponShare, integralShare })),
  )
  expect(kept.lines.map(({ payShare }) => payShare)).toEqual(preview.lines.map(({ payShare }) => payShare))
  expect(kept.lines.map(({ couponShare }) => couponShare)).toEqual([10.6, 9.4])
  expect(kept.trace.map(({ code }) => code)).toEqual([
    ...['NO_LEVEL', 'COUPON_APPLIED', 'POINTS_APPLIED', 'FREIGHT_FREE', 'EARN'],
  ])
  const byLine = (of: keyof (typeof kept.lines)[number]) =>
    kept.lines.map((line) => ({ skuId: line.skuId, amount: line[of] }))
  expect(kept.trace[1]?.lines).toEqual(byLine('couponShare'))
  expect(kept.trace[2]?.lines).toEqual(byLine('integralShare'))
  expect(kept.trace.flatMap(({ amount, lines }) => (amount ? [] : (lines ?? [])))).toEqual([])
  expect(await copyOf(couponId)).toMatchObject({ status: 1, useTime: expect.any(Date) })
  expect(await placeOrder(buyer, await begin(), { couponId })).toMatchObject({
    status: 409,
    body: { code: 'COUPON_USED', message: '此优惠券已使用！' },
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a price, a setting or the coupon that changed between preview and order is refused', async () => {
  const { shop, skuId, buyer } = await openShop()
  const { ctx, clock } = shop
  const { id: couponId } = await giveCopy(ctx, buyer.userId)
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const place = () => placeOrder(buyer, preOrderNo, { couponId, useIntegral: true, payFee: 30 })
  const changed = (payFee: number) => ({ status: 409, body: { code: 'PRICE_CHANGED', payFee } })
  await setSettings(shop, { integral_max: 100 })
  expect(await place()).toMatchObject(changed(34))
  await setSettings(shop, { integral_max: 0 })
  await ctx.db.execute(sql`update product_sku set price_fen = 2100`)
  expect(await place()).toMatchObject(changed(32))
  await ctx.db.execute(sql`update product_sku set price_fen = 2000`)
  await ctx.db.execute(sql`update coupon_user set status = 2, void_reason = '误发'`)
  expect(await place()).toMatchObject({ status: 422, body: { code: 'COUPON_EXPIRED', message: '此优惠券已失效！' } })
  const ends = (at: Date) => ctx.db.update(couponCopies).set({ status: 0, endTime: at })
  await ends(new Date(clock.now().getTime() - 2000))
  expect(await place()).toMatchObject({ status: 422, body: { code: 'COUPON_EXPIRED' } })
  await ends(new Date(clock.now().getTime() + DAY_MS))
  expect(await place()).toMatchObject({ status: 200 })
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a checkout ranks the copies of its buyer, best first, and says of the others what is missing', async () => {
  const { shop, skuId, mug, buyer } = await openShop()
  const other = await shop.buyer()
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const rank = async (query: { all?: boolean; useIntegral?: boolean } = {}, caller = buyer) => {
    const { status, body } = await caller.call(frontOrderCoupon.rank, { params: { preOrderNo }, query })
    return { status, list: body.list ?? [] }
  }
  expect(await rank({}, other)).toMatchObject({ status: 404 })
  expect(await rank()).toEqual({ status: 200, list: [] })
  const [now, give] = [shop.clock.now().getTime(), (fields: object) => giveCopy(shop.ctx, buyer.userId, fields)]
  await give({ name: '满百券', moneyFen: 30_00, minPriceFen: 100_00 })
  await give({ name: '马克杯券', useType: 2, scopeIds: [mug] })
  await give({ name: '以后的券', startTime: new Date(now + DAY_MS) })
  await give({ name: '过期的券', endTime: new Date(now - DAY_MS) })
  await give({ name: '作废的券', status: 2 })
  await giveCopy(shop.ctx, other.userId, { name: '别人的券', moneyFen: 39_00 })
  const five = await give({})
  const soon = await give({ name: '先到期的五元券', endTime: new Date(now + DAY_MS) })
  const nine = await give({ name: '九元券', moneyFen: 9_00 })
  const usable = await rank()
  expect(usable.list).toMatchObject([
    { id: nine.id, couponId: nine.couponId, discount: 9, payFee: 31, reason: '', lacks: null, validStr: 'usable' },
    { id: soon.id, name: '先到期的五元券', money: 5, discount: 5, payFee: 35 },
    { id: five.id, discount: 5, payFee: 35 },
  ])
  const every = await rank({ all: true, useIntegral: true })
  expect(every.list.slice(0, 3)).toMatchObject([{ payFee: 26 }, { payFee: 30 }, { payFee: 30 }])
  const unusable = every.list
    .slice(3)
    .map(({ name, discount, payFee, reason, lacks }) => [...[name, discount, payFee, reason, lacks]])
  expect(unusable.sort()).toEqual([
    ['以后的券', 0, 35, '此优惠券还未到达使用时间范围之内！', null],
    ['满百券', 0, 35, '总金额小于优惠券最小使用金额，还差 60.00 元', 60],
    ['马克杯券', 0, 35, '此优惠券为商品券，请购买相关商品之后再使用！', null],
  ])
})

test('of two orders at once with one copy one is made, and the other says that it is used', async () => {
  const { shop, skuId, buyer } = await openShop()
  const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
  await addressIdOf(buyer)
  const numbers = [await beginBuying(buyer, skuId), await beginBuying(buyer, skuId)]
  const answers = await Promise.all(numbers.map((no) => placeOrder(buyer, no, { couponId })))
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'COUPON_USED'],
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a copy that is revoked while its order is stored is refused in its own words, and nothing is kept', async () => {
  const { shop, skuId, buyer } = await openShop()
  const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
  await addressIdOf(buyer)
  const preOrderNo = await beginBuying(buyer, skuId)
  let placing: ReturnType<typeof placeOrder> | undefined
  await inTransaction(shop.ctx, async (tx) => {
    await tx.db.execute(sql`update coupon_user set status = 2, void_reason = '误发' where id = ${couponId}`)
    placing = placeOrder(buyer, preOrderNo, { couponId })
    for (let waits = 0; !waits; )
      waits = Number(
        (await shop.ctx.db.execute(sql`select from pg_locks where not granted and locktype = 'transactionid'`)).rows
          .length,
      )
  })
  expect(await placing).toMatchObject({ status: 422, body: { code: 'COUPON_EXPIRED', message: '此优惠券已失效！' } })
  expect((await shop.ctx.db.execute(sql`select from store_order`)).rows).toEqual([])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an order that closes unpaid gives its copy back, over when its time has passed', async () => {
  const { shop, skuId, buyer, staff, copyOf } = await openShop()
  const { ctx, clock } = shop
  const { id: couponId, couponId: template } = await giveCopy(ctx, buyer.userId)
  const first = await buy(buyer, skuId, 1, { couponId })
  await buyer.call(frontOrder.cancel, { body: { orderNo: first } })
  expect(await copyOf(couponId)).toMatchObject({ status: 0, orderId: null, useTime: null })
  await ctx.db.update(coupons).set({ status: false, isDel: true }).where(eq(coupons.id, template))
  const second = await buy(buyer, skuId, 1, { couponId })
  expect(await copyOf(couponId), 'copies outlive their coupon').toMatchObject({ status: 1 })
  await ctx.db.update(couponCopies).set({ endTime: new Date(clock.now().getTime() - DAY_MS) })
  const { status } = await staff.call(orderRoutes.close, { body: { orderNo: second, reason: '缺货' } })
  expect(status).toBe(200)
  expect(await copyOf(couponId)).toMatchObject({ status: 2, orderId: null })
  const log = async (orderNo: string) =>
    (await staff.call(orderRoutes.log, { query: { orderNo } })).body.list[0]?.message
  expect(await log(first)).toBe('买家取消订单，返还优惠券「五元券」')
  expect(await log(second)).toBe('商家关闭订单：缺货，优惠券已过期，不再返还')
  await buy(buyer, skuId, 1)
  const using = async (id: number) => {
    const { body } = await staff.call(orderRoutes.list, { query: { couponId: id } })
    return body.list.map(({ orderNo }) => orderNo)
  }
  expect(await using(template), 'the list names every order that used it').toEqual([second, first])
  expect(await using(template + 1)).toEqual([])
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a refund of a part never gives the copy back; the one that ends the order does, and gifts end with it', async () => {
  const { shop, skuId, buyer, pay, info, copyOf, refundOf } = await openShop()
  const { ctx } = shop
  const { id: couponId } = await giveCopy(ctx, buyer.userId)
  const orderNo = await buy(buyer, skuId, 2, { couponId })
  await pay(orderNo)
  const { id: giftOrderId, lines } = await info(orderNo)
  const gift = await giveCopy(ctx, buyer.userId, { source: 'buy', giftOrderId })
  const spent = await giveCopy(ctx, buyer.userId, { source: 'buy', giftOrderId })
  await buy(buyer, skuId, 1, { couponId: spent.id })
  const part = await refundOf(orderNo, { lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }] })
  expect(part).toMatchObject({ told: '部分退款不返还优惠券', logged: expect.stringContaining('部分退款不返还优惠券') })
  expect([await copyOf(couponId), await copyOf(gift.id)]).toMatchObject([{ status: 1 }, { status: 0 }])
  const rest = await refundOf(orderNo, { amount: 17.5 })
  expect(rest).toMatchObject({
    told: '返还优惠券「五元券」',
    logged: expect.stringContaining('，返还优惠券「五元券」，'),
  })
  expect(await copyOf(couponId)).toMatchObject({ status: 0, orderId: null })
  expect(await copyOf(gift.id)).toMatchObject({ status: 2, voidReason: '订单已退款', voidTime: expect.any(Date) })
  expect(await copyOf(spent.id), 'what was spent stays spent').toMatchObject({ status: 1 })
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a gift that comes back after the order it was given with was refunded whole has ended too', async () => {
  const { shop, skuId, buyer, staff, pay, info, copyOf, refundOf } = await openShop()
  const { ctx } = shop
  const giver = await buy(buyer, skuId)
  await pay(giver)
  const { id: giftOrderId } = await info(giver)
  const [one, two] = [
    await giveCopy(ctx, buyer.userId, { source: 'buy', giftOrderId }),
    await giveCopy(ctx, buyer.userId, { source: 'buy', giftOrderId }),
  ]
  const [closed, refunded] = [
    await buy(buyer, skuId, 1, { couponId: one.id }),
    await buy(buyer, skuId, 1, { couponId: two.id }),
  ]
  await pay(refunded)
  await refundOf(giver, { amount: 20 })
  expect([await copyOf(one.id), await copyOf(two.id)]).toMatchObject([{ status: 1 }, { status: 1 }])
  const told = '赠送优惠券的订单已退款，不再返还'
  await buyer.call(frontOrder.cancel, { body: { orderNo: closed } })
  const log = await staff.call(orderRoutes.log, { query: { orderNo: closed } })
  expect(log.body.list[0]?.message).toContain(told)
  expect(await refundOf(refunded, { amount: 15 })).toMatchObject({ told, logged: expect.stringContaining(told) })
  const ended = { status: 2, orderId: null, voidReason: '订单已退款', voidTime: expect.any(Date) }
  expect([await copyOf(one.id), await copyOf(two.id)]).toMatchObject([ended, ended])
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a whole refund gives the copy back only as the setting says, and over when its time has passed', async () => {
  const { shop, skuId, buyer, pay, copyOf, refundOf } = await openShop()
  const { ctx, clock } = shop
  const [kept, late] = [await giveCopy(ctx, buyer.userId), await giveCopy(ctx, buyer.userId)]
  const [first, second] = [
    await buy(buyer, skuId, 1, { couponId: kept.id }),
    await buy(buyer, skuId, 1, { couponId: late.id }),
  ]
  await pay(first)
  await pay(second)
  await setSettings(shop, { coupon_return_on_refund: false })
  const told = '按设置，退款不返还优惠券'
  expect(await refundOf(first, { amount: 15 })).toMatchObject({ told, logged: expect.stringContaining(told) })
  expect(await copyOf(kept.id)).toMatchObject({ status: 1 })
  expect(await findUnbalanced(ctx), 'it was off then').toEqual([])
  await setSettings(shop, { coupon_return_on_refund: true })
  expect(await findUnbalanced(ctx), 'whatever it says now').toEqual([])
  await ctx.db.update(couponCopies).set({ endTime: new Date(clock.now().getTime() - DAY_MS) })
  const over = '优惠券已过期，不再返还'
  expect(await refundOf(second, { amount: 15 })).toMatchObject({ told: over, logged: expect.stringContaining(over) })
  expect(await copyOf(late.id)).toMatchObject({ status: 2, orderId: null })
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a draft spends the copy when it is sent, and gives it back when it is cancelled', async () => {
  const { shop, skuId, buyer, staff, info, copyOf } = await openShop()
  const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
  const receiver = { realName: '李雷', phone: '13712345678', cityId: 110101, detail: '东四北大街 1 号' }
  const save = async () => {
    const body = { items: [{ skuId, num: 2 }], uid: buyer.userId, couponId, shippingType: 1 as const, ...receiver }
    const discount = { discountType: 1 as const, discountValue: 3, discountReason: '老客户' }
    return (await staff.call(draftOrder.save, { body: { ...body, ...discount } })).body.id
  }
  const [one, two] = [await save(), await save()]
  expect(await copyOf(couponId), 'a draft holds nothing').toMatchObject({ status: 0 })
  const sent = await staff.call(draftOrder.send, { body: { id: one } })
  expect(sent.status).toBe(200)
  expect(await info(sent.body.orderNo)).toMatchObject({
    couponPrice: 5,
    payPrice: 32,
    trace: [{}, { amount: 5 }, {}, {}, {}],
  })
  const again = await staff.call(draftOrder.send, { body: { id: two } })
  expect(again).toMatchObject({ status: 409, body: { code: 'COUPON_USED' } as Partial<Refused> })
  expect((await staff.call(draftOrder.cancel, { body: { id: one } })).status).toBe(200)
  expect(await copyOf(couponId)).toMatchObject({ status: 0, orderId: null })
  expect((await staff.call(draftOrder.send, { body: { id: two } })).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a swapped line keeps what the coupon and the points paid, an edit of the order keeps the copy, a reship has and earns none', async () => {
  const { shop, skuId, blue, mug, buyer, staff, pay, info, copyOf } = await openShop()
  const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
  const orderNo = await buy(buyer, skuId, 2, { couponId, useIntegral: true })
  await pay(orderNo)
  const shares = ({ lines }: Awaited<ReturnType<typeof info>>) =>
    lines.map(({ couponShare, integralShare, useIntegralShare, payShare }) => [
      ...[couponShare, integralShare, useIntegralShare, payShare],
    ])
  const before = await info(orderNo)
  expect(shares(before)).toEqual([[5, 5, 500, 30]])
  const lineId = before.lines[0]?.id ?? 0
  const edit = (wish: object) =>
    staff.call(orderEdit.confirm, { body: { orderNo, reason: '买家换货', ...wish } as never })
  expect(await edit({ swap: [{ lineId, skuId: blue }] })).toMatchObject({ status: 200 })
  const swapped = await info(orderNo)
  expect(swapped.lines).toMatchObject([{ skuId: blue }])
  expect(shares(swapped)).toEqual(shares(before))
  expect((await edit({ change: [{ lineId, num: 0 }], add: [{ skuId: mug, num: 1 }] })).status).toBe(200)
  expect(await copyOf(couponId), 'the order goes on with other goods').toMatchObject({ status: 1 })
  expect(await info(orderNo)).toMatchObject({ couponPrice: 5, trace: before.trace })
  expect(await findUnbalanced(shop.ctx)).toEqual([])

  const lost = await buy(buyer, skuId, 10, {})
  await pay(lost)
  await staff.call(shipment.send, { body: { orderNo: lost, deliveryType: 'fictitious' } })
  const lostLine = (await info(lost)).lines[0]?.id ?? 0
  const made = await staff.call(draftOrder.reship, {
    body: { orderNo: lost, lines: [{ lineId: lostLine, num: 1 }], reason: '运输破损' },
  })
  expect(made.status).toBe(200)
  const reship = await info(made.body.orderNo)
  expect(reship).toMatchObject({ couponPrice: 0, useIntegral: 0, gainIntegral: 0, payPrice: 0, trace: [] })
  expect(shares(reship)).toEqual([[0, 0, 0, 0]])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('R8 a copy without its order, an order without its copy, wrong shares and wrong counts are found', async () => {
  const { shop, skuId, buyer } = await openShop()
  const { ctx } = shop
  const unused = await giveCopy(ctx, buyer.userId)
  await giveCopy(ctx, buyer.userId, { couponId: await storeCoupon(ctx, { isLimited: true, total: 5, received: 1 }) })
  const { id: couponId } = await giveCopy(ctx, buyer.userId)
  await buy(buyer, skuId, 1, { couponId })
  expect(await findUnbalanced(ctx)).toEqual([])
  const found = async (change: string, undo: string) => {
    await ctx.db.execute(sql.raw(change))
    const differences = await findUnbalanced(ctx)
    await ctx.db.execute(sql.raw(undo))
    expect(await findUnbalanced(ctx)).toEqual([])
    return differences.map(({ equation, what }) => `${equation} ${what}`)
  }
  const counts = 'R8 优惠券已领取、已使用的张数'
  expect(
    await found(
      `update coupon_user set status = 1, order_id = 999999 where id = ${unused.id}`,
      `update coupon_user set status = 0, order_id = null where id = ${unused.id}`,
    ),
  ).toEqual(['R8 已使用的优惠券对应一笔有效订单', counts])
  expect(
    await found(`update store_order set coupon_id = ${unused.id}`, `update store_order set coupon_id = ${couponId}`),
  ).toEqual(['R8 已使用的优惠券对应一笔有效订单', 'R8 有效订单的优惠券已使用'])
  expect(
    await found(`update store_order set coupon_price_fen = 499`, `update store_order set coupon_price_fen = 500`),
  ).toEqual(['R8 优惠券金额等于各行分摊之和，不多于小计'])
  expect(
    await found(`update coupon set received = received + 1`, `update coupon set received = received - 1`),
    'of the limited one alone',
  ).toEqual([counts])
  await ctx.db.execute(sql`insert into coupon_count_delta (coupon_id, received) values (${unused.couponId}, 1)`)
  expect((await findUnbalanced(ctx)).map(({ object }) => object)).toEqual([String(unused.couponId)])
})
