import { type CouponImpact, couponImpact } from '@zhanggui/contract/promotion/coupon-impact.ts'
import { unitWithCoupon } from '@zhanggui/domain/promotion/lowest-price.ts'
import { memberFen } from '@zhanggui/domain/promotion/quote.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openSellingShop, sell } from '../../../testing/checkout.ts'
import { setSettings } from '../../../testing/pay.ts'
import { makeCategory } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { productSkus, products } from '../../product/product/product.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'

const SEE_COST = 'admin:product:cost:view'
type Terms = { useType: 1 | 2 | 3; scopeIds?: number[]; money: number; minPrice?: number }

/** A shop with a towel and a mug of other categories, and one that is not for sale, each with hundreds of SKUs at random prices. */
async function openManySkus(count: number) {
  const opened = await openSellingShop({ storeName: '毛巾' })
  const { shop, cateId, productId: towel } = opened
  const { db } = shop.ctx
  const other = await makeCategory(opened.staff, '杯子')
  const { productId: mug } = await sell({ ...opened, cateId: other }, { storeName: '马克杯' })
  const { productId: hidden } = await sell(opened, { storeName: '下架' })
  await db.update(products).set({ isShow: false }).where(eq(products.id, hidden))
  await db.execute(sql`select setseed(0.5)`)
  await db.execute(sql`
    insert into product_sku (product_id, attr_value, attr_key, suk, "unique", image, price_fen, cost_fen, vip_price_fen, is_show, is_del)
    select product_id, '{}', 'k' || n, '规格' || n, lpad(to_hex(n), 8, '0'), '', price, floor(price * random() * 1.1),
      case when n % 7 = 0 then 1 + floor(price * random()) end, n % 11 > 0, n % 13 = 0
    from (select (array[${towel}, ${mug}, ${hidden}]::bigint[])[1 + n % 3] as product_id, n, 1 + floor(random() * 20000) as price
      from generate_series(1, ${count}::int) as n) as drawn`)
  const staff = await shop.signIn({ can: [couponImpact.estimate], permissions: [SEE_COST] })
  return { ...opened, towel, mug, other, staff, cateId }
}

async function estimate(caller: Caller, terms: Terms): Promise<CouponImpact> {
  const { status, body } = await caller.call(couponImpact.estimate, { query: terms })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('the impact of a coupon is refused without its permission and for terms that make no sense; costs are not told', async () => {
  const { shop, mug } = await openManySkus(30)
  const other = await shop.signIn({ permissions: ['admin:coupon:list'] })
  const path = '/admin/marketing/activity/impact?useType=1&money=5'
  expect(await other.send('GET', path)).toMatchObject({ status: 403 })
  const clerk = await shop.signIn({ permissions: ['admin:coupon:save'] })
  expect((await clerk.send('GET', path.replace('=5', '=0'))).status).toBe(400)
  expect((await clerk.send('GET', path.replace('=1', '=4'))).status).toBe(400)
  expect((await clerk.send('GET', `${path}&minPrice=-1`)).status).toBe(400)
  const nothing = { below: null, isLowerBound: false, list: [] }
  expect(await estimate(clerk, { useType: 1, money: 99 })).toEqual(nothing)
  expect(await estimate(clerk, { useType: 2, scopeIds: [mug], money: 99 })).toEqual(nothing)
})

test('a coupon for anything, for products or for categories names exactly the SKUs for sale that fall below cost, the furthest first', async () => {
  const { shop, towel, mug, cateId, other, staff } = await openManySkus(900)
  const { db } = shop.ctx
  const rows = await db
    .select()
    .from(productSkus)
    .where(inArray(productSkus.productId, [towel, mug]))
  const sold = rows.filter(({ isShow, isDel, costFen }) => isShow && !isDel && costFen > 0)
  const check = async (terms: Terms, of: number[], discount: number | null) => {
    const coupon = { moneyFen: Math.round(terms.money * 100), minFen: Math.round((terms.minPrice ?? 0) * 100) }
    const below = sold.flatMap((sku) => {
      if (!of.includes(sku.productId)) return []
      const unitFen =
        discount === null ? sku.priceFen : memberFen({ listFen: sku.priceFen, vipFen: sku.vipPriceFen }, discount)
      const lowestFen = unitWithCoupon(unitFen, coupon)
      return lowestFen < sku.costFen ? [{ skuId: sku.id, lowest: lowestFen / 100, cost: sku.costFen / 100 }] : []
    })
    below.sort((a, b) => a.lowest / a.cost - b.lowest / b.cost || a.skuId - b.skuId)
    const { list, ...found } = await estimate(staff, terms)
    expect(found).toEqual({ below: below.length, isLowerBound: false })
    expect(list.map(({ skuId, lowest, cost }) => ({ skuId, lowest, cost }))).toEqual(below.slice(0, 20))
  }
  const checkAll = async (discount: number | null) => {
    for (const terms of [
      { money: 5 },
      { money: 40, minPrice: 150 },
      { money: 5, minPrice: 180 },
      { money: 3, minPrice: 2 },
    ]) {
      await check({ useType: 1, ...terms }, [towel, mug], discount)
      await check({ useType: 2, scopeIds: [mug], ...terms }, [mug], discount)
      await check({ useType: 3, scopeIds: [cateId], ...terms }, [towel], discount)
      await check({ useType: 3, scopeIds: [cateId, other], ...terms }, [towel, mug], discount)
    }
  }
  await checkAll(null)
  await db.insert(userLevels).values({ name: '黄金', grade: 91, experience: 900_000, discount: 83 })
  await checkAll(83)
  await setSettings(shop, { vip_open: false })
  await checkAll(null)
  const { list } = await estimate(staff, { useType: 2, scopeIds: [mug], money: 5 })
  expect(list[0]).toMatchObject({ productId: mug, storeName: '马克杯', suk: expect.stringContaining('规格') })
})

test('of more SKUs than are looked at those with the thinnest margins are, and it is said that there may be more', async () => {
  const { towel, mug, cateId, other, staff } = await openManySkus(40_000)
  const all = await estimate(staff, { useType: 1, money: 1 })
  expect(all).toMatchObject({ isLowerBound: true, below: expect.any(Number) })
  expect(all.below).toBeGreaterThan(1000)
  expect(all.list).toHaveLength(20)
  expect(await estimate(staff, { useType: 3, scopeIds: [cateId, other], money: 1 })).toMatchObject({
    isLowerBound: true,
    list: all.list,
  })
  expect(await estimate(staff, { useType: 2, scopeIds: [towel, mug], money: 1 })).toMatchObject({ isLowerBound: true })
})
