import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lowestPrice,
  lowestWithin,
  mostByPoints,
  type OpenCoupon,
  type SaleWay,
  unitWithCoupon,
} from './lowest-price.ts'
import { memberFen, type QuoteLine, quote } from './quote.ts'

const now = new Date('2026-11-23T04:00:00Z')
const day = (of: number) => new Date(Date.UTC(2026, 10, of))
const always = { from: null, to: null }
const coupon = (moneyFen: number, minFen: number, rest: Partial<OpenCoupon> = {}): OpenCoupon => ({
  id: 9,
  name: '满减',
  moneyFen,
  minFen,
  useType: 1,
  scopeIds: [],
  ...always,
  ...rest,
})
const way = (unitFen: number, rest: Partial<SaleWay> = {}): SaleWay => ({
  type: 0,
  id: 0,
  title: '',
  unitFen,
  allowsCoupon: true,
  ...always,
  ...rest,
})
const product = { productId: 1, categoryIds: [10, 1] }

test('a coupon takes no larger share of a unit than of the least it can be used for', () => {
  expect(unitWithCoupon(1_000, coupon(300, 0))).toBe(700)
  expect(unitWithCoupon(1_000, coupon(300, 3_000))).toBe(900)
  expect(unitWithCoupon(1_000, coupon(2_000, 500))).toBe(0)
  expect(unitWithCoupon(1_000, coupon(9_000, 3_000))).toBe(0)
  expect(unitWithCoupon(999, coupon(100, 3_000))).toBe(999 - 33)
  expect(unitWithCoupon(0, coupon(100, 0))).toBe(0)
})

test('the lowest price is that of the best way with the best coupon that is for the product there', () => {
  const named = coupon(300, 0, { id: 1, useType: 2, scopeIds: [1] })
  const ofOthers = coupon(900, 0, { id: 2, useType: 2, scopeIds: [2] })
  const ofParent = coupon(400, 0, { id: 3, useType: 3, scopeIds: [1] })
  const lowest = lowestPrice(product, [way(1_000)], [named, ofOthers, ofParent])
  expect(lowest).toMatchObject({ fen: 600, coupon: { id: 3 } })
  const sale = way(650, { type: 1, allowsCoupon: false })
  expect(lowestPrice(product, [way(1_000), sale], [named])).toMatchObject({ fen: 650, way: sale, coupon: null })
  expect(lowestPrice(product, [way(1_000)], [])).toMatchObject({ fen: 1_000, coupon: null })
})

test('over a stretch of time every start and end counts, and way and coupon must be there together', () => {
  const later = coupon(300, 0, { id: 1, from: day(25), to: day(26) })
  const sale = way(900, { type: 1, from: day(24), to: new Date(+day(25) - 1000) })
  const within = (from: Date, to: Date, coupons = [later]) =>
    lowestWithin(product, { ways: [way(1_000), sale], coupons, from, to })
  expect(within(now, day(30))).toMatchObject({
    fen: 700,
    way: { type: 0 },
    coupon: { id: 1 },
    from: day(25),
    to: day(26),
  })
  expect(within(now, new Date(+day(25) - 1000))).toMatchObject({ fen: 900, coupon: null, from: day(24), to: sale.to })
  expect(within(now, now)).toMatchObject({ fen: 1_000, coupon: null, from: null, to: null })
  expect(within(day(26), day(30)).fen).toBe(700)
  expect(within(new Date(+day(26) + 1000), day(30)).fen).toBe(1_000)
})

test('points take at most their cap of a price, and of an order', () => {
  const rules = { most: 0, n: 1, d: 1, mostPercent: 30 }
  expect(mostByPoints(999, rules)).toBe(299)
  expect(mostByPoints(999, { ...rules, most: 100 })).toBe(100)
  expect(mostByPoints(999, { ...rules, n: 0 })).toBe(0)
})

const price = fc.integer({ min: 1, max: 30_000 })
const discount = fc.integer({ min: 50, max: 100 })
const money = fc.integer({ min: 1, max: 20_000 })
const threshold = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 }))
const sku = fc.record({ listFen: price, vipFen: fc.option(price), num: fc.integer({ min: 1, max: 9 }) })
const terms = fc.record({ moneyFen: money, minFen: threshold, covers: fc.integer({ min: 0, max: 7 }) })

const free = { balance: 0, most: 0, n: 1, d: 1, mostPercent: 100, leastFen: 0, perYuan: [0, 1] as const }

// Laws over many baskets take their time on a busy machine.
test('no basket of up to three lines, whoever buys it, beats the lowest price by more than 1 fen a unit', () => {
  fc.assert(
    fc.property(
      fc.array(sku, { minLength: 1, maxLength: 3 }),
      fc.array(terms, { maxLength: 3 }),
      fc.array(discount, { maxLength: 2 }),
      (skus, coupons, levels) => {
        const best = levels.length ? Math.min(...levels) : undefined
        const open = coupons.map(({ moneyFen, minFen, covers }, at) =>
          coupon(moneyFen, minFen, {
            id: at + 1,
            useType: 2,
            scopeIds: [1, 2, 3].filter((_, bit) => covers & (1 << bit)),
          }),
        )
        const lines = skus.map(({ listFen, vipFen, num }, at): QuoteLine => {
          const [skuId, name] = [at + 1, `商品${at}`]
          const flat = { tempId: 1, weight: 0, volume: 0, giveIntegral: 0, categoryIds: [] }
          return { ...flat, skuId, productId: skuId, name, num, listFen, vipFen }
        })
        const lowest = lines.map((line) => {
          const unitFen = best === undefined ? line.listFen : memberFen(line, best)
          return lowestPrice({ productId: line.productId, categoryIds: [] }, [way(unitFen)], open).fen
        })
        for (const level of [undefined, ...levels])
          for (const used of [null, ...open])
            for (let picked = 1; picked < 1 << lines.length; picked++) {
              const basket = lines.filter((_, at) => picked & (1 << at))
              const { lines: quoted } = buy(basket, used, level)
              for (const [at, { key, payFen }] of quoted.entries()) {
                const leastFen = lowest[Number(key) - 1] ?? 0
                expect(payFen).toBeGreaterThanOrEqual((basket[at]?.num ?? 0) * (leastFen - 1))
              }
            }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('one unit reaches the lowest price where the threshold of the coupon is not above its price', () => {
  fc.assert(
    fc.property(price, money, threshold, (listFen, moneyFen, minFen) => {
      fc.pre(minFen <= listFen)
      const line = { skuId: 1, productId: 1, name: '', num: 1, listFen, vipFen: null, categoryIds: [] }
      const whole = { ...line, tempId: 1, weight: 0, volume: 0, giveIntegral: 0 }
      expect(buy([whole], coupon(moneyFen, minFen)).payFen).toBe(unitWithCoupon(listFen, coupon(moneyFen, minFen)))
    }),
    { numRuns: 10_000 },
  )
})

function buy(lines: readonly QuoteLine[], used: OpenCoupon | null, discount?: number) {
  return quote({
    now,
    buyer: { uid: 7, level: discount === undefined ? null : { id: 1, name: '会员', discount } },
    lines,
    coupon: used && { ...used, couponId: used.id, uid: 7, status: 0, from: day(1), to: day(30) },
    usePoints: false,
    points: free,
    freight: null,
  })
}
