import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundShare } from '../order/refund-share.ts'
import type { Freight } from '../product/freight.ts'
import type { QuoteCoupon } from './coupon.ts'
import { type Quote, type QuoteInput, type QuoteLine, quote, rankCoupons } from './quote.ts'

const [PROVINCE, CITY, AREA, REFUSED] = [440000, 440100, 440106, 650000]
const address = [AREA, CITY, PROVINCE]

/** One fee of 10.00 whatever the goods. */
const flat: Freight = {
  id: 1,
  name: '固定',
  appoint: 2,
  type: 1,
  regions: [{ isDefault: true, cityIds: [], first: 999, firstPriceFen: 1000, renewal: 1, renewalPriceFen: 0 }],
  frees: [],
  refusedIds: [REFUSED],
}
/** By kilogram, free from 99 yuan. */
const heavy: Freight = {
  id: 2,
  name: '按重量',
  appoint: 2,
  type: 2,
  regions: [{ isDefault: true, cityIds: [], first: 1, firstPriceFen: 800, renewal: 0.5, renewalPriceFen: 333 }],
  frees: [{ cityIds: [PROVINCE], number: 0, priceFen: 9900, freeMode: 'or' }],
  refusedIds: [],
}
const line = (skuId: number, listFen: number, num: number, rest: Partial<QuoteLine> = {}): QuoteLine => ({
  skuId,
  productId: skuId,
  name: `商品${skuId}`,
  num,
  listFen,
  vipFen: null,
  categoryIds: [],
  tempId: 1,
  weight: 0.5,
  volume: 0,
  giveIntegral: 0,
  ...rest,
})
const points = { balance: 0, most: 0, n: 1, d: 1, mostPercent: 100, leastFen: 0, perYuan: [1, 1] as const }
const now = new Date('2026-11-23T04:00:00Z')
const copy = (moneyFen: number, rest: Partial<QuoteCoupon> = {}): QuoteCoupon => ({
  id: 1,
  couponId: 9,
  uid: 7,
  name: '满减',
  moneyFen,
  minFen: 0,
  useType: 1,
  scopeIds: [],
  status: 0,
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2026-11-30T00:00:00Z'),
  ...rest,
})
const gold = { id: 3, name: '黄金会员', discount: 95 }
const basket = (lines: QuoteLine[], rest: Partial<QuoteInput> = {}): QuoteInput => ({
  now,
  buyer: { uid: 7, level: null },
  lines,
  usePoints: false,
  points,
  freight: { templates: [flat, heavy], address },
  ...rest,
})
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const codes = ({ trace }: Quote) => trace.map(({ code }) => code)

test('two lines with points, without a coupon, come out to the fen', () => {
  const quoted = quote(
    basket([line(11, 10_000, 2), line(12, 6_000, 1)], {
      buyer: { uid: 7, level: gold },
      usePoints: true,
      points: { ...points, balance: 500 },
    }),
  )
  expect(quoted.lines.map(({ lineFen }) => lineFen)).toEqual([19_000, 5_700])
  expect(quoted.lines.map(({ pointsFen }) => pointsFen)).toEqual([385, 115])
  expect(quoted.lines.map((each) => each.points)).toEqual([385, 115])
  expect(quoted.lines.map(({ payFen }) => payFen)).toEqual([18_615, 5_585])
  expect(quoted).toMatchObject({ listFen: 26_000, goodsFen: 24_700, freightFen: 1_000, payFen: 25_200, pointsLeft: 0 })
  expect(codes(quoted)).toEqual(['MEMBER_PRICE', 'POINTS_APPLIED', 'FREIGHT', 'EARN'])
  expect(quoted.trace[0]?.reason).toBe('黄金会员 享 9.5 折，省 ¥13.00')
  const [first = 0] = quoted.lines.map(({ payFen }) => payFen)
  expect([refundShare(first, 2, 0, 1), refundShare(first, 2, 1, 1)]).toEqual([9_307, 9_308])
})

test('points at a ratio of 0.003 pay at most a tenth of the goods', () => {
  const limited = { ...points, balance: 700, n: 3, d: 10, mostPercent: 10 }
  const quoted = quote(basket([line(1, 1_999, 1)], { usePoints: true, points: limited, freight: null }))
  expect(quoted).toMatchObject({ pointsFen: 199, points: 664, pointsLeft: 36, payFen: 1_800 })
  expect(codes(quoted)).toEqual(['NO_LEVEL', 'POINTS_LIMITED', 'PICKUP', 'EARN'])
})

const shares = ({ lines }: Quote, of: 'couponFen' | 'pointsFen' | 'payFen') => lines.map((each) => each[of])

test('a coupon for two of three products, and points for half of what it left', () => {
  const quoted = quote(
    basket([line(1, 5_990, 2), line(2, 3_550, 1), line(3, 999, 3)], {
      buyer: { uid: 7, level: gold },
      coupon: copy(2_000, { minFen: 10_000, useType: 2, scopeIds: [1, 3] }),
      usePoints: true,
      points: { ...points, balance: 3_000, mostPercent: 50 },
      freight: {
        templates: [{ ...flat, regions: flat.regions.map((each) => ({ ...each, firstPriceFen: 800 })) }],
        address,
      },
    }),
  )
  expect(quoted).toMatchObject({
    goodsFen: 17_602,
    couponFen: 2_000,
    pointsFen: 3_000,
    freightFen: 800,
    payFen: 13_402,
  })
  expect(quoted.lines.map(({ lineFen }) => lineFen)).toEqual([11_382, 3_373, 2_847])
  expect(shares(quoted, 'couponFen')).toEqual([1_600, 0, 400])
  expect(shares(quoted, 'pointsFen')).toEqual([1_881, 649, 470])
  expect(shares(quoted, 'payFen')).toEqual([7_901, 2_724, 1_977])
  expect(quoted.trace[1]).toMatchObject({ code: 'COUPON_APPLIED', reason: '优惠券「满减」减 ¥20.00', amountFen: 2_000 })
})

test('a coupon beside points, a tie, and more coupon than goods', () => {
  const second = quote(
    basket([line(11, 10_000, 2), line(12, 6_000, 1)], {
      buyer: { uid: 7, level: gold },
      coupon: copy(3_000),
      usePoints: true,
      points: { ...points, balance: 500 },
    }),
  )
  expect(second).toMatchObject({
    goodsFen: 24_700,
    couponFen: 3_000,
    pointsFen: 500,
    freightFen: 1_000,
    payFen: 22_200,
  })
  expect(shares(second, 'couponFen')).toEqual([2_308, 692])
  expect(shares(second, 'pointsFen')).toEqual([385, 115])
  expect(shares(second, 'payFen')).toEqual([16_307, 4_893])

  const tie = quote(basket([line(1, 100, 1), line(2, 100, 1), line(3, 100, 1)], { coupon: copy(100), freight: null }))
  expect([tie.payFen, shares(tie, 'couponFen')]).toEqual([200, [34, 33, 33]])

  const free = quote(
    basket([line(1, 500, 1), line(2, 1, 1)], {
      coupon: copy(1_000, { minFen: 500 }),
      usePoints: true,
      points: { ...points, balance: 900 },
      freight: {
        templates: [{ ...flat, regions: flat.regions.map((each) => ({ ...each, firstPriceFen: 600 })) }],
        address,
      },
    }),
  )
  expect(free).toMatchObject({ couponFen: 501, pointsFen: 0, points: 0, payFen: 600 })
  expect(shares(free, 'couponFen')).toEqual([500, 1])
  expect(free.trace[1]).toMatchObject({ code: 'COUPON_PARTLY', reason: '优惠券「满减」面值 ¥10.00，最多抵 ¥5.01' })
})

test('a copy that cannot be spent says why, takes nothing off, and is a problem of the order', () => {
  const lines = [line(1, 1_000, 1, { categoryIds: [5, 50] })]
  const judge = (coupon: (QuoteInput['coupon'] & object) | 'missing', at = now) =>
    quote(basket(lines, { coupon, now: at, freight: null }))
  for (const [coupon, code, status, message] of [
    ['missing', 'COUPON_MISSING', 404, '优惠券领取记录不存在！'],
    [copy(100, { uid: 8 }), 'COUPON_MISSING', 404, '优惠券领取记录不存在！'],
    [copy(100, { status: 1 }), 'COUPON_USED', 409, '此优惠券已使用！'],
    [copy(100, { status: 2 }), 'COUPON_EXPIRED', 422, '此优惠券已失效！'],
    [copy(100, { to: new Date(now.getTime() - 1_000) }), 'COUPON_EXPIRED', 422, '此优惠券已失效！'],
    [copy(100, { from: new Date(now.getTime() + 1_000) }), 'COUPON_EARLY', 422, '此优惠券还未到达使用时间范围之内！'],
    [copy(100, { useType: 2, scopeIds: [2] }), 'COUPON_SCOPE', 422, '此优惠券为商品券，请购买相关商品之后再使用！'],
    [
      copy(100, { useType: 3, scopeIds: [6] }),
      'COUPON_SCOPE',
      422,
      '此优惠券为分类券，请购买相关分类下的商品之后再使用！',
    ],
    [copy(100, { minFen: 1_500 }), 'COUPON_BELOW_MIN', 422, '总金额小于优惠券最小使用金额，还差 5.00 元'],
  ] as const) {
    const quoted = judge(coupon)
    expect(quoted.problems).toEqual([{ code, status, message }])
    expect(quoted.trace[1]).toMatchObject({ rule: 'coupon', applied: false, code, reason: message, amountFen: 0 })
    expect(quoted.payFen).toBe(1_000)
  }
  expect(judge(copy(100, { minFen: 1_500 })).trace[1]?.lacksFen).toBe(500)
  expect(judge(copy(100, { useType: 3, scopeIds: [50] })).payFen).toBe(900)
  // The last second counts, to its end.
  expect(judge(copy(100, { to: now }), new Date(now.getTime() + 999)).payFen).toBe(900)
  expect(codes(quote(basket(lines, { coupon: null, freight: null })))[1]).toBe('COUPON_UNASKED')
})

test('members pay the list price while prices for members are off, and are told so', () => {
  const off = quote(basket([line(1, 1_000, 1)], { buyer: { uid: 7, level: gold, isOff: true }, freight: null }))
  expect(off.payFen).toBe(1_000)
  expect(off.trace[0]).toMatchObject({ code: 'MEMBER_OFF', applied: false, about: { name: gold.name }, amountFen: 0 })
  const none = quote(basket([line(1, 1_000, 1)], { buyer: { uid: 7, level: null, isOff: true }, freight: null }))
  expect(none.trace[0]?.code).toBe('NO_LEVEL')
})

test('copies are ranked by what is paid, then by which ends first; those that cannot be spent come last', () => {
  const ending = copy(300, { id: 4, to: new Date(now.getTime() + 60_000) })
  const held = [copy(500, { id: 2, minFen: 9_999 }), copy(200, { id: 3 }), copy(300, { id: 5 }), ending]
  const ranked = rankCoupons(basket([line(1, 1_000, 1)], { freight: null }), held)
  expect(
    ranked.map(({ coupon, discountFen, payFen, problem }) => [coupon.id, discountFen, payFen, problem?.code]),
  ).toEqual([
    [4, 300, 700, undefined],
    [5, 300, 700, undefined],
    [3, 200, 800, undefined],
    [2, 0, 1_000, 'COUPON_BELOW_MIN'],
  ])
})

test('a member pays the lower of list and member price, half up, and never nothing for what has a price', () => {
  const unit = (listFen: number, vipFen: number | null, discount: number) => {
    const buyer = { uid: 7, level: { ...gold, discount } }
    return quote(basket([line(1, listFen, 1, { vipFen })], { buyer, freight: null })).lines[0]?.unitFen
  }
  expect(unit(3_550, null, 95)).toBe(3_373) // 33.725
  expect(unit(1, null, 1)).toBe(1)
  expect(unit(0, null, 50)).toBe(0)
  expect(unit(1_000, 700, 95)).toBe(700)
  expect(unit(1_000, 1_200, 95)).toBe(1_000)
})

test('what was not applied says why', () => {
  const pointsOf = (rest: Partial<QuoteInput>) => quote(basket([line(1, 1_000, 1)], rest)).trace[1]
  const owned = { ...points, balance: 50 }
  expect(pointsOf({ points: { ...owned, n: 0 }, usePoints: true })).toMatchObject({ code: 'POINTS_OFF' })
  expect(pointsOf({ points: owned })).toMatchObject({ code: 'POINTS_UNASKED', applied: false })
  expect(pointsOf({ usePoints: true })).toMatchObject({ code: 'POINTS_NONE' })
  expect(pointsOf({ points: { ...owned, leastFen: 1_500 }, usePoints: true })).toMatchObject({
    code: 'POINTS_BELOW_MIN',
    lacksFen: 500,
    reason: '商品金额满 15.00 元可用积分，还差 5.00 元',
  })
  const freightOf = (freight: QuoteInput['freight']) => quote(basket([line(1, 1_000, 1)], { freight }))
  expect(codes(freightOf({ templates: [flat] }))).toContain('FREIGHT_PENDING')
  const level = { ...gold, discount: 100 }
  expect(codes(quote(basket([line(1, 1_000, 1)], { buyer: { uid: 7, level } })))).toContain('LIST_LOWER')
})

test('goods that are not delivered to the address are a problem, and nothing is thrown', () => {
  const quoted = quote(basket([line(1, 1_000, 1)], { freight: { templates: [flat], address: [REFUSED] } }))
  expect(quoted.problems).toEqual([{ code: 'NO_DELIVERY', status: 422, message: '「商品1」不支持配送到该地区' }])
  expect(quoted.freight.pending).toBe(true)
  expect(codes(quoted)).toContain('NO_DELIVERY')
})

test('in an activity the lower of shelf and activity price is paid, never the members’, and its coupon and points are its own matter', () => {
  const sale = { type: 1, id: 5, title: '双十一', priceFen: 700, allowCoupon: false, allowPoints: false } as const
  const one = (rest: Partial<QuoteInput>) =>
    quote(
      basket([line(1, 1_000, 2, { vipFen: 100 })], {
        buyer: { uid: 7, level: gold },
        activity: sale,
        coupon: null,
        points: { ...points, balance: 500 },
        freight: null,
        ...rest,
      }),
    )
  const plain = one({})
  expect(plain).toMatchObject({ listFen: 2_000, goodsFen: 1_400, payFen: 1_400, problems: [] })
  expect(plain.lines[0]).toMatchObject({ unitFen: 700, activityFen: 600, memberFen: 0 })
  expect(codes(plain).slice(0, 4)).toEqual([
    'ACTIVITY_PRICE',
    'ACTIVITY_EXCLUDES',
    'COUPON_ACTIVITY',
    'POINTS_ACTIVITY',
  ])
  expect(plain.trace[0]?.reason).toBe('秒杀「双十一」活动价 ¥7.00，省 ¥6.00')
  const dear = one({ activity: { ...sale, priceFen: 1_200 } })
  expect(dear.lines[0]).toMatchObject({ unitFen: 1_000, activityFen: 0 })
  expect(codes(dear)[0]).toBe('ACTIVITY_NONE')
  expect(one({ coupon: copy(200) })).toMatchObject({
    payFen: 1_400,
    problems: [{ code: 'COUPON_ACTIVITY', status: 422, message: '营销活动商品无法使用优惠券' }],
  })
  const open = one({ activity: { ...sale, allowCoupon: true, allowPoints: true }, coupon: copy(200), usePoints: true })
  expect(open).toMatchObject({ couponFen: 200, pointsFen: 500, payFen: 700, problems: [] })
})

const RUNS = { numRuns: 10_000 }
/** A law takes a second or two; a busy machine takes longer. */
const anyLine = fc.record({
  listFen: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 99_999_999 })),
  num: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 999 })),
  vipFen: fc.option(fc.integer({ min: 0, max: 50_000 })),
  tempId: fc.constantFrom(1, 2),
  weight: fc.constantFrom(0, 0.001, 0.35, 1, 12.5),
  giveIntegral: fc.integer({ min: 0, max: 20 }),
  categoryIds: fc.subarray([5, 6, 7]),
})
const anyCoupon: fc.Arbitrary<QuoteCoupon> = fc
  .record({
    id: fc.integer({ min: 1, max: 99 }),
    moneyFen: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 9_999_999 })),
    minFen: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
    scope: fc.oneof(
      fc.constant({ useType: 1 as const, scopeIds: [] }),
      fc.record({ useType: fc.constant(2 as const), scopeIds: fc.subarray([100, 103, 106, 109]) }),
      fc.record({ useType: fc.constant(3 as const), scopeIds: fc.subarray([5, 6, 7, 8]) }),
    ),
    status: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const, 2 as const),
  })
  .map(({ scope, moneyFen, ...rest }) => copy(moneyFen, { ...rest, ...scope }))
const anyPoints = fc.record({
  balance: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
  most: fc.constantFrom(0, 100, 5_000),
  n: fc.constantFrom(0, 1, 3, 3_000, 77),
  d: fc.constantFrom(1, 10, 10_000),
  mostPercent: fc.integer({ min: 0, max: 100 }),
  leastFen: fc.constantFrom(0, 1_000, 100_000),
  perYuan: fc.constantFrom([1, 1] as const, [0, 1] as const, [150, 100] as const),
})
const anyActivity = fc.record({
  type: fc.constantFrom(1 as const, 2 as const, 3 as const),
  id: fc.constant(5),
  title: fc.constant('活动'),
  priceFen: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9_999_999 })),
  allowCoupon: fc.boolean(),
  allowPoints: fc.boolean(),
})
const anyBasket: fc.Arbitrary<QuoteInput> = fc.record({
  activity: fc.option(anyActivity, { freq: 3 }),
  buyer: fc.record({
    uid: fc.constant(7),
    level: fc.option(
      fc.record({ id: fc.constant(1), name: fc.constant('级'), discount: fc.integer({ min: 1, max: 100 }) }),
    ),
  }),
  lines: fc
    .array(anyLine, { minLength: 1, maxLength: 6 })
    .chain((lines) =>
      fc
        .shuffledSubarray(lines, { minLength: lines.length })
        .map((mixed) => mixed.map((each, index) => line(100 + index * 3, each.listFen, each.num, each)).reverse()),
    ),
  now: fc.constant(now),
  coupon: fc.oneof({ weight: 4, arbitrary: anyCoupon }, fc.constant(null), fc.constant('missing' as const)),
  usePoints: fc.boolean(),
  points: anyPoints,
  freight: fc.option(
    fc
      .record({
        templates: fc.constant([flat, heavy]),
        address: fc.constantFrom(address, [310115, 310100, 310000], undefined),
        shopFreeFen: fc.constantFrom(undefined, 0, 5_000),
      })
      .map(({ templates, address: to, shopFreeFen }) => ({
        templates,
        ...(to && { address: to }),
        ...(shopFreeFen !== undefined && { shopFreeFen }),
      })),
  ),
})
const law = (says: (quoted: Quote, input: QuoteInput) => void) =>
  fc.assert(
    fc.property(anyBasket, (input) => says(quote(input), input)),
    RUNS,
  )

test('the shares of the lines add up to the totals', () =>
  law((quoted) => {
    const total = (of: (each: Quote['lines'][number]) => number) => sum(quoted.lines.map(of))
    expect(total(({ couponFen }) => couponFen)).toBe(quoted.couponFen)
    expect(total(({ pointsFen }) => pointsFen)).toBe(quoted.pointsFen)
    expect(total((each) => each.points)).toBe(quoted.points)
    expect(total(({ freightFen }) => freightFen)).toBe(quoted.freightFen)
    expect(total(({ payFen }) => payFen) + quoted.freightFen).toBe(quoted.payFen)
  }))

test('nothing is negative, and no line is discounted below nothing', () =>
  law((quoted) => {
    const amounts = quoted.lines.flatMap((each) => [
      ...[each.unitFen, each.memberFen, each.couponFen, each.pointsFen, each.points, each.freightFen, each.payFen],
    ])
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0)
    expect(quoted.payFen - quoted.freightFen).toBeLessThanOrEqual(quoted.listFen)
    expect(quoted.pointsLeft).toBeGreaterThanOrEqual(0)
  }))

test('another order of the lines gives each SKU the same', () =>
  law((quoted, input) => {
    const turned = quote({ ...input, lines: [...input.lines].reverse() })
    expect([...turned.lines].reverse()).toEqual(quoted.lines)
    expect(turned.payFen).toBe(quoted.payFen)
  }))

test('unit prices do not depend on the other lines', () =>
  law((quoted, input) => {
    const alone = input.lines.map((each) => quote({ ...input, lines: [each] }))
    expect(sum(alone.map(({ goodsFen }) => goodsFen))).toBe(quoted.goodsFen)
    expect(sum(alone.map(({ listFen }) => listFen))).toBe(quoted.listFen)
  }))

test('points never raise the price, and no more are used than the buyer has and the limit allows', () =>
  law((quoted, input) => {
    const without = quote({ ...input, usePoints: false })
    expect(quoted.payFen).toBeLessThanOrEqual(without.payFen)
    expect(quoted.points).toBeLessThanOrEqual(input.points.balance)
    if (input.points.most) expect(quoted.points).toBeLessThanOrEqual(input.points.most)
  }))

test('a coupon never raises the price, and the best of more coupons is never dearer than the best of fewer', () =>
  fc.assert(
    fc.property(anyBasket, fc.array(anyCoupon, { minLength: 1, maxLength: 5 }), (input, held) => {
      const without = quote({ ...input, coupon: null })
      const ranked = rankCoupons(input, held)
      for (const { payFen } of ranked) expect(payFen).toBeLessThanOrEqual(without.payFen)
      const fewer = rankCoupons(input, held.slice(1))
      if (fewer[0]) expect(ranked[0]?.payFen).toBeLessThanOrEqual(fewer[0].payFen)
    }),
    RUNS,
  ))

test('the trace and the amounts agree, and each rule stands in it once', () =>
  law((quoted, { activity }) => {
    const off = quoted.trace.filter(
      ({ rule, applied }) => applied && ['activity', 'member', 'coupon', 'points'].includes(rule),
    )
    expect(quoted.listFen - sum(off.map(({ amountFen }) => amountFen)) + quoted.freightFen).toBe(quoted.payFen)
    expect(quoted.trace.map(({ rule }) => rule)).toEqual([
      ...(activity ? ['activity'] : []),
      ...['member', 'coupon', 'points', 'freight', 'earn'],
    ])
    for (const step of quoted.trace) {
      expect(sum(step.lines.map(({ amountFen }) => amountFen))).toBe(step.applied ? step.amountFen : 0)
      if (!step.applied) expect(step.amountFen).toBe(0)
    }
  }))

test('any sequence of partial refunds ends at exactly what was paid, points included, and no step is negative', () => {
  const turns = fc.infiniteStream(fc.record({ line: fc.nat(1_000), more: fc.integer({ min: 1, max: 400 }) }))
  fc.assert(
    fc.property(anyBasket, turns, (input, choices) => {
      const quoted = quote(input)
      const left = quoted.lines.map((each, index) => ({ ...each, num: input.lines[index]?.num ?? 0, refunded: 0 }))
      let [money, points] = [0, 0]
      for (const { line: at, more } of choices) {
        const open = left.filter(({ num, refunded }) => refunded < num)
        const each = open[at % open.length]
        if (!each) break
        const units = Math.min(more, each.num - each.refunded)
        const back = refundShare(each.payFen, each.num, each.refunded, units)
        const pointsBack = refundShare(each.points, each.num, each.refunded, units)
        if (back < 0 || pointsBack < 0) throw new Error('a step is negative')
        each.refunded += units
        money += back
        points += pointsBack
      }
      expect([money, points]).toEqual([quoted.payFen - quoted.freightFen, quoted.points])
    }),
    RUNS,
  )
})
