import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { addressIdOf, beginBuying, findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { setSettings } from '../../../testing/pay.ts'
import { ask } from '../../../testing/refund.ts'
import {
  askSeckill,
  beginSeckill,
  buyIn,
  openSeckill,
  openSeckillShop,
  quotaOf,
  readSeckill,
  seckillCalls,
} from '../../../testing/seckill.ts'
import type { Refused } from '../../../testing/shop.ts'

test('an order of a flash sale takes quota and stock together, and gives both back when it is closed', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop, { giveIntegral: 7 })
  const buyer = await shop.shop.buyer()
  const no = await beginSeckill(buyer, sale, 2)
  const { body: loaded } = await buyer.call(frontOrder.load, { params: { preOrderNo: no } })
  expect(loaded.quote).toMatchObject({ proTotalFee: 19.8, problems: [] })
  expect(loaded.quote.trace.map(({ code }) => code).slice(0, 2)).toEqual(['ACTIVITY_PRICE', 'ACTIVITY_EXCLUDES'])
  const { status, body } = await placeOrder(buyer, no, { payFee: 19.8 })
  expect([status, body]).toMatchObject([200, { payFee: 19.8, paid: false }])
  expect(await quotaOf(shop, sale)).toEqual([8, 2, 0])
  const [row] = (
    await shop.shop.ctx.db.execute(sql`select order_kind, activity_id, gain_integral, round(extract(epoch from pay_deadline - o.created_at)) as pays_within,
      unit_price_fen, activity_discount_fen, (select stock from product_sku where id = sku_id) as stock
      from store_order as o join order_line on order_id = o.id where order_no = ${body.orderNo}`)
  ).rows
  expect(row).toMatchObject({
    order_kind: 'seckill',
    activity_id: sale.id,
    unit_price_fen: 990,
    activity_discount_fen: 2020,
    stock: 18,
  })
  expect(row?.gain_integral).toBeGreaterThanOrEqual(14)
  expect(Number(row?.pays_within)).toBe(3600)
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
  await buyer.call(frontOrder.cancel, { body: { orderNo: body.orderNo } })
  expect(await quotaOf(shop, sale)).toEqual([10, 0, 0])
  expect((await readSeckill(shop, sale.id)).stock).toBe(20)
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
})

test('what is paid is sold, and what is refunded unsent comes back to the quota whatever the phase', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const cashier = await shop.shop.signIn({ can: [order.list, order.info, refund.start] })
  const buyer = await shop.shop.buyer()
  const { orderNo } = await buyIn(shop, buyer, sale, 3)
  const { body: found } = await cashier.call(order.list, { query: { keywords: orderNo, orderKind: 'seckill' } })
  expect(found.list).toMatchObject([{ orderNo, orderKind: 'seckill', payPrice: 29.7, paid: true }])
  expect(await quotaOf(shop, sale)).toEqual([7, 0, 3])
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
  await shop.keeper.call(seckill.useStatus, { body: { id: sale.id, status: false } })
  const { body: detail } = await cashier.call(order.info, { query: { orderNo } })
  const lineId = detail.lines[0]?.id ?? 0
  expect((await ask(cashier, { orderNo, lines: [{ lineId, num: 1 }] })).status).toBe(200)
  expect(await quotaOf(shop, sale)).toEqual([8, 0, 2])
  expect((await ask(cashier, { orderNo, lines: [{ lineId, num: 2 }] })).status).toBe(200)
  expect(await quotaOf(shop, sale)).toEqual([10, 0, 0])
  expect((await readSeckill(shop, sale.id)).stock).toBe(20)
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
})

test('a buyer has one unpaid order of a flash sale, and no more orders a day and units than it allows', async () => {
  const shop = await openSeckillShop({ stock: 50 })
  const sale = await openSeckill(shop, {
    num: 1,
    onceNum: 2,
    totalNum: 3,
    attrValue: [{ skuId: shop.skuId, price: 9.9, quota: 40 }],
  })
  const buyer = await shop.shop.buyer()
  expect((await askSeckill(buyer, sale, 3)).body).toMatchObject({
    code: 'LIMIT_REACHED',
    message: '超过单笔限购数量 2',
  })
  // Twenty checkouts of one buyer, made before the first order, come to one order.
  const numbers = await Promise.all(Array.from({ length: 20 }, () => beginSeckill(buyer, sale, 2)))
  await addressIdOf(buyer)
  const made = await Promise.all(numbers.map((no) => placeOrder(buyer, no)))
  const won = made.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const orderNo = won[0]?.body.orderNo ?? ''
  expect(
    new Set(made.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)),
  ).toEqual(new Set(['409 OPEN_ORDER']))
  expect((await askSeckill(buyer, sale)).body).toMatchObject({
    code: 'OPEN_ORDER',
    orderNo,
    message: '您有秒杀待支付订单，请支付后再购买',
  })
  // A closed one frees the day; a paid one does not.
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  await buyIn(shop, buyer, sale, 2)
  expect((await askSeckill(buyer, sale)).body).toMatchObject({
    status: 422,
    code: 'LIMIT_REACHED',
    message: '您已经达到当前秒杀活动上限',
  })
  shop.shop.clock.advance(24 * 3600_000)
  const again = await shop.shop.buyer({ uid: buyer.userId })
  expect((await askSeckill(again, sale, 2)).body).toMatchObject({ code: 'LIMIT_REACHED' })
  await buyIn(shop, again, sale, 1)
  const keeper = await shop.shop.signIn({ can: seckillCalls })
  expect(await quotaOf({ ...shop, keeper }, sale)).toEqual([37, 0, 3])
})

test('of many buyers at once exactly as many order as the quota has, and ten unpaid orders that close let exactly ten more in', async () => {
  const shop = await openSeckillShop({ stock: 100 })
  const sale = await openSeckill(shop, { attrValue: [{ skuId: shop.skuId, price: 9.9, quota: 12 }] })
  const rush = async (count: number) => {
    const buyers = await Promise.all(Array.from({ length: count }, () => shop.shop.buyer()))
    await Promise.all(buyers.map(addressIdOf))
    const answers = await Promise.all(
      buyers.map(async (buyer) => {
        const asked = await askSeckill(buyer, sale)
        if (asked.status !== 200) return { status: asked.status, code: asked.body, buyer, orderNo: '' }
        const { status, body } = await placeOrder(buyer, asked.body.preOrderNo)
        return { status, code: body, buyer, orderNo: body.orderNo }
      }),
    )
    for (const { status, code } of answers)
      if (status !== 200) expect([status, code]).toMatchObject([409, { code: 'SOLD_OUT' }])
    return answers.filter(({ status }) => status === 200)
  }
  const first = await rush(40)
  expect(first).toHaveLength(12)
  expect(await quotaOf(shop, sale)).toEqual([0, 12, 0])
  expect((await readSeckill(shop, sale.id)).stock).toBe(88)
  expect((await shop.keeper.call(activity.watch, { query: { id: sale.id } })).body).toMatchObject({
    left: 0,
    reserved: 12,
    soldOutTime: expect.any(String),
  })
  await Promise.all(
    first.slice(0, 10).map(({ buyer, orderNo }) => buyer.call(frontOrder.cancel, { body: { orderNo } })),
  )
  expect(await quotaOf(shop, sale)).toEqual([10, 2, 0])
  expect(await rush(30)).toHaveLength(10)
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
})

test('a checkout in a flash sale is one line of its own, and its number cannot be made up, borrowed or used twice', async () => {
  const shop = await openSeckillShop()
  const [buyer, other] = [await shop.shop.buyer(), await shop.shop.buyer()]
  // An early request for something not there yet does not hide it from later ones.
  expect((await askSeckill(other, { id: 1, activitySkuId: 1, skuId: 1 })).status).toBe(404)
  const sale = await openSeckill(shop)
  expect(sale).toMatchObject({ id: 1, activitySkuId: 1 })
  const line = { attrValueId: sale.activitySkuId, productNum: 1, seckillId: sale.id }
  const pre = (preOrderType: 'buyNow' | 'shoppingCart', orderDetails: object[]) =>
    buyer.send('POST', '/api/front/order/pre/order', { preOrderType, orderDetails })
  expect((await pre('buyNow', [line, line])).status).toBe(400)
  expect((await pre('shoppingCart', [{ ...line, cartId: 1 }])).status).toBe(400)
  expect((await pre('buyNow', [{ ...line, seckillId: sale.id + 9 }])).body).toMatchObject({
    status: 404,
    message: '秒杀商品规格不存在',
  })
  expect((await pre('buyNow', [{ ...line, attrValueId: 99_999 }])).status).toBe(404)
  expect((await pre('buyNow', [{ productNum: 1, seckillId: sale.id }])).status).toBe(400)
  const no = await beginSeckill(buyer, sale)
  for (const forged of [`${no.slice(0, -1)}${no.endsWith('0') ? '1' : '0'}`, `f${'1'.repeat(35)}`, 'f1']) {
    expect((await placeOrder(buyer, forged)).body).toMatchObject({
      status: 404,
      message: '预下单信息已失效，请重新提交',
    })
    expect((await buyer.call(frontOrder.load, { params: { preOrderNo: forged } })).status).toBe(404)
  }
  expect((await placeOrder(other, no)).status).toBe(404)
  // However its number is written, a call comes to the gate.
  const { rush } = shop.shop.app.platform
  const entered = vi.spyOn(rush, 'enter')
  const price = (query: string, body: object) =>
    buyer.send('POST', `/api/front/order/computed/price${query}`, { shippingType: 1, useIntegral: false, ...body })
  expect((await price(`?preOrderNo=${no}`, {})).status).toBe(200)
  expect((await price('', { preOrderNo: `\u200b${no}` })).status).toBe(200)
  expect((await buyer.send('GET', `/api/front/order/load/pre/%20${no}`)).status).toBe(200)
  expect((await pre('buyNow', [{ ...line, seckillId: `\u200b${sale.id}` }])).status).toBe(200)
  expect(entered.mock.calls.map(([{ key }, step]) => [key, step])).toEqual(
    ['price', 'price', 'load', 'pre'].map((step) => [String(sale.activitySkuId), step]),
  )
  expect(rush.state()).toEqual({ inside: 0, waiting: 0, marked: 0 })
  const five = await Promise.all(Array.from({ length: 5 }, () => placeOrder(buyer, no)))
  const numbers = five.flatMap(({ status, body }) => (status === 200 ? [body.orderNo] : []))
  expect(new Set(numbers).size).toBe(1)
  for (const { status, body } of five) if (status !== 200) expect([status, body.code]).toEqual([409, 'IN_PROGRESS'])
  expect(await quotaOf(shop, sale)).toEqual([9, 1, 0])
  shop.shop.clock.advance(61 * 60_000)
  const late = await beginSeckill(other, sale).catch(() => '')
  expect(late).toBe('')
})

test('stock that ends before the quota is refused as sold out, and an ordinary order of the SKU is as before', async () => {
  const shop = await openSeckillShop({ stock: 3 })
  const sale = await openSeckill(shop, { attrValue: [{ skuId: shop.skuId, price: 9.9, quota: 3 }] })
  const buyer = await shop.shop.buyer()
  const { body: made } = await placeOrder(buyer, await beginBuying(buyer, shop.skuId, 3))
  expect(made.payFee).toBe(60)
  const [one, two] = [await shop.shop.buyer(), await shop.shop.buyer()]
  expect((await askSeckill(one, sale)).body).toMatchObject({ status: 409, code: 'SOLD_OUT' })
  expect(shop.shop.app.platform.rush.state().marked).toBe(1)
  expect((await askSeckill(two, sale)).body).toMatchObject({ status: 409, code: 'SOLD_OUT', message: '已抢光' })
  expect((await readSeckill(shop, sale.id)).left).toBe(0)
  await buyer.call(frontOrder.cancel, { body: { orderNo: made.orderNo } })
  await expect.poll(async () => (await askSeckill(two, sale)).status, { timeout: 5000, interval: 100 }).toBe(200)
})

test('a buyer who lost the answer to the last unit gets the order on asking again, although it is sold out', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop, { attrValue: [{ skuId: shop.skuId, price: 9.9, quota: 1 }] })
  const [buyer, other] = [await shop.shop.buyer(), await shop.shop.buyer()]
  const [no, late] = [await beginSeckill(buyer, sale), await beginSeckill(other, sale)]
  const { body: made } = await placeOrder(buyer, no)
  expect((await placeOrder(other, late)).body).toMatchObject({ status: 409, code: 'SOLD_OUT' })
  expect(shop.shop.app.platform.rush.state().marked).toBe(1)
  expect(await placeOrder(buyer, no)).toMatchObject({ status: 200, body: { orderNo: made.orderNo } })
  expect((await placeOrder(other, late)).status).toBe(409)
})

test('an order that costs nothing is paid at once, in a transaction of its own', async () => {
  const shop = await openSeckillShop()
  await setSettings(shop.shop, { activity_allow_coupon: true })
  const sale = await openSeckill(shop, {
    attrValue: [{ skuId: shop.skuId, price: 0.01, quota: 2 }],
    confirmBelowCost: true,
  })
  const buyer = await shop.shop.buyer()
  const { id: copyId } = await giveCopy(shop.shop.ctx, buyer.userId)
  const no = await beginSeckill(buyer, sale)
  const made = await placeOrder(buyer, no, { couponId: copyId })
  expect([made.status, made.body]).toMatchObject([200, { payFee: 0, paid: true }])
  expect(await quotaOf(shop, sale)).toEqual([1, 0, 1])
  expect((await placeOrder(buyer, no, { couponId: copyId })).body).toMatchObject({
    orderNo: made.body.orderNo,
    paid: true,
  })
  expect(await findUnbalanced(shop.shop.ctx)).toEqual([])
})

test('a flash sale whose quota was cut down to what is sold is sold out from then on', async () => {
  const own = await openSeckillShop()
  const sale = await openSeckill(own)
  await buyIn(own, await own.shop.buyer(), sale, 2)
  const { body } = await own.keeper.call(activity.quota, { body: { id: sale.id, skuId: sale.skuId, quota: 2 } })
  expect(body.quota).toBe(0)
  const staff = await own.shop.signIn({ can: [activityReport.goods] })
  const { body: report } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  expect(report.soldOutTime).not.toBeNull()
})

test('who chooses no activity to open is not told to choose what to delete', async () => {
  const { keeper } = await openSeckillShop()
  const { status, body } = await keeper.send('POST', activity.batch.path, { ids: [], action: 'open' })
  expect(status).toBe(400)
  expect(body.message).not.toContain('删除')
})

test('a flash sale is ordered in from the first second of its slot to the last one before its end', async () => {
  const shop = await openSeckillShop({ hour: 7 })
  const sale = await openSeckill(shop)
  const { clock } = shop.shop
  const buyer = await shop.shop.buyer()
  const at = async (text: string) => {
    const then = parseWireTime(`${toWireDay(clock.now())} ${text}`) ?? clock.now()
    // A call takes less than this.
    clock.advance(then.getTime() - clock.now().getTime() + (text.endsWith('59') ? 0 : 1))
    const { status, body } = await askSeckill(await shop.shop.buyer(), sale)
    return [status, (body as typeof body & Refused).message]
  }
  expect((await askSeckill(buyer, sale)).status).toBe(422)
  expect(await at('07:59:59')).toEqual([422, '秒杀活动未开始'])
  expect(await at('08:00:00')).toEqual([200, undefined])
  expect(await at('09:59:59')).toEqual([200, undefined])
  expect(await at('10:00:00')).toEqual([422, '秒杀活动未开始'])
  clock.advance(24 * 3600_000)
  expect(await at('10:00:00')).toEqual([422, '秒杀商品已过期'])
})

test('units of a flash sale do not count for the limits of its product, and the product asks for no minimum of them', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  await shop.shop.ctx.db.execute(sql`update product set min_qty = 3 where id = ${shop.productId}`)
  const buyer = await shop.shop.buyer()
  expect((await askSeckill(buyer, sale)).status).toBe(200)
})
