import type { Ctx } from '../../../platform/http/context.ts'
import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import * as counts from './window-count.repository.ts'

/** Views of products: how often buyers looked at their pages. */
export const {
  count: countView,
  flush: flushViews,
  keep: keepViews,
} = bufferCounts('views of products', counts.addViews)

/**
 * Counts buyers who took products into their favourites, or out of them.
 * @param tx a transaction, at its end: it locks the products
 */
export async function countFavourites(tx: Ctx, productIds: readonly number[], by: 1 | -1): Promise<void> {
  if (productIds.length) await counts.addFavourites(tx, productIds, by)
}
