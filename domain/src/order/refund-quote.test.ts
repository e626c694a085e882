import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitFen } from '../split.ts'
import {
  keptOf,
  quoteRefund,
  type RefundAsk,
  type RefundedLine,
  type RefundedOrder,
  type RefundQuote,
} from './refund-quote.ts'

type Model = { order: RefundedOrder; lines: RefundedLine[] }

const line = (part: Partial<RefundedLine>): RefundedLine => ({
  id: 1,
  storeName: 'A',
  sku: '默认',
  skuId: 1,
  num: 1,
  sentNum: 0,
  cutNum: 0,
  refundNum: 0,
  afterNum: 0,
  payShareFen: 0,
  refundMoneyFen: 0,
  compensatedFen: 0,
  useIntegralShare: 0,
  ...part,
})
const orderOf = (lines: readonly RefundedLine[], payPostageFen = 0, part: Partial<RefundedOrder> = {}) => ({
  payPriceFen: lines.reduce((sum, { payShareFen }) => sum + payShareFen, payPostageFen),
  payPostageFen,
  refundPriceFen: 0,
  refundPostageFen: 0,
  sentNum: 0,
  gainIntegral: 0,
  ...part,
})

/** What T19 does to the counters, written without the calculator's own helpers. */
function book({ order, lines }: Model, quote: RefundQuote): Model {
  const back = (id: number) => quote.lines.find(({ lineId }) => lineId === id)
  return {
    order: {
      ...order,
      refundPriceFen: order.refundPriceFen + quote.totalFen,
      refundPostageFen: order.refundPostageFen + quote.postageFen,
    },
    lines: lines.map((each) => {
      const { num = 0, cutNum = 0, moneyFen = 0 } = back(each.id) ?? {}
      return {
        ...each,
        refundNum: each.refundNum + num,
        cutNum: each.cutNum + cutNum,
        refundMoneyFen: each.refundMoneyFen + moneyFen,
        compensatedFen: each.compensatedFen + (num ? 0 : moneyFen),
      }
    }),
  }
}

/** The usual example, with its coupon: payShares 163.07 and 48.93, 500 points, freight 10.00. */
const example = (): Model => {
  const lines = [
    line({ num: 2, payShareFen: 163_07, useIntegralShare: 385 }),
    line({ id: 2, storeName: 'B', skuId: 2, payShareFen: 48_93, useIntegralShare: 115 }),
  ]
  return { lines, order: orderOf(lines, 10_00, { gainIntegral: 222 }) }
}

describe('the example', () => {
  test('one A is 81.53 and 192 points, the other 81.54 and 193; the sum is said in words', () => {
    let model = example()
    const first = quoteRefund(model.order, model.lines, { lines: [{ lineId: 1, num: 1 }] })
    expect(first).toMatchObject({ totalFen: 81_53, pointsBack: 192, postageFen: 0, leftFen: 140_47, ends: false })
    expect(first.text).toBe('A 163.07 × 1/2 = 81.53；不退运费；退回积分 192；扣回积分 82')
    model = book(model, first)
    const second = quoteRefund(model.order, model.lines, { lines: [{ lineId: 1, num: 1 }] })
    expect(second).toMatchObject({ totalFen: 81_54, pointsBack: 193 })
  })

  test('without the coupon one A is 93.07, the other 93.08', () => {
    const lines = [line({ num: 2, payShareFen: 186_15 }), line({ id: 2, payShareFen: 55_85 })]
    let model: Model = { lines, order: orderOf(lines, 10_00) }
    for (const fen of [93_07, 93_08]) {
      const quote = quoteRefund(model.order, model.lines, { lines: [{ lineId: 1, num: 1 }] })
      expect(quote.totalFen).toBe(fen)
      model = book(model, quote)
    }
  })

  test('all units of what was never sent bring all freight; once something was sent it is typed, and bounded', () => {
    const { order, lines } = example()
    const every = { lines: lines.map(({ id: lineId, num }) => ({ lineId, num })) }
    expect(quoteRefund(order, lines, every)).toMatchObject({ totalFen: 222_00, postageFen: 10_00, ends: true })
    const sent = { ...order, sentNum: 1 }
    expect(quoteRefund(sent, lines, every)).toMatchObject({ totalFen: 212_00, postageFen: 0, ends: true })
    expect(quoteRefund(sent, lines, { ...every, postageFen: 4_00 })).toMatchObject({ totalFen: 216_00 })
    expect(() => quoteRefund(sent, lines, { ...every, postageFen: 10_01 })).toThrow('退运费不能大于可退运费 ¥10.00')
  })
})

describe('1.8', () => {
  const ask = (wish: RefundAsk, { order, lines } = example()) => quoteRefund(order, lines, wish)
  test('units that are not there, named twice, and more than is left are refused', () => {
    expect(() => ask({ lines: [{ lineId: 9, num: 1 }] })).toThrow('订单中没有这个商品')
    expect(() => ask({ lines: [{ lineId: 1, num: 3 }] })).toThrow('「A」退款数量不能大于可退数量 2')
    expect(() => ask({ lines: [{ lineId: 1, num: 0 }] })).toThrow('退款数量至少为1')
    expect(() => ask({ lines: [1, 1].map((lineId) => ({ lineId, num: 1 })) })).toThrow('同一商品只能填写一次')
    expect(() => ask({ lines: [{ lineId: 1, num: 1 }], amountFen: 81_54 })).toThrow('退款金额不能大于可退金额 ¥81.53')
    expect(() => ask({ lines: [{ lineId: 1, num: 1 }], amountFen: 0 })).toThrow('退款金额必须大于0')
    expect(() => ask({ lines: [{ lineId: 1, num: 1 }], amountFen: 1_00, postageFen: 2_00 })).toThrow(
      '退运费不能大于退款金额',
    )
    expect(() => ask({ amountFen: 0 })).toThrow('退款金额必须大于0')
    expect(() => ask({ amountFen: 212_01 })).toThrow('退款金额不能大于可退金额 ¥212.00')
  })

  test('money alone is a compensation: no unit, no points; what remains of a unit is its share of the rest', () => {
    const model = example()
    const quote = ask({ amountFen: 21_20 }, model)
    expect(quote).toMatchObject({ isCompensation: true, pointsBack: 0, ends: false, stock: [] })
    expect(quote.lines.map(({ moneyFen }) => moneyFen)).toEqual([16_31, 4_89])
    expect(quote.text).toContain('补偿 21.20（A 16.31，B 4.89）；不退运费')
    const after = book(model, quote)
    expect(ask({ lines: [{ lineId: 1, num: 1 }] }, after).totalFen).toBe(73_38)
  })

  test('an amount of everything takes all units and all freight, also what staff kept back before', () => {
    const model = example()
    const kept = book(model, ask({ lines: [{ lineId: 1, num: 1 }], amountFen: 50_00 }, model))
    const rest = ask({ amountFen: 172_00 }, kept)
    expect(rest).toMatchObject({ totalFen: 172_00, postageFen: 10_00, ends: true, leftFen: 0 })
    expect(rest.lines.map(({ num, moneyFen }) => [num, moneyFen])).toEqual([
      [1, 113_07],
      [1, 48_93],
    ])
    expect(ask({}, kept)).toEqual(rest)
  })

  test('units never sent go first, of a return those that were sent', () => {
    const lines = [line({ num: 3, sentNum: 2, payShareFen: 30_00 })]
    const order = orderOf(lines, 0, { sentNum: 2 })
    const two = [{ lineId: 1, num: 2 }]
    expect(quoteRefund(order, lines, { lines: two }).lines[0]).toMatchObject({ cutNum: 1 })
    const ofCase = { lines: two, sentFirst: true }
    expect(quoteRefund(order, lines, { ofCase }).lines[0]).toMatchObject({ cutNum: 0 })
    expect(quoteRefund(order, lines, { ofCase, restock: true }).stock).toEqual([
      { skuId: 1, cutNum: 0, returnedNum: 2 },
    ])
    expect(quoteRefund(order, lines, { ofCase }).stock).toEqual([])
  })
})

/** Orders of several lines, some of which cost nothing. */
const models: fc.Arbitrary<Model> = fc
  .record({
    lines: fc.array(
      fc.record({
        num: fc.integer({ min: 1, max: 7 }),
        payShareFen: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_00 })),
        useIntegralShare: fc.nat(3000),
        sent: fc.nat(7),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    postage: fc.nat(30_00),
    gainIntegral: fc.nat(2000),
    wasSent: fc.boolean(),
  })
  .map(({ lines: given, postage, gainIntegral, wasSent }) => {
    const lines = given.map(({ sent, ...part }, at) =>
      line({ id: at + 1, skuId: at + 1, ...part, sentNum: wasSent ? Math.min(sent, part.num) : 0 }),
    )
    const sentNum = lines.reduce((sum, each) => sum + each.sentNum, 0)
    return { lines, order: orderOf(lines, postage, { gainIntegral, sentNum }) }
  })

type Step = { units: number[]; amount: number | undefined; postage: number; money: boolean }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    units: fc.array(fc.nat(7), { minLength: 5, maxLength: 5 }),
    amount: fc.option(fc.nat(600_00), { nil: undefined }),
    postage: fc.nat(10_00),
    money: fc.boolean(),
  }),
  { maxLength: 12 },
)

/** Asks for it; undefined when it is refused. */
function tryQuote({ order, lines }: Model, wish: RefundAsk): RefundQuote | undefined {
  try {
    return quoteRefund(order, lines, wish)
  } catch {
    return undefined
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const runs = { numRuns: 1000 }

describe('over random units and amounts in random order', () => {
  test('never more goes back than was paid, of the order, its freight, its lines and its points, and units add up', () => {
    fc.assert(
      fc.property(models, steps, (start, taken) => {
        let model = start
        let [points, earned] = [0, 0]
        for (const { units, amount: amountFen, postage: postageFen, money } of taken) {
          const lines = units
            .map((num, at) => ({ lineId: at + 1, num }))
            .filter(({ lineId, num }) => num && lineId <= model.lines.length)
          const quote = tryQuote(model, { ...(!money && lines.length && { lines }), amountFen, postageFen })
          if (!quote) continue
          expect(quote.totalFen).toBe(sumOf(quote.lines.map(({ moneyFen }) => moneyFen)) + quote.postageFen)
          for (const each of quote.lines) expect(each.moneyFen).toBeLessThanOrEqual(each.maxFen)
          points += quote.pointsBack
          earned += quote.pointsTaken
          model = book(model, quote)
          expect(quote.leftFen).toBe(model.order.payPriceFen - model.order.refundPriceFen)
          expect(model.order.refundPriceFen).toBeLessThanOrEqual(model.order.payPriceFen)
          expect(model.order.refundPostageFen).toBeLessThanOrEqual(model.order.payPostageFen)
          for (const each of model.lines) {
            expect(each.refundMoneyFen).toBeLessThanOrEqual(each.payShareFen)
            expect(each.refundNum).toBeLessThanOrEqual(each.num)
            expect(each.cutNum).toBeLessThanOrEqual(each.refundNum)
            expect(each.sentNum + each.cutNum).toBeLessThanOrEqual(each.num)
          }
          if (quote.ends) break
        }
        const kept = model.lines.some(({ refundNum, num }) => refundNum < num)
        expect(points).toBeLessThanOrEqual(sumOf(model.lines.map(({ useIntegralShare }) => useIntegralShare)))
        expect(earned).toBe(
          model.order.gainIntegral - (kept ? keptOf(model.order.gainIntegral, model.order, model.lines) : 0),
        )
      }),
      runs,
    )
  })

  test('all units at their defaults, however they are parted, are exactly what was paid, in money and in points', () => {
    fc.assert(
      fc.property(models, fc.array(fc.nat(20), { minLength: 40, maxLength: 40 }), (start, order) => {
        let model = start
        const totals: number[] = []
        const points: number[] = []
        const sent = start.order.sentNum > 0
        for (const draw of [...order, ...order, ...order]) {
          const open = model.lines.filter(({ num, refundNum }) => refundNum < num)
          const chosen = open[draw % (open.length || 1)]
          if (!chosen) break
          const num = 1 + (draw % (chosen.num - chosen.refundNum))
          const isLast = open.length === 1 && num === chosen.num - chosen.refundNum
          // What was sent has its freight typed.
          const postageFen = isLast && sent ? model.order.payPostageFen : 0
          const quote = quoteRefund(model.order, model.lines, { lines: [{ lineId: chosen.id, num }], postageFen })
          totals.push(quote.totalFen)
          points.push(quote.pointsBack)
          model = book(model, quote)
        }
        expect(model.lines.every(({ num, refundNum }) => num === refundNum)).toBe(true)
        expect(sumOf(totals)).toBe(start.order.payPriceFen)
        expect(sumOf(points)).toBe(sumOf(start.lines.map(({ useIntegralShare }) => useIntegralShare)))
      }),
      runs,
    )
  })

  test('a line that cost nothing goes back alone, and stays to be sent when all money of the others went back', () => {
    fc.assert(
      fc.property(models, (start) => {
        const free = line({ id: 99, skuId: 99, storeName: '赠品', num: 2 })
        const model = { order: start.order, lines: [...start.lines, free] }
        const alone = quoteRefund(model.order, model.lines, { lines: [{ lineId: 99, num: 1 }] })
        expect(alone).toMatchObject({ totalFen: 0, ends: false })
        const others = start.lines.map(({ id: lineId, num }) => ({ lineId, num }))
        const quote = quoteRefund(model.order, model.lines, { lines: others })
        expect(quote).toMatchObject({ goodsFen: start.order.payPriceFen - start.order.payPostageFen, ends: false })
        expect(book(model, quote).lines.at(-1)).toMatchObject({ refundNum: 0, num: 2 })
      }),
      runs,
    )
  })

  test('a lower amount is spread over the defaults to the fen', () => {
    fc.assert(
      fc.property(models, fc.double({ min: 0, max: 1, noNaN: true }), ({ order, lines }, part) => {
        const units = lines.map(({ id: lineId }) => ({ lineId, num: 1 }))
        const whole = tryQuote({ order, lines }, { lines: units })
        if (!whole?.goodsFen || whole.ends) return
        const amountFen = Math.max(1, Math.floor(whole.goodsFen * part))
        const quote = quoteRefund(order, lines, { lines: units, amountFen })
        const defaults = whole.lines.map(({ moneyFen }) => moneyFen)
        expect(quote.lines.map(({ moneyFen }) => moneyFen)).toEqual(splitFen(amountFen, defaults))
      }),
      runs,
    )
  })
})
