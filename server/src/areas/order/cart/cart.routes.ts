import { cart } from '@zhanggui/contract/order/cart.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { addToCart, countCart, listCart, removeFromCart, resetCartLine, setCartNum } from './cart.service.ts'
import { priceCart } from './cart-price.service.ts'

export function serveCarts(app: App): void {
  const done = async (work: Promise<unknown>) => {
    await work
    return {}
  }
  serve(app, cart, {
    list: (ctx, { query }) => listCart(ctx, query.isValid),
    price: (ctx, { query }) => priceCart(ctx, query),
    save: (ctx, { body }) => addToCart(ctx, body),
    num: (ctx, { body }) => done(setCartNum(ctx, body)),
    remove: (ctx, { body }) => done(removeFromCart(ctx, body.ids)),
    reset: (ctx, { body }) => resetCartLine(ctx, body),
    count: (ctx, { query }) => countCart(ctx, query.type),
  })
}
