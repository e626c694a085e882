import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import type { RefundForm, RefundQuestion } from '@zhanggui/contract/order/refund.ts'

export type RefundMode = 'units' | 'money' | 'all'

/** What stands in the form of 退款. */
export type RefundTyped = {
  mode: RefundMode
  /** Units by the line's id. */
  units: Record<string, number | null | undefined>
  /** Empty: what the units cost by default. */
  amount?: number | null
  postage?: number | null
  restock?: boolean
  method?: RefundForm['method']
  reason?: string
  voucher?: string
}

type Line = OrderInfo['lines'][number]

/** Units of a line that can go back; those never sent among them. */
export const freeOf = ({ num, refundNum, afterNum }: Line) => num - refundNum - afterNum
export const unsentOf = ({ num, sentNum, cutNum }: Line) => num - sentNum - cutNum

/** Units of each line that are still in the warehouse and can go back. */
export const unsentUnits = ({ lines }: Pick<OrderInfo, 'lines'>): Record<string, number> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const num = Math.min(freeOf(line), unsentOf(line))
      return num > 0 ? [[line.id, num]] : []
    }),
  )

const inFen = (yuan: number) => Math.round(yuan * 100)
/** A difference of amounts, without the dust of floating point. */
const less = (from: number, amount: number) => (inFen(from) - inFen(amount)) / 100

/** What of an order has not gone back; of its freight; of its goods. */
export const leftOf = ({ payPrice, refundPrice }: OrderInfo) => less(payPrice, refundPrice)
export const freightOf = ({ payPostage, refundPostage }: OrderInfo) => less(payPostage, refundPostage)
export const goodsOf = (info: OrderInfo) => less(leftOf(info), freightOf(info))

/** Whether some of the units that go back had been sent: only those are asked about. */
export function takesSent(info: OrderInfo, { mode, units }: Pick<RefundTyped, 'mode' | 'units'>): boolean {
  if (mode === 'money') return false
  return info.lines.some((line) => (mode === 'all' ? freeOf(line) : (units[line.id] ?? 0)) > unsentOf(line))
}

/** What the form asks for; undefined while it asks for nothing. */
export function questionOf(info: OrderInfo, typed: RefundTyped): RefundQuestion | undefined {
  const { mode, units, amount, postage, restock, method } = typed
  const { orderNo, version } = info
  const rest = { orderNo, version, ...(method && { method }), ...(restock && takesSent(info, typed) && { restock }) }
  if (mode === 'all') return { ...rest, amount: leftOf(info) }
  const money = { ...(amount !== null && amount !== undefined && { amount }), ...(postage && { postage }) }
  if (mode === 'money') return money.amount ? { ...rest, ...money } : undefined
  const lines = info.lines.flatMap(({ id }) => (units[id] ? [{ lineId: id, num: units[id] }] : []))
  return lines.length ? { ...rest, ...money, lines } : undefined
}
