import type { OrderInfo } from '@zhanggui/contract/order/order.ts'
import { amountText, sumRowsOf } from './order-look.ts'

type Line = OrderInfo['lines'][number]

/** A step from the list price to what is paid: by how much, why, and what of it is on which line. */
export type PriceStep = {
  label: string
  why: string
  value: number
  lines: { id: number; name: string; value: number }[]
}

const shares: Readonly<Record<string, (line: Line) => number>> = {
  会员优惠: (line) => -line.memberDiscount,
  活动优惠: (line) => -line.activityDiscount,
  优惠券: (line) => -line.couponShare,
  积分抵扣: (line) => -line.integralShare,
  运费: (line) => line.freightShare,
  改价: (line) => line.adjustShare,
}

/** How the price of an order came about, from what the order keeps of it; the steps add up to what is paid. */
export function priceStepsOf(info: OrderInfo): PriceStep[] {
  const why: Readonly<Record<string, string>> = {
    商品原价: `${amountText(info)}，按售价`,
    会员优惠: '下单时买家等级的会员价，按件计到分',
    积分抵扣: `用了 ${info.useIntegral.toLocaleString('en-US')} 积分，按金额分摊到商品`,
    优惠券: '按金额分摊到可用商品',
    活动优惠: '下单时的活动价',
    运费: '下单时按收货地址和运费模板计算，分摊到商品',
    改价: `店家改价 ${info.priceChanges} 次，按金额分摊到商品`,
    改运费: '改价时一起改的运费',
  }
  return sumRowsOf(info).map(({ label, value }) => {
    const share = shares[label]
    const lines = share ? info.lines.map((line) => ({ id: line.id, name: nameOf(line), value: share(line) })) : []
    return { label, value, why: why[label] ?? '', lines: lines.filter((line) => line.value !== 0) }
  })
}

/** The same in a sentence for the buyer. */
export function priceSentenceOf(info: OrderInfo): string {
  const parts = sumRowsOf(info).map(({ label, value, note }) => {
    const amount = `${yuan(Math.abs(value))} 元`
    if (label === '商品原价') return `商品原价 ${amount}`
    if (label === '运费') return `运费 ${amount}`
    const name = note ? `${label}（${note}）` : label
    return value < 0 ? `${name}减 ${amount}` : `${name}加 ${amount}`
  })
  return `${parts.join('，')}，${info.paid ? '实付' : '应付'} ${yuan(info.payPrice)} 元。`
}

const nameOf = ({ storeName, sku, num }: Line) =>
  [storeName, sku === '默认' ? '' : sku, `×${num}`].filter(Boolean).join(' ')
const yuan = (value: number) => value.toFixed(2)
