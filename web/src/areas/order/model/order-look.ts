import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import type { OrderTabKey } from '@zhanggui/domain/order/order-state.ts'
import { type StateName, states } from '../../../kit/text/states.ts'

type Placed = Pick<OrderRow, 'statusStr' | 'labels'>

/** The word of an order's state, as the parts of the kit know it. */
export function stateOf({ statusStr }: Pick<OrderRow, 'statusStr'>): StateName<'order'> {
  return statusStr.value in states.order ? (statusStr.value as StateName<'order'>) : '已关闭'
}

export const isIn = ({ statusStr }: Pick<OrderRow, 'statusStr'>, ...tabs: readonly OrderTabKey[]) =>
  tabs.some((tab) => tab === statusStr.key)

/** The words beside an order's state; those the state itself says are left out. */
export const labelsOf = ({ labels }: Placed) => labels.map(({ text }) => text)

/** Where an order goes: the place, or the store where it is picked up. */
export function placeOf({ shippingType, area, storeName }: Pick<OrderRow, 'shippingType' | 'area' | 'storeName'>) {
  return shippingType === 2 ? `自提 · ${storeName}` : [...new Set(area.split(' '))].join(' ')
}
