import type { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { canPay } from '@zhanggui/domain/order/order-state.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { withOrder } from '../order/order-change.service.ts'
import { markPaid, refuseBy } from '../order/order-transition.service.ts'
import * as payments from './payment.repository.ts'

type Confirmation = RouteInput<typeof orderRoutes.paid>['body']

/**
 * T2 by staff: the money for an order was taken at the door, at the counter or by transfer.
 * @throws 404, 409 for one that is paid or closed, or for another version
 */
export function confirmOffline(ctx: Ctx, { voucher = '', reason, ...named }: Confirmation) {
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canPay(order))
    const { id, orderNo, payPriceFen } = order
    await payments.insertPaid(tx, { ...order, channel: 'admin' }, 'offline', 'offline')
    const message = `确认线下收款 ${(payPriceFen / 100).toFixed(2)} 元：${reason}${voucher && `，凭证 ${voucher}`}`
    const saved = await markPaid(tx, order, 'offline', { message, extra: { voucher, reason } })
    if (!saved) throw new Error(`order ${id} was not paid`)
    await audit(tx, {
      ...{ action: 'paid', objectId: id, objectName: orderNo },
      after: { payPrice: toYuan(payPriceFen), voucher, reason },
      labels: { payPrice: '收款金额', voucher: '收款凭证', reason: '原因' },
    })
    return saved
  })
}
