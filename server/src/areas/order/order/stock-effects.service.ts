import { giveBackStock, moveStockLast, takenEvent } from '../../product/stock/product-stock.service.ts'
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
    const back = { refType: 'refund', refId }
    await moveStockLast(tx, [
      ...(source === 'reship' ? [] : [{ items: units, sales: -1 } as const]),
      { items: unsent, backAs: { reason: 'order_refund', ...back } },
      { items: returned, backAs: { reason: 'return_in', ...back } },
    ])
  },
}
