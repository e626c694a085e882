import type { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import type { orderEdit as editRoutes } from '@zhanggui/contract/order/order-edit.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { canPay } from '@zhanggui/domain/order/order-state.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { closeAttempts, insertPaid } from '../../payment/payment/payment.service.ts'
import { noteOrder } from '../order/order.repository.ts'
import { withOrder } from '../order/order-change.service.ts'
import {
  markPaid,
  paidFor,
  refuseBy,
  seatRefusal,
  type TakenHow,
  takenText,
} from '../order/order-transition.service.ts'
import { lockWaiting } from '../order-edit/order-edit.repository.ts'
import { paidForEdit, paymentsOfEdit } from '../order-edit/order-edit.service.ts'
import { applyEdit } from '../order-edit/order-edit-apply.service.ts'

type Confirmation = RouteInput<typeof orderRoutes.paid>['body']

/**
 * Staff confirm payment: the money for an order was taken at the door, at the counter or by transfer.
 * @throws 404, 409 for one that is paid or closed, or for another version
 */
export function confirmOffline(ctx: Ctx, { voucher = '', reason, ...named }: Confirmation) {
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canPay(order))
    const refusal = await seatRefusal(tx, order)
    if (refusal) throw refusal
    const { id, payPriceFen } = order
    await insertPaid(tx, { ...paidFor(order), channel: 'admin' }, 'offline', 'offline')
    const message = takenText(payPriceFen, { voucher, reason })
    const saved = await markPaid(tx, order, 'offline', { message, extra: { voucher, reason } })
    if (!saved) throw new Error(`order ${id} was not paid`)
    await trail(tx, order, payPriceFen, { voucher, reason })
    return saved
  })
}

/**
 * The money that an edit of an order waits for was taken past the gateways: the edit is applied.
 * @throws 404, 409 where none waits (any more), or for another version
 */
export function confirmEditOffline(
  ctx: Ctx,
  { voucher = '', reason, ...named }: RouteInput<typeof editRoutes.paid>['body'],
) {
  return withOrder(ctx, named, async (tx, order) => {
    const edit = await lockWaiting(tx, order.id)
    if (!edit) throw stateConflict('没有等待付款的改单')
    const { id, editNo, differenceFen } = edit
    const { outTradeNo } = await insertPaid(tx, { ...paidForEdit(order, edit), channel: 'admin' }, 'offline', 'offline')
    await closeAttempts(tx, paymentsOfEdit(edit))
    const message = `改单差价${takenText(differenceFen, { voucher, reason })}`
    await noteOrder(tx, order.id, { changeType: 'edit', message, extra: { editNo, outTradeNo, voucher, reason } })
    const saved = await applyEdit(tx, order, edit, { payType: 'offline' })
    if (!saved) throw new Error(`edit ${id} was not paid`)
    await trail(tx, order, differenceFen, { voucher, reason })
    return saved
  })
}

const trail = (tx: Ctx, { id, orderNo }: { id: number; orderNo: string }, fen: number, how: TakenHow) =>
  audit(tx, {
    action: 'paid',
    objectType: 'order',
    objectId: id,
    objectName: orderNo,
    after: { payPrice: toYuan(fen), ...how },
    labels: { payPrice: '收款金额', voucher: '收款凭证', reason: '原因' },
  })
