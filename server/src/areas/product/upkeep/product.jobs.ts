import type { Platform } from '../../../platform/http/context.ts'
import { purgeImports } from '../import/product-import.service.ts'
import { purgeUndos } from '../undo/product-undo.service.ts'
import {
  checkCopies,
  checkLedger,
  digestStock,
  purgeRecycled,
  rebuildSearch,
  turnShelves,
} from './product-watch.service.ts'

/** Scheduled jobs for products. */
export function registerProductClock({ scheduler }: Platform): void {
  scheduler.handle('shelfTimer', {
    title: '商品定时上下架',
    cron: '0 */1 * * * ?',
    run: (ctx, _, signal) => turnShelves(ctx, signal),
  })
  scheduler.handle('stockAlert', { title: '库存预警日报', cron: '0 0 9 * * ?', run: (ctx) => digestStock(ctx) })
  scheduler.handle('ledgerCheck', {
    title: '核对库存流水',
    cron: '0 30 3 * * ?',
    run: (ctx, _, signal) => checkLedger(ctx, signal),
  })
  scheduler.handle('aggregateCheck', {
    title: '核对商品汇总和数量',
    cron: '0 40 3 * * ?',
    run: (ctx, _, signal) => checkCopies(ctx, signal),
  })
  scheduler.handle('recyclePurge', {
    title: '清理商品回收站',
    cron: '0 0 4 * * ?',
    run: async (ctx, _, signal) =>
      (await purgeRecycled(ctx, signal)) + (await purgeImports(ctx, signal)) + (await purgeUndos(ctx, signal)),
  })
  scheduler.handle('searchRebuild', {
    title: '重建商品搜索',
    cron: '0 20 5 1 * ?',
    run: (ctx, _, signal) => rebuildSearch(ctx, signal),
  })
}
