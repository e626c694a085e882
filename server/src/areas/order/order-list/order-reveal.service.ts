import { areaText } from '@zhanggui/domain/order/order-label.ts'
import type { Revealer } from '../../setting/reveal/reveal.service.ts'
import type { OrderRow } from '../order/order.repository.ts'
import { findListed } from './order-info.repository.ts'

const addressOf = (order: OrderRow) => [areaText(order), order.detail].filter(Boolean).join(' ')

const fields: Record<string, { label: string; value: (order: OrderRow) => string }> = {
  phone: { label: '电话', value: ({ userPhone }) => userPhone },
  address: { label: '地址', value: addressOf },
  /** What 修改地址 opens with, a line each: the area is shown anyway. */
  contact: { label: '电话和详细地址', value: ({ userPhone, detail }) => `${userPhone}\n${detail}` },
  /** In one line, to be copied. */
  receiver: {
    label: '收货信息',
    value: (order) => [order.realName, order.userPhone, addressOf(order)].filter(Boolean).join(' '),
  },
}

/** What is masked of an order's receiver, in full, within the caller's stores. */
export const orderRevealer: Revealer = {
  type: 'order',
  objectType: 'order',
  async find(ctx, id, field) {
    const shown = Object.hasOwn(fields, field) ? fields[field] : undefined
    const order = shown && (await findListed(ctx, { id }))
    return order && { value: shown.value(order), name: order.orderNo, label: shown.label }
  },
}
