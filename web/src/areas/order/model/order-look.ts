import type { OrderInfo, OrderRow } from '@zhanggui/contract/order/order.ts'
import type { FulfilFacts, OrderStatus, OrderTabKey, RefundStatus } from '@zhanggui/domain/order/order-state.ts'
import { type StateName, states } from '../../../kit/text/states.ts'

type Placed = Pick<OrderRow, 'statusStr' | 'labels'>

/** The word of an order's state, as the parts of the kit know it. */
export function stateOf({ statusStr }: Pick<OrderRow, 'statusStr'>): StateName<'order'> {
  return statusStr.value in states.order ? (statusStr.value as StateName<'order'>) : '已关闭'
}

export const isIn = ({ statusStr }: Pick<OrderRow, 'statusStr'>, ...tabs: readonly OrderTabKey[]) =>
  tabs.some((tab) => tab === statusStr.key)

/** What the guards of the domain judge, from what a row tells. */
export function factsOf(row: OrderRow): FulfilFacts {
  const has = (label: string) => row.labels.some(({ text }) => text === label)
  return {
    ...{ paid: row.paid, cod: row.cod, shippingType: row.shippingType === 2 ? 2 : 1 },
    ...{ status: row.status as OrderStatus, refundStatus: row.refundStatus as RefundStatus },
    ...{ closeType: isIn(row, 'cancelled') ? 3 : 0, pinkStatus: isIn(row, 'pinkWaiting') ? 1 : 0 },
    ...{ isDel: isIn(row, 'deleted'), isSystemDel: false, hold: has('挂起'), isEdited: has('改单待补款') },
    source: has('补发') ? 'reship' : 'front',
    orderKind: kinds[row.orderTypeText] ?? 'normal',
    sentNum: row.status > 0 || has('部分发货') ? 1 : 0,
  }
}
const kinds: Readonly<Record<string, FulfilFacts['orderKind']>> = {
  秒杀订单: 'seckill',
  砍价订单: 'bargain',
  拼团订单: 'combination',
}

/** The words beside an order's state; those the state itself says are left out. */
export const labelsOf = ({ labels }: Placed) => labels.map(({ text }) => text)

/** By when something is due, and of whom: the buyer pays, the shop ships. */
export function dueOf(row: Pick<OrderRow, 'statusStr' | 'payDeadline' | 'shipBy'>): string | null {
  if (isIn(row, 'unPaid')) return row.payDeadline
  return isIn(row, 'notShipped') ? row.shipBy : null
}

/** How an order was or will be paid. */
export function payText(row: Pick<OrderRow, 'paid' | 'cod' | 'payTypeStr' | 'statusStr'>): string {
  const { paid, cod, payTypeStr } = row
  if (paid) return payTypeStr
  return cod && !isIn(row, 'cancelled', 'deleted') ? '待收款' : '未付款'
}

/** Where an order goes: the place, or the store where it is picked up. */
export function placeOf({ shippingType, area, storeName }: Pick<OrderRow, 'shippingType' | 'area' | 'storeName'>) {
  return shippingType === 2 ? `自提 · ${storeName}` : [...new Set(area.split(' '))].join(' ')
}

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
