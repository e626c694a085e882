import type { OrderInfo, OrderRow } from '@zhanggui/contract/order/order-info.ts'
import type { TraceStep } from '@zhanggui/contract/order/price-trace.ts'
import { type PriceRule, priceRules } from '@zhanggui/domain/promotion/price-rules.ts'
import { leftOf, type PriceShare, type PriceStep, type PriceStory, sharesToTell } from './trace-steps.ts'

type Line = OrderInfo['lines'][number]

/** The kinds and pieces of an order: 3 种 6 件. */
export const amountText = ({ lineCount, totalNum }: Pick<OrderRow, 'lineCount' | 'totalNum'>) =>
  lineCount > 1 ? `${lineCount} 种 ${totalNum} 件` : `${totalNum} 件`

/** What the sum of an order is called. */
export const totalLabelOf = ({ paid, cod }: Pick<OrderRow, 'paid' | 'cod'>) => (paid ? '实付' : cod ? '待收' : '应付')

/** A part of the sum of an order. */
type Part = {
  /** The rule of the engine it comes from; none for the list price and for what staff changed later. */
  rule?: PriceRule
  label: string
  note?: string | undefined
  /** Yuan: below zero takes off. */
  value: number
  /** It stands in the sum with its sign. */
  added?: boolean
  /** What is said of it where no words were kept when the order was made. */
  why: string
  /** What of it is on a line of goods. */
  share?: (line: Line) => number
}

/** From the list price over each deduction; the parts add up to what is paid. A further step of the price is one part more. */
function partsOf(info: OrderInfo): Part[] {
  const sumOf = (pick: (line: Line) => number) =>
    Math.round(info.lines.reduce((sum, line) => sum + pick(line) * 100, 0)) / 100
  const points = info.useIntegral.toLocaleString('en-US')
  const member = (line: Line) => -line.memberDiscount
  const activity = (line: Line) => -line.activityDiscount
  return [
    { label: '商品原价', value: info.listPrice, why: `${amountText(info)}，按售价` },
    ofRule('member', { value: sumOf(member), why: '下单时买家等级的会员价，按件计到分', share: member }),
    ofRule('activity', { value: sumOf(activity), why: '下单时的活动价', share: activity }),
    ofRule('coupon', { value: -info.couponPrice, why: '按金额分摊到可用商品', share: (line) => -line.couponShare }),
    ofRule('points', {
      note: info.useIntegral ? `${points} 分` : undefined,
      value: -info.deductionPrice,
      why: `用了 ${points} 积分，按金额分摊到商品`,
      share: (line) => -line.integralShare,
    }),
    ofRule('freight', {
      value: info.freightPrice,
      added: true,
      why: '下单时按收货地址和运费模板计算，分摊到商品',
      share: (line) => line.freightShare,
    }),
    {
      label: '改价',
      value: info.adjustPrice,
      added: true,
      share: (line) => line.adjustShare,
      why: `店家改价 ${info.priceChanges} 次，按金额分摊到商品`,
    },
    {
      label: '改运费',
      value: Math.round((info.payPostage - info.freightPrice) * 100) / 100,
      added: true,
      why: '改价时一起改的运费',
    },
  ]
}

const ofRule = (rule: PriceRule, part: Omit<Part, 'rule' | 'label'>): Part => ({
  rule,
  label: priceRules[rule],
  ...part,
})

/** The sum of an order from its list price over each deduction; the rows add up to what is paid. */
export const sumRowsOf = (info: OrderInfo) =>
  partsOf(info)
    .filter(({ value }, index) => index === 0 || value !== 0)
    .map(({ label, note, value, added }) => ({ label, note, value, ...(added && { added }) }))

/**
 * How the price of an order came about. The amounts are those of now, so that the steps add up to what is paid; the words
 * are those kept when the order was made, and of what came later, or of an order without any, its own. Freight that cost
 * nothing is told too.
 */
export function priceStoryOf(info: OrderInfo): PriceStory {
  const steps = partsOf(info).flatMap((part, index): PriceStep[] => {
    const kept = info.trace.find(({ rule, applied }) => applied && rule === part.rule)
    if (index > 0 && !part.value && !(kept && part.rule === 'freight')) return []
    const { label, note, value } = part
    return [{ label, note, of: kept?.about, value, why: wordsOf(part, kept), lines: sharesOf(info, part) }]
  })
  const { gainIntegral } = info
  const earns = gainIntegral > 0 ? `付款后得 ${gainIntegral.toLocaleString('en-US')} 积分` : ''
  return { steps, unapplied: leftOf(info.trace).unapplied, earns }
}

/** What was said of a step when the order was made; what an edit has changed since is marked as of then. */
function wordsOf({ value, why }: Part, kept: TraceStep | undefined): string {
  if (!kept) return why
  return kept.amount === Math.abs(value) ? kept.reason : `下单时${kept.reason}`
}

function sharesOf({ lines }: OrderInfo, { rule, share }: Part): PriceShare[] {
  if (!share) return []
  return sharesToTell(
    rule,
    lines.map((line) => ({ key: line.id, name: nameOf(line), value: share(line) })),
  )
}

const nameOf = ({ storeName, sku, num }: Line) =>
  [storeName, sku === '默认' ? '' : sku, `×${num}`].filter(Boolean).join(' ')
