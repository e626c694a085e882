import type { FrontQuote } from '@zhanggui/contract/order/front-order.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { priceStoryOf } from '../shared/price-trace/order-story.ts'
import { type PriceShare, type PriceStep, type PriceStory, readTrace } from '../shared/price-trace/trace-steps.ts'

type QuotedLine = FrontQuote['lines'][number]

const fen = (yuan: number) => Math.round(yuan * 100)

/** The story of a quote, with the shares of its lines. */
export function storyOf({ trace, lines }: FrontQuote): PriceStory {
  const list = lines.reduce((sum, { price, num }) => sum + fen(price) * num, 0)
  return readTrace(trace, { value: list / 100, why: `${countOf(lines)}，按售价` }, (rule) => {
    const fell = new Map(trace.find((step) => step.rule === rule)?.lines?.map(({ skuId, amount }) => [skuId, amount]))
    return lines.map((line) => toShare(line, (rule === 'freight' ? 1 : -1) * (fell.get(line.skuId) ?? 0)))
  })
}

/** What differs between an answer and the order it is about: by how much the answer is dearer, and in which steps. */
export function differencesOf(quote: FrontQuote, order: OrderInfo) {
  const [now, then] = [storyOf(quote).steps, priceStoryOf(order).steps]
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
