import type { Ctx } from '../../../platform/http/context.ts'
import { closeAttempts, type PaidFor, type Subject } from '../../payment/payment/payment.service.ts'
import { moveStockLast } from '../../product/stock/product-stock.service.ts'
import type { OrderRow } from '../order/order.repository.ts'
import * as orders from '../order/order.repository.ts'
import * as edits from './order-edit.repository.ts'
import type { EditPlan } from './order-edit.tables.ts'

/**
 * Ends an edit that waits for its money, because its order came under refund or into a case: its stock goes back, its
 * payments are closed. Does nothing for an order without one.
 * @param order locked
 */
export async function endWaitingEdit(tx: Ctx, order: Pick<OrderRow, 'id'>): Promise<void> {
  const edit = await edits.lockWaiting(tx, order.id)
  if (edit) await endEdit(tx, edit, 3, '订单进入退款或售后，改单取消')
}

/** Ends a locked edit without its money: its stock goes back, its payments are closed. 2 expired, 3 cancelled. */
export async function endEdit(tx: Ctx, edit: edits.EditRow, state: 2 | 3, message: string): Promise<void> {
  await edits.end(tx, edit.id, state)
  await orders.noteOrder(tx, edit.orderId, { changeType: 'edit', message, extra: { editNo: edit.editNo } })
  await closeAttempts(tx, paymentsOfEdit(edit))
  await moveStockLast(tx, [{ items: heldBy(edit.plan), backAs: { reason: 'order_cancel', ...refOf(edit) } }])
}

/** The units that an edit took when it was confirmed. */
export const heldBy = ({ add, swap }: EditPlan) => [...add, ...swap].map(({ skuId, num }) => ({ skuId, num }))

/** How the stock ledger names an edit. */
export const refOf = ({ id }: Pick<edits.EditRow, 'id'>) => ({ refType: 'edit', refId: String(id) })

/** An edit as its payments name it. */
export const paymentsOfEdit = ({ id }: Pick<edits.EditRow, 'id'>): Subject => ({ bizType: 'edit', bizId: id })

/** A payment of what an edit costs more, or of another sum for it. */
export function paidForEdit(
  { uid, channel }: Pick<OrderRow, 'uid' | 'channel'>,
  edit: edits.EditRow,
  amountFen = edit.differenceFen,
): PaidFor {
  return { ...paymentsOfEdit(edit), bizNo: edit.editNo, uid, amountFen, channel }
}
