import { countSales, giveBackStock, takenEvent } from '../../product/stock/product-stock.service.ts'
import type { LineDraft, OrderEffects } from './order-effects.service.ts'

const some = (goods: readonly LineDraft[]) => goods.filter(({ num }) => num > 0)

/** The stock of what is ordered, and its sales, which the statement of a payment reads from the lines. */
export const stockEffects: OrderEffects = {
  place: 'stock',
  creating: ({ orderNo: refId }, lines) => {
    const items = lines.map(({ skuId, num }) => ({ skuId, num }))
    return { stock: { items, note: { reason: 'order_create', refType: 'order', refId } }, events: [takenEvent(items)] }
  },
  closed: async (tx, { orderNo: refId }, facts) => {
    const [unsent, returned] = [some(facts.unsent), some(facts.returned)]
    if (unsent.length) await giveBackStock(tx, unsent, { reason: 'order_cancel', refType: 'order', refId })
    if (returned.length) await giveBackStock(tx, returned, { reason: 'return_in', refType: 'order', refId })
    return undefined
  },
  refunded: async (tx, { source }, { refundNo: refId, ...facts }) => {
    const [unsent, returned, units] = [some(facts.unsent), some(facts.returned), some(facts.units)]
    // First, as it locks all SKUs of the refund in their order.
    if (source !== 'reship' && units.length) await countSales(tx, units, -1)
    if (unsent.length) await giveBackStock(tx, unsent, { reason: 'order_refund', refType: 'refund', refId })
    if (returned.length) await giveBackStock(tx, returned, { reason: 'return_in', refType: 'refund', refId })
  },
}
