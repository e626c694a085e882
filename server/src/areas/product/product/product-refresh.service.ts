import { productText, productTokens } from '@zhanggui/domain/product/product-search.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { repeat } from '../../../platform/work/repeat.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as products from './product.repository.ts'
import * as refresh from './product-refresh.repository.ts'

const BATCH = 200
/** Lists lag behind SKUs after sales by at most twice this. */
const LOOK_MS = 500
/** The interval for folding moves between tabs; until then readers add them up. */
const FOLD_MS = 10_000

/**
 * Refreshes the values that products copy from their SKUs, and notifies staff of products that became low on stock.
 * @param tx a transaction
 * @param tells false where staff see the stock anyway
 */
export async function renewCopies(tx: Ctx, ids: readonly number[], tells = true): Promise<void> {
  const { store_stock } = await getSettings(tx)
  const changes = await refresh.refreshCopies(tx, ids, store_stock)
  if (changes.length) await todoChanged(tx)
  if (!tells) return
  for (const { id, storeName, stock, alert, isRecycle, isNew } of changes)
    if (alert && !isRecycle && !isNew)
      await notify(tx, {
        event: 'stock.alert',
        level: 'warn',
        title: `「${storeName}」库存不足`,
        content: `当前库存 ${stock}，请及时补货`,
        link: `/product/list?type=4&keywords=${id}`,
        object: { type: 'product', id },
        payload: { productId: id, stock },
      })
}

/** Rebuilds the search rows of products; completely deleted ones have none. */
export async function renewSearch(tx: Ctx, ids: readonly number[]): Promise<void> {
  const rows = await products.listSearched(tx, ids)
  await products.storeSearch(
    tx,
    rows.map((row) => {
      const { id: productId, tab, sort } = row
      return { productId, tab, sort, tokens: productTokens(row), textNorm: productText(row) }
    }),
  )
}

/**
 * Refreshes queued products, the oldest first; several processes may do so at once.
 * @returns the number of products
 */
export async function foldRefresh(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let folded = 0
  for (;;) {
    // Others lock products as they come to them, so a ring with them is met now and then: it is tried again, at last the next turn.
    const taken = await retried(ctx, async (tx) => {
      const queued = await refresh.takeQueue(tx, BATCH)
      const ids = queued.map(({ productId }) => productId)
      await renewCopies(tx, ids)
      await renewSearch(
        tx,
        queued.filter(({ search }) => search).map(({ productId }) => productId),
      )
      return ids.length
    }).catch((error: unknown) => {
      if (error instanceof HttpError && error.code === 'OVERLOADED') return 0
      throw error
    })
    folded += taken
    if (!taken || signal?.aborted) return folded
  }
}

/** Keeps folding the queue and the tab counts in a worker process. Returns a function that stops it. */
export function watchRefresh(own: Ctx): () => Promise<void> {
  const stops = [
    repeat(own, LOOK_MS, (signal) => foldRefresh(own, signal), 'product copies were not refreshed'),
    repeat(own, FOLD_MS, () => refresh.foldTabs(own), 'the counts of the tabs were not folded'),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Queues products again after categories moved or the stock threshold changed. */
export function registerRefresh({ outbox }: Platform): void {
  outbox.consume('product-search', ['category.changed'], async (tx, { data }) => {
    const { type, moved } = data as { type: number; moved: number[] }
    if (type === 1 && moved.length) await refresh.queueSearch(tx, moved)
  })
  outbox.consume('product-alert', ['setting.changed'], async (tx, { data }) => {
    const { keys } = data as { keys: string[] }
    if (keys.includes('store_stock')) await refresh.queueAll(tx, false)
  })
}
