import { setTimeout as sleep } from 'node:timers/promises'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/chance.ts'
import { beginBuying, buy, findUnbalanced, openSellingShop, placeOrder } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon.ts'
import { copiesOf, makeCoupon as storeCoupon } from '../../../testing/coupon-grant.ts'
import { makeCategory } from '../../../testing/product.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'

const soon = () => sleep(draw(6))
const FORMULA = '=HYPERLINK("http://evil.example","领奖")'
const MARKUP = '<img src=x onerror=alert(1)>{{7*7}}</script>'

test('goods that leave the scope of a coupon while they are in the basket are not cheaper by it, also when they leave as the order is made', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 500 }] })
  const { shop, staff: keeper, productId, skuId, cateId } = opened
  const other = await makeCategory(keeper, '别处')
  const buyer = await shop.buyer()
  const couponId = await storeCoupon(shop.ctx, { moneyFen: 500, useType: 3, scopeIds: [cateId], limitPerUser: 99 })
  const take = async () => (await buyer.call(frontCoupon.receive, { body: { couponId } })).body.id
  const moveTo = async (to: number) => {
    const body = { ids: [productId], action: 'category' as const, data: { mode: 'set' as const, cateIds: [to] } }
    expect((await keeper.call(product.batch, { body })).body).toMatchObject({ success: 1 })
  }
  const preOrderNo = await beginBuying(buyer, skuId)
  const copy = await take()
  await moveTo(other)
  const refused = { status: 422, body: { message: '此优惠券为分类券，请购买相关分类下的商品之后再使用！' } }
  expect(await placeOrder(buyer, preOrderNo, { couponId: copy })).toMatchObject(refused)
  const { body: shown } = await buyer.call(frontOrder.load, { params: { preOrderNo } })
  expect(shown.quote.payFee).toBe(20)
  for (let round = 0; round < 6; round++) {
    await moveTo(cateId)
    const [held, number] = [await take(), await beginBuying(buyer, skuId)]
    const [made] = await Promise.all([
      soon().then(() => placeOrder(buyer, number, { couponId: held })),
      soon().then(() => moveTo(other)),
    ])
    if (made.status === 200) expect(made.body.payFee).toBe(15)
    else expect(made).toMatchObject(refused)
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a coupon for a segment is taken by whoever is in it at that moment and by nobody else, whoever joins and leaves meanwhile', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [segment] = await ctx.db
    .insert(userSegments)
    .values({ name: '买过的', query: { payCount: 1 } })
    .returning({ id: userSegments.id })
  const uid = await makeCustomer(ctx)
  const buyer = await shop.buyer({ uid })
  const couponId = await storeCoupon(ctx, { segmentId: segment?.id ?? 0, limitPerUser: 99 })
  const receive = () => buyer.call(frontCoupon.receive, { body: { couponId } })
  const put = (payCount: number) => ctx.db.execute(sql`update shop_user set pay_count = ${payCount} where id = ${uid}`)
  const listed = async () => (await buyer.call(frontCoupon.open, { query: {} })).body.total
  const refused = { status: 422, body: { message: '该优惠券仅限指定用户领取' } }
  expect([await listed(), await receive()]).toMatchObject([0, refused])
  await put(1)
  expect([await listed(), (await receive()).status]).toEqual([1, 200])
  await put(0)
  expect([await listed(), await receive()]).toMatchObject([0, refused])
  let taken = 1
  for (let round = 0; round < 10; round++) {
    const [answer] = await Promise.all([soon().then(receive), soon().then(() => put(round % 2))])
    if (answer.status === 200) taken++
    else expect(answer).toMatchObject(refused)
    await put(0)
  }
  expect(await copiesOf(ctx)).toHaveLength(taken)
  expect([await listed(), await receive()]).toMatchObject([0, refused])
})

test('markup and formulas in names and reasons are shown as they were typed, and no sheet takes them for formulas', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 50 }] })
  const { shop, skuId } = opened
  const staff = await shop.signIn({
    can: [...Object.values(coupon), ...Object.values(couponCopy), orderRoutes.info, orderRoutes.paid],
  })
  const buyer = await shop.buyer()
  const [named, drawn] = [await makeCoupon(staff, { name: FORMULA }), await makeCoupon(staff, { name: MARKUP })]
  const [copy, revoked] = await Promise.all(
    [drawn, named].map(async (couponId) => (await buyer.call(frontCoupon.receive, { body: { couponId } })).body.id),
  )
  const orderNo = await buy(buyer, skuId, 1, { couponId: copy ?? 0 })
  const { trace } = (await staff.call(orderRoutes.info, { query: { orderNo } })).body
  expect(JSON.stringify(trace)).toContain(JSON.stringify(MARKUP).slice(1, -1))
  expect((await staff.call(couponCopy.revoke, { body: { ids: [revoked ?? 0], reason: FORMULA } })).status).toBe(200)
  const { list } = (await staff.call(couponCopy.list, { query: {} })).body
  expect(list.find(({ id }) => id === revoked)).toMatchObject({ name: FORMULA, voidReason: FORMULA })
  const { url } = (await staff.call(couponCopy.download, { query: {} })).body as { url: string }
  const file = await shop.app.fastify.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${staff.token}` },
  })
  const { sheets } = await readXlsx(new Uint8Array(file.rawPayload))
  const cells = (sheets[0]?.rows ?? []).flat().filter((cell) => typeof cell === 'string')
  expect(cells.filter((cell) => /^[=+\-@]/.test(String(cell)))).toEqual([])
  expect(cells).toContain(`'${FORMULA}`)
})
