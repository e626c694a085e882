import { order } from '@zhanggui/contract/order/order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { changeAddress, changePrice, closeByShop, deleteForGood, markOrder } from './order-change.service.ts'

/** What staff change of orders. */
export function serveOrders(app: App): void {
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
