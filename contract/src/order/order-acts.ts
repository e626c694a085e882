import type { CaseAct } from '@zhanggui/domain/order/after-sales.ts'
import type { OrderAct } from '@zhanggui/domain/order/order-acts.ts'
import type { Permission } from '../routes.ts'
import { reveal } from '../setting/reveal.ts'
import { afterSales } from './after-sales.ts'
import { draftOrder } from './draft-order.ts'
import { order } from './order.ts'
import { orderEdit } from './order-edit.ts'
import { orderNote } from './order-note.ts'
import { orderPrint } from './order-print.ts'
import { pickup } from './pickup.ts'
import { refund } from './refund.ts'
import { shipment } from './shipment.ts'

/** The right that each act with an order takes, beside an order that allows it. */
export const actRights: Readonly<Record<OrderAct, Permission>> = {
  editPrice: order.updatePrice.permission,
  close: order.close.permission,
  paid: order.paid.permission,
  editAddress: order.updateAddress.permission,
  mark: order.mark.permission,
  delete: order.remove.permission,
  reveal: reveal.show.permission,
  send: shipment.send.permission,
  addParcel: shipment.send.permission,
  editDelivery: shipment.update.permission,
  verify: pickup.verify.permission,
  refund: refund.start.permission,
  refuse: afterSales.refuse.permission,
  apply: afterSales.apply.permission,
  hold: orderNote.hold.permission,
  unhold: orderNote.unhold.permission,
  tag: orderNote.tag.permission,
  comment: orderNote.comment.permission,
  print: orderPrint.data.permission,
  edit: orderEdit.confirm.permission,
  reship: draftOrder.reship.permission,
}

/** The right that each act with a case takes. */
export const caseRights: Readonly<Record<CaseAct, Permission>> = {
  approve: afterSales.pay.permission,
  refuse: afterSales.refuse.permission,
  receive: afterSales.receive.permission,
  pay: afterSales.pay.permission,
}
