import type { OrderInfo, OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { leftOf, type PriceShare, type PriceStep, type PriceStory, ruleLabels, sharesToTell } from './trace-steps.ts'

type Line = OrderInfo['lines'][number]

/** The kinds and pieces of an order: 3 种 6 件. */
export const amountText = ({ lineCount, totalNum }: Pick<OrderRow, 'lineCount' | 'totalNum'>) =>
  lineCount > 1 ? `${lineCount} 种 ${totalNum} 件` : `${totalNum} 件`

/** What the sum of an order is called. */
export const totalLabelOf = ({ paid, cod }: Pick<OrderRow, 'paid' | 'cod'>) => (paid ? '实付' : cod ? '待收' : '应付')

/** The sum of an order from its list price over each deduction; the rows add up to what is paid. */
export function sumRowsOf(info: OrderInfo) {
  const sumOf = (pick: (line: OrderInfo['lines'][number]) => number) =>
    Math.round(info.lines.reduce((sum, line) => sum + pick(line) * 100, 0)) / 100
  const [member, activity] = [sumOf(({ memberDiscount }) => memberDiscount), sumOf((line) => line.activityDiscount)]
  const postageChange = Math.round((info.payPostage - info.freightPrice) * 100) / 100
  const rows = [
    { label: '会员优惠', value: -member },
    { label: '活动优惠', value: -activity },
    { label: '优惠券', value: -info.couponPrice },
    {
      label: '积分抵扣',
      note: info.useIntegral ? `${info.useIntegral.toLocaleString('en-US')} 分` : undefined,
      value: -info.deductionPrice,
    },
    { label: '运费', value: info.freightPrice, added: true },
    { label: '改价', value: info.adjustPrice, added: true },
    { label: '改运费', value: postageChange, added: true },
  ]
  return [{ label: '商品原价', value: info.listPrice }, ...rows.filter(({ value }) => value !== 0)]
}

const shares: Readonly<Record<string, (line: Line) => number>> = {
  会员优惠: (line) => -line.memberDiscount,
  活动优惠: (line) => -line.activityDiscount,
  优惠券: (line) => -line.couponShare,
  积分抵扣: (line) => -line.integralShare,
  运费: (line) => line.freightShare,
  改价: (line) => line.adjustShare,
}

/**
 * How the price of an order came about. The amounts are those of now, so that the steps add up to what is paid; the words
 * are those kept when the order was made, and of what came later, or of an order without any, its own.
 */
export function priceStoryOf(info: OrderInfo): PriceStory {
  const rows = sumRowsOf(info)
  const steps = rows.map(
    ({ label, note, value }): PriceStep => ({
      ...{
        label,
        note,
        of: nameOfRule(info, label),
        value,
        why: keptWhy(info, label, value) ?? ownWhy(info)[label] ?? '',
      },
      lines: sharesOf(info, label),
    }),
  )
  const free = keptOf(info, '运费')
  // Freight that cost nothing is told too, before what staff changed.
  if (free?.applied && !rows.some(({ label }) => label === '运费')) {
    const later = steps.findIndex(({ label }) => label.startsWith('改'))
    steps.splice(later < 0 ? steps.length : later, 0, { label: '运费', value: 0, why: free.reason, lines: [] })
  }
  const { gainIntegral } = info
  const earns = gainIntegral > 0 ? `付款后得 ${gainIntegral.toLocaleString('en-US')} 积分` : ''
  return { steps, unapplied: leftOf(info.trace).unapplied, earns }
}

const keptOf = ({ trace }: OrderInfo, label: string) => trace.find(({ rule }) => ruleLabels[rule] === label)

/** The level or coupon a step came from. */
function nameOfRule(info: OrderInfo, label: string): string | undefined {
  const kept = keptOf(info, label)
  return kept?.applied ? kept.about : undefined
}

/** What was said of a step when the order was made; what an edit has changed since is marked as of then. */
function keptWhy(info: OrderInfo, label: string, value: number): string | undefined {
  const kept = keptOf(info, label)
  if (!kept?.applied) return undefined
  return kept.amount === Math.abs(value) ? kept.reason : `下单时${kept.reason}`
}

function sharesOf({ lines }: OrderInfo, label: string): PriceShare[] {
  const share = shares[label]
  if (!share) return []
  const rule = label === ruleLabels.coupon ? 'coupon' : ''
  return sharesToTell(
    rule,
    lines.map((line) => ({ key: line.id, name: nameOf(line), value: share(line) })),
  )
}

const ownWhy = (info: OrderInfo): Readonly<Record<string, string>> => ({
  商品原价: `${amountText(info)}，按售价`,
  会员优惠: '下单时买家等级的会员价，按件计到分',
  积分抵扣: `用了 ${info.useIntegral.toLocaleString('en-US')} 积分，按金额分摊到商品`,
  优惠券: '按金额分摊到可用商品',
  活动优惠: '下单时的活动价',
  运费: '下单时按收货地址和运费模板计算，分摊到商品',
  改价: `店家改价 ${info.priceChanges} 次，按金额分摊到商品`,
  改运费: '改价时一起改的运费',
})

const nameOf = ({ storeName, sku, num }: Line) =>
  [storeName, sku === '默认' ? '' : sku, `×${num}`].filter(Boolean).join(' ')
