import type { Ctx } from '../../../platform/http/context.ts'
import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import * as counts from './window-count.repository.ts'

/** Views of products: how often buyers looked at their pages. */
const views = bufferCounts('views of products', counts.addViews)
export const { flush: flushViews, keep: keepViews } = views

/** Counts a look at a product; asking again for what is looked at already is none. */
export function countView(ctx: Ctx, id: number): void {
  if (!ctx.origin.isAgain) views.count(ctx, id)
}

/**
 * Counts buyers who took products into their favourites, or out of them.
 * @param tx a transaction, at its end: it locks the products
 */
export async function countFavourites(tx: Ctx, productIds: readonly number[], by: 1 | -1): Promise<void> {
  if (productIds.length) await counts.addFavourites(tx, productIds, by)
}
