import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  cancelOwnOrder,
  changeOwnAddress,
  countOwnOrders,
  deleteOwnOrder,
  extendOwnOrder,
  getOwnOrder,
  listOwnOrders,
  remindOwnOrder,
} from './order-own.service.ts'

/** What buyers see and change of their orders. */
export function serveOwnOrders(app: App): void {
  const done = async (work: Promise<unknown>) => {
    await work
    return {}
  }
  const { list, detail, counts, cancel, remove, remind, address, extend } = frontOrder
  serve(
    app,
    { list, detail, counts, cancel, remove, remind, address, extend },
    {
      list: listOwnOrders,
      detail: (ctx, { params }) => getOwnOrder(ctx, params.orderNo),
      counts: (ctx) => countOwnOrders(ctx),
      cancel: (ctx, { body }) => done(cancelOwnOrder(ctx, body.orderNo)),
      remove: (ctx, { body }) => done(deleteOwnOrder(ctx, body.orderNo)),
      remind: (ctx, { body }) => done(remindOwnOrder(ctx, body.orderNo)),
      address: (ctx, { body }) => done(changeOwnAddress(ctx, body)),
      extend: (ctx, { body }) => extendOwnOrder(ctx, body.orderNo),
    },
  )
}
