import type { FrontQuote } from '@zhanggui/contract/order/front-order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order.ts'
import {
  leftOf,
  type PriceShare,
  type PriceStep,
  type PriceStory,
  readTrace,
  ruleLabels,
} from '../../../kit/price-trace/trace-steps.ts'

type QuotedLine = FrontQuote['lines'][number]

const fen = (yuan: number) => Math.round(yuan * 100)

/** What each rule takes off a line, in yuan. */
const shareOf: Readonly<Record<string, (line: QuotedLine) => number>> = {
  member: ({ price, num, lineTotal }) => (fen(price) * num - fen(lineTotal)) / 100,
  coupon: ({ couponShare }) => couponShare,
  points: ({ integralShare }) => integralShare,
}

/** The story of a quote, with the shares of its lines. */
export function storyOf({ trace, lines }: FrontQuote): PriceStory {
  const list = lines.reduce((sum, { price, num }) => sum + fen(price) * num, 0)
  return readTrace(trace, { value: list / 100, why: `${countOf(lines)}，按售价` }, (rule) =>
    lines.map((line) => toShare(line, -(shareOf[rule]?.(line) ?? 0))),
  )
}

/** The story of an order, from what it keeps; its reasons are those of the moment it was made. */
export function orderStoryOf(order: OrderInfo): PriceStory {
  const { trace, lines, listPrice, proTotalPrice, couponPrice, deductionPrice, freightPrice, payPostage } = order
  const why = (rule: string) => trace.find((step) => step.applied && step.rule === rule)?.reason ?? ''
  const step = (rule: string, value: number): PriceStep => ({
    ...{ label: ruleLabels[rule] ?? rule, why: why(rule), value },
    lines: lines.map((line) => toShare(line, orderShareOf[rule]?.(line) ?? 0)).filter((share) => share.value !== 0),
  })
  const activity = lines.reduce((sum, line) => sum + fen(line.activityDiscount), 0) / 100
  const member = (fen(listPrice) - fen(proTotalPrice)) / 100 - activity
  const steps = [
    step('activity', -activity),
    step('member', -member),
    step('coupon', -couponPrice),
    step('points', -deductionPrice),
    step('freight', freightPrice),
    { label: '改价', why: `店家改价 ${order.priceChanges} 次`, value: order.adjustPrice },
    { label: '改运费', why: '', value: (fen(payPostage) - fen(freightPrice)) / 100 },
  ]
  const list = { label: '商品原价', why: `${countOf(lines)}，按售价`, value: listPrice }
  return { steps: [list, ...steps.filter(({ value }) => fen(value) !== 0)], ...leftOf(trace) }
}

const orderShareOf: Readonly<Record<string, (line: OrderInfo['lines'][number]) => number>> = {
  activity: (line) => -line.activityDiscount,
  member: (line) => -line.memberDiscount,
  coupon: (line) => -line.couponShare,
  points: (line) => -line.integralShare,
}

/** What differs between an answer and the order it is about: by how much the answer is dearer, and in which steps. */
export function differencesOf(quote: FrontQuote, order: OrderInfo) {
  const [now, then] = [storyOf(quote).steps, orderStoryOf(order).steps]
  const valueIn = (steps: readonly PriceStep[], label: string) => steps.find((step) => step.label === label)?.value ?? 0
  const labels = [...new Set([...now, ...then].map(({ label }) => label))]
  return {
    total: (fen(quote.payFee) - fen(order.payPrice)) / 100,
    steps: labels
      .map((label) => ({ label, now: valueIn(now, label), was: valueIn(then, label) }))
      .filter((step) => fen(step.now) !== fen(step.was)),
  }
}

type Line = Pick<QuotedLine, 'skuId' | 'storeName' | 'sku' | 'num'>

const toShare = ({ skuId, storeName, sku, num }: Line, value: number): PriceShare => ({
  key: skuId,
  name: [storeName, sku === '默认' ? '' : sku, `×${num}`].filter(Boolean).join(' '),
  value,
})

const countOf = (lines: readonly { num: number }[]) =>
  `${lines.length} 种 ${lines.reduce((sum, { num }) => sum + num, 0)} 件`
