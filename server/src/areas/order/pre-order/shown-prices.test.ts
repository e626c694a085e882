import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/chance.ts'
import { addressIdOf, sell } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon.ts'
import { askSeckill, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'
import type { Caller } from '../../../testing/shop.ts'

const RUNS = Number(process.env.PRICE_RUNS ?? 12)
/** Discounts of members in per cent of the price; 0 for those without a level. */
const LEVELS = [0, 87, 5]

/** A price in yuan, of which the smallest and the odd ones are as likely as the rest. */
const anyPrice = () => [0.01, 0.99, 19.99, 33.33, 100][draw(8)] ?? (1 + draw(99_999)) / 100

async function openPricedShop() {
  const opened = await openSeckillShop({ stock: 9999 })
  const { shop } = opened
  const sold: { productId: number; skuId: number }[] = []
  for (let nth = 0; nth < 5; nth++) {
    const price = anyPrice()
    const vip = draw(2) ? { vipPrice: Math.max(0.01, Math.round(price * (50 + draw(70))) / 100) } : {}
    sold.push(await sell(opened, { storeName: `商品${nth}`, attrValue: [{ price, stock: 9999, ...vip }] }))
  }
  const seller = await shop.signIn({ can: Object.values(coupon) })
  const offers = [
    await makeCoupon(seller, { name: '五元券', money: 5, minPrice: 0 }),
    await makeCoupon(seller, { name: '满百减二十', money: 20, minPrice: 100 }),
  ]
  const buyers: Caller[] = []
  for (const discount of LEVELS) {
    const buyer = await shop.buyer()
    buyers.push(buyer)
    if (discount)
      await shop.ctx.db.execute(sql`
        with made as (insert into user_level (name, grade, experience, discount)
          values (${`级${discount}`}, ${discount}, ${discount * 1_000_000}, ${discount}) returning id)
        update shop_user set level = (select id from made) where id = ${buyer.userId}`)
    for (const couponId of offers) await buyer.call(frontCoupon.receive, { body: { couponId } })
  }
  const sale = await openSeckill(opened)
  return { ...opened, sold, buyers, sale }
}

const charged = (shown: { price: number; vipPrice?: number | null } | undefined) => shown?.vipPrice ?? shown?.price

test('lists, pages, cart and checkout show what the order then asks for, of any basket, level, coupon and flash sale', async () => {
  const { sold, buyers, sale } = await openPricedShop()
  const line = fc.record({ at: fc.nat(sold.length - 1), num: fc.integer({ min: 1, max: 7 }) })
  const basket = fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ at }) => at })

  /** Orders what was begun, by what checkout showed. */
  async function order(buyer: Caller, preOrderNo: string, couponId: number | undefined) {
    const addressId = await addressIdOf(buyer)
    const choices = {
      preOrderNo,
      addressId,
      shippingType: 1 as const,
      useIntegral: false,
      ...(couponId && { couponId }),
    }
    const { body: shown } = await buyer.call(frontOrder.price, { body: choices })
    const made = await buyer.call(frontOrder.create, { body: { ...choices, payFee: shown.payFee } })
    expect(made).toMatchObject({ status: 200, body: { payFee: shown.payFee } })
    return { shown, orderNo: made.body.orderNo }
  }

  async function buyBasket(buyer: Caller, lines: readonly { at: number; num: number }[]) {
    const products = lines.map(({ at, num }) => ({ num, ...(sold[at] as (typeof sold)[number]) }))
    const ids: number[] = []
    for (const { skuId, num } of products) ids.push((await buyer.call(cart.save, { body: { skuId, num } })).body.id)
    const { list: cards } = (await buyer.call(shopWindow.list, { query: { limit: 50 } })).body
    const { list: kept } = (await buyer.call(cart.list)).body
    const { body: price } = await buyer.call(cart.price, { query: { ids } })
    const orderDetails = ids.map((cartId) => ({ cartId }))
    const { preOrderNo } = (await buyer.call(frontOrder.pre, { body: { preOrderType: 'shoppingCart', orderDetails } }))
      .body
    const { quote } = (await buyer.call(frontOrder.load, { params: { preOrderNo } })).body
    for (const { productId, skuId, num } of products) {
      const { body: page } = await buyer.call(shopWindow.detail, { params: { id: productId } })
      const asked = quote.lines.find((each) => each.skuId === skuId)
      const shown = [
        cards.find(({ id }) => id === productId),
        page.product,
        page.skus[0],
        kept.find((each) => each.skuId === skuId),
      ]
      expect(shown.map(charged), page.product.storeName).toEqual(shown.map(() => asked?.unitPrice))
      expect(asked?.num).toBe(num)
    }
    expect(price.goodsFee).toBe(quote.proTotalFee)
    const { shown, orderNo } = await order(buyer, preOrderNo, price.coupon?.id)
    expect(shown.couponFee).toBe(price.coupon?.discount ?? 0)
    expect(Math.round((shown.payFee - shown.freightFee) * 100)).toBe(Math.round(price.payFee * 100))
    const { body: made } = await buyer.call(frontOrder.detail, { params: { orderNo } })
    expect(made.payPrice).toBe(shown.payFee)
  }

  async function buyInSale(buyer: Caller) {
    const { body: page } = await buyer.call(frontSeckill.detail, { params: { id: sale.id } })
    const { body: begun } = await askSeckill(buyer, sale)
    const { quote, activity } = (await buyer.call(frontOrder.load, { params: { preOrderNo: begun.preOrderNo } })).body
    expect(activity).toMatchObject({ type: 1, id: sale.id })
    const [sku] = page.attrValue
    expect(quote.lines[0]?.unitPrice).toBe(sku?.price)
    const { orderNo } = await order(buyer, begun.preOrderNo, undefined)
    await buyer.call(frontOrder.cancel, { body: { orderNo } })
  }

  await fc.assert(
    fc.asyncProperty(fc.nat(LEVELS.length - 1), fc.option(basket, { freq: 5 }), async (who, lines) => {
      const buyer = buyers[who] as Caller
      await (lines ? buyBasket(buyer, lines) : buyInSale(buyer))
    }),
    { numRuns: RUNS, seed: draw(2 ** 31), endOnFailure: true },
  )
})
