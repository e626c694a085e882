import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginBuying, buy, findUnbalanced, openSellingShop, placeOrder } from '../../../testing/checkout.ts'
import { openPayShop, payAtProvider, ring } from '../../../testing/pay.ts'

test('a cart of 200 lines and quantities that nobody sells are no checkout', async () => {
  const { shop, skuId } = await openSellingShop()
  const buyer = await shop.buyer()
  const begin = (preOrderType: string, orderDetails: object[]) =>
    buyer.send('POST', '/api/front/order/pre/order', { preOrderType, orderDetails })
  const many = Array.from({ length: 200 }, (_, index) => ({ cartId: index + 1 }))
  expect(await begin('shoppingCart', many)).toMatchObject({ status: 400, body: { message: '下单商品最多50项' } })
  for (const productNum of [0, -1, 1e9, 1e21, 0.5])
    expect(await begin('buyNow', [{ attrValueId: skuId, productNum }])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'orderDetails[0].productNum' }] },
    })
  // The same goods twice count together.
  const twice = [1, 2].map(() => ({ attrValueId: skuId, productNum: 6 }))
  expect((await begin('buyNow', twice)).status).toBeGreaterThanOrEqual(400)
  expect((await shop.ctx.db.execute(sql`select from pre_order`)).rowCount).toBe(0)
})

test('goods that went off the shelf, were deleted or sold out after the checkout began are refused by name, and nothing changes', async () => {
  const { shop, staff, skuId, productId } = await openSellingShop()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const preOrderNo = await beginBuying(buyer, skuId, 3)
  const late = await beginBuying(other, skuId, 8)
  await staff.call(product.takeOffShelf, { params: { id: productId } })
  expect(await placeOrder(buyer, preOrderNo)).toMatchObject({ status: 409, body: { message: '「纯棉毛巾」已下架' } })
  const { body: shown } = await buyer.call(frontOrder.load, { params: { preOrderNo } })
  expect(shown.quote.problems).toMatchObject([{ message: '「纯棉毛巾」已下架' }])
  await staff.call(product.putOnShelf, { params: { id: productId } })
  expect((await placeOrder(buyer, preOrderNo)).status).toBe(200)
  expect(await placeOrder(other, late)).toMatchObject({ status: 409, body: { code: 'SOLD_OUT' } })
  await shop.ctx.db.execute(sql`update product_sku set is_del = true`)
  const { status, body } = await placeOrder(other, late)
  expect({ status, message: body.message }).toEqual({ status: 409, message: expect.stringContaining('下架') })
  expect((await shop.ctx.db.execute(sql`select from store_order`)).rowCount).toBe(1)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a price that changes after the order was made changes nothing about what is paid', async () => {
  const own = await openPayShop()
  const { shop, buyer, skuId } = own
  const orderNo = await buy(buyer, skuId, 2)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 9900`)
  const pay = { orderNo, payType: 'weixin' as const, channel: 'h5' as const }
  const { outTradeNo } = (await buyer.call(frontPay.pay, { body: pay })).body
  const paid = await payAtProvider(shop, outTradeNo)
  expect(paid?.amount).toBe(3980)
  if (paid) await ring(shop, paid)
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(body).toMatchObject({ paid: true, payPrice: 39.8, lines: [{ unitPrice: 19.9 }] })
})
