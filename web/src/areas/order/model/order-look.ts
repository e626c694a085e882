import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
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

/** Where an order goes: the place, or the store where it is picked up. */
export function placeOf({ shippingType, area, storeName }: Pick<OrderRow, 'shippingType' | 'area' | 'storeName'>) {
  return shippingType === 2 ? `自提 · ${storeName}` : [...new Set(area.split(' '))].join(' ')
}
