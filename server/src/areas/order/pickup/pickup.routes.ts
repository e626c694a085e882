import { frontStaff } from '@zhanggui/contract/order/front-staff.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { asClerk, countOwnPickups, getOwnWork, listOwnPickups } from './front-staff.service.ts'
import { clerkOf, findPickup, verifyPickup } from './pickup.service.ts'

/** The counter where buyers pick up, in the console and in the mini-program. */
export function servePickups(app: App): void {
  serve(app, pickup, {
    confirm: (ctx, { params }) => findPickup(ctx, clerkOf(ctx), params.vCode),
    verify: (ctx, { params, body }) => verifyPickup(ctx, clerkOf(ctx), params.vCode, body),
  })
  serve(app, frontStaff, {
    me: (ctx) => getOwnWork(ctx),
    order: (ctx, { params }) => asClerk(ctx, (own, clerk) => findPickup(own, clerk, params.code)),
    verify: (ctx, { params, body }) => asClerk(ctx, (own, clerk) => verifyPickup(own, clerk, params.code, body)),
    list: (ctx, { query }) => listOwnPickups(ctx, query),
    statistics: (ctx) => countOwnPickups(ctx),
  })
}
