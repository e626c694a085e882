import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { bookCoupons } from '../promotion/report/coupon-stat.service.ts'
import { serveExample } from './example/example.routes.ts'
import { serveHome } from './home/home.routes.ts'
import { serveOrderStatistics } from './order-statistics/order-statistics.routes.ts'
import { registerRollups } from './rollup/rollup.jobs.ts'
import { closeEnded } from './rollup/rollup.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['example', 'rollup', 'order-statistics', 'home'] as const

/** Figures of the shop, from what hours and days brought. */
export const dashboard: Area = {
  name: 'dashboard',
  routes: [serveHome, serveExample, serveOrderStatistics],
  adds: [
    adding(demos, async (ctx) => {
      await closeEnded(ctx)
      await bookCoupons(ctx)
    }),
  ],
  background: [registerRollups],
}
