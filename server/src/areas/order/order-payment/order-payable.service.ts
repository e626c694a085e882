import { canPay, canPayLater } from '@zhanggui/domain/order/order-state.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { Due, Payable } from '../../payment/payment/payable.service.ts'
import { closeAttempts, markTaken } from '../../payment/payment/payment.service.ts'
import { lockingOrder } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import {
  chooseCod,
  concernOf,
  markPaid,
  paidFor,
  paymentsOf,
  refusalOf,
  seatRefusal,
} from '../order/order-transition.service.ts'
import * as edits from '../order-edit/order-edit.repository.ts'
import { paidForEdit, paymentsOfEdit } from '../order-edit/order-edit.service.ts'
import { applyEdit } from '../order-edit/order-edit-apply.service.ts'
import { repaidOf } from '../refund/refund-finish.service.ts'

/** Orders are paid by their number; by the same number their buyers pay what an edit of one costs more. */
export const orderPayable: Payable = {
  bizType: 'order',
  title: '订单',
  locking: (bizId) => lockingOrder(sql`store_order.id = ${bizId}`),
  read: async (tx, row) => orderDue(await orders.lockedOrder(tx, row)),
  ofBuyer: { find: findOwn, lock: lockOwn },
  lockRepaid,
}

/** What an edit of a paid order costs more. Its order is locked before it. */
export const editPayable: Payable = {
  bizType: 'edit',
  title: '改单补款',
  locking: (bizId) =>
    lockingOrder(sql`store_order.id = (select order_id from order_edit where order_edit.id = ${bizId})`),
  read: async (tx, row) => {
    const order = await orders.lockedOrder(tx, row)
    const edit = await edits.lockWaiting(tx, order.id)
    return edit
      ? editDue(order, edit)
      : { ...orderDue(order), late: lateEdit(order), refusal: stateConflict('没有等待付款的改单') }
  },
  lockRepaid,
}

function orderDue(order: orders.OrderRow): Due {
  const guard = canPay(order)
  const { bizType, bizId, bizNo, uid, amountFen } = paidFor(order)
  return {
    bizType,
    bizId,
    bizNo,
    uid,
    amountFen,
    subject: `订单 ${order.orderNo}`,
    concern: concernOf(order),
    refusal: guard && refusalOf(guard),
    pay: async (tx, { payType, taken }) => (await markPaid(tx, order, payType, taken ? { taken } : {})) !== undefined,
    payLater: (tx) => chooseCod(tx, order),
    late: late(order, order.closeType ? '订单关闭后到账' : order.paid ? '订单已支付，重复到账' : '订单改价后到账'),
  }
}

function editDue(order: orders.OrderRow, edit: edits.EditRow): Due {
  const { bizType, bizId, bizNo, uid, amountFen } = paidForEdit(order, edit)
  return {
    bizType,
    bizId,
    bizNo,
    uid,
    amountFen,
    subject: `订单 ${order.orderNo}`,
    concern: concernOf(order),
    refusal: undefined,
    pay: async (tx, { payType, taken }) => {
      if (taken) await markTaken(tx, taken)
      await closeAttempts(tx, paymentsOfEdit(edit))
      return (await applyEdit(tx, order, edit, { payType })) !== undefined
    },
    payLater: (tx) => chooseCod(tx, order),
    late: lateEdit(order),
  }
}

const lateEdit = (order: orders.OrderRow) => late(order, '改单结束后到账')

const late = ({ id: orderId }: orders.OrderRow, why: string): Due['late'] => ({
  why,
  orderId,
  note: (tx, { message, outTradeNo }) =>
    orders.noteOrder(tx, orderId, { changeType: 'late', message, extra: { outTradeNo } }),
})

async function findOwn(ctx: Ctx, orderNo: string) {
  const order = await orders.findOrder(ctx, { orderNo })
  if (order?.uid !== ctx.buyer.uid) return undefined
  const edit = order.paid ? await edits.findWaiting(ctx, order.id) : undefined
  if (edit) {
    const closed = { offline: '改单补款请在线支付，或联系商家确认收款' }
    return {
      ...paymentsOfEdit(edit),
      isPaid: false,
      amountFen: edit.differenceFen,
      payDeadline: edit.expireTime,
      closed,
    }
  }
  const { payPriceFen: amountFen, payDeadline, paid: isPaid } = order
  const later = isPaid ? undefined : canPayLater(order)
  return { ...paymentsOf(order), isPaid, amountFen, payDeadline, closed: later ? { offline: later.message } : {} }
}

/** The order, or the edit of it that waits for its money. Out of time it takes no new payment, though no job has ended it yet. */
async function lockOwn(tx: Ctx, orderNo: string): Promise<Due | undefined> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order) return undefined
  const edit = order.paid ? await edits.lockWaiting(tx, order.id) : undefined
  const due = orderDue(order)
  if (!edit) return { ...due, refusal: due.refusal ?? (await seatRefusal(tx, order)) }
  const isOver = edit.expireTime !== null && edit.expireTime <= tx.now()
  return {
    ...editDue(order, edit),
    refusal: isOver ? stateConflict('改单已超过付款时间，请联系商家重新改单') : undefined,
  }
}

/** Also of an order deleted for good: late money goes back all the same. */
async function lockRepaid(tx: Ctx, { orderId }: { orderId: number | null }) {
  const order = orderId === null ? undefined : await orders.lockOrder(tx, { id: orderId })
  if (!order) throw notFound('退款单')
  return repaidOf(order)
}
