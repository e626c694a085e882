import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { beginCheckout, loadCheckout, priceCheckout, rankCoupons } from '../pre-order/pre-order.service.ts'
import { changeAddress, changePrice, closeByShop, deleteForGood, markOrder } from './order-change.service.ts'
import { createOrder } from './order-create.service.ts'
import {
  cancelOwnOrder,
  changeOwnAddress,
  countOwnOrders,
  deleteOwnOrder,
  getOwnOrder,
  listOwnOrders,
  remindOwnOrder,
} from './order-own.service.ts'

/** Checkout, and what buyers and staff change of orders. */
export function serveOrders(app: App): void {
  const done = async (work: Promise<unknown>) => {
    await work
    return {}
  }
  serve(app, frontOrder, {
    pre: (ctx, { body }) => beginCheckout(ctx, body),
    load: (ctx, { params }) => loadCheckout(ctx, params.preOrderNo),
    price: (ctx, { body }) => priceCheckout(ctx, body),
    create: (ctx, { body }) => createOrder(ctx, body),
    list: listOwnOrders,
    detail: (ctx, { params }) => getOwnOrder(ctx, params.orderNo),
    counts: (ctx) => countOwnOrders(ctx),
    cancel: (ctx, { body }) => done(cancelOwnOrder(ctx, body.orderNo)),
    remove: (ctx, { body }) => done(deleteOwnOrder(ctx, body.orderNo)),
    remind: (ctx, { body }) => done(remindOwnOrder(ctx, body.orderNo)),
    address: (ctx, { body }) => done(changeOwnAddress(ctx, body)),
  })
  serve(app, frontOrderCoupon, {
    rank: (ctx, { params, query }) => rankCoupons(ctx, params.preOrderNo, query),
  })
  const { mark, updatePrice, updateAddress, close, remove } = order
  serve(
    app,
    { mark, updatePrice, updateAddress, close, remove },
    {
      mark: (ctx, { body }) => markOrder(ctx, body),
      updatePrice: (ctx, { body }) => changePrice(ctx, body),
      updateAddress: (ctx, { body }) => changeAddress(ctx, body),
      close: (ctx, { body }) => closeByShop(ctx, body),
      remove: (ctx, { body }) => deleteForGood(ctx, body),
    },
  )
}
