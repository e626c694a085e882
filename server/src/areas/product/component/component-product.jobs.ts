import type { Platform } from '../../../platform/http/context.ts'
import { DELIST_QUEUE } from './component-event.service.ts'
import { reconcileComponents, refreshCategories } from './component-reconcile.service.ts'
import { delistQueued, followShelf, notePushes, PUSH_QUEUE, pushNews } from './component-shelf.service.ts'
import { auditSimulated, SIMULATED_AUDIT, type SimulatedAudit } from './shop-simulator.service.ts'

/** Background jobs for products of the WeChat shop. */
export function registerComponents({ jobs, outbox, scheduler }: Platform): void {
  jobs.handle(SIMULATED_AUDIT, {}, (ctx, data) => auditSimulated(ctx, data as SimulatedAudit))
  jobs.handle(DELIST_QUEUE, { retries: 5, retrySeconds: 60 }, (ctx, data) =>
    delistQueued(ctx, (data as ProductEvent).id),
  )
  jobs.handle(PUSH_QUEUE, { retries: 3, retrySeconds: 30 }, (ctx, data) => pushNews(ctx, (data as ProductEvent).id))
  outbox.consume('component-delist', ['product.down', 'product.recycled'], (tx, { data }) =>
    followShelf(tx, (data as ProductEvent).id),
  )
  outbox.consumeTogether('component-push', ['stock.changed', 'price.changed'], (tx, messages) =>
    notePushes(tx, [...new Set(messages.flatMap(({ data }) => (data as { skuIds: number[] }).skuIds))]),
  )
  scheduler.handle('componentReconcile', {
    title: '核对小店商品',
    cron: '0 */5 * * * ?',
    run: (ctx, _, signal) => reconcileComponents(ctx, signal),
  })
  scheduler.handle('componentCategories', {
    title: '更新微信商品类目',
    cron: '0 0 5 * * ?',
    run: (ctx) => refreshCategories(ctx),
  })
}

type ProductEvent = { id: number }
