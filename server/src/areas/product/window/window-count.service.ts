import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { repeat } from '../../../platform/work/repeat.ts'
import * as counts from './window-count.repository.ts'

/** How often views are written (catalogue chapter, 13). */
const FLUSH_MS = 5000
/** The most products whose views wait; those of further ones are not counted. */
const MAX_WAITING = 10_000
/** Products in one statement. */
const BATCH = 500

/** Views that are not written yet, by product, of each server in this process. */
const waiting = new WeakMap<Platform, Map<number, number>>()

/**
 * Counts buyers who took products into their favourites, or out of them.
 * @param tx a transaction, at its end: it locks the products
 */
export async function countFavourites(tx: Ctx, productIds: readonly number[], by: 1 | -1): Promise<void> {
  if (productIds.length) await counts.addFavourites(tx, productIds, by)
}

/** Counts a view of a product; written within seconds, so that looking at a product changes no row. */
export function countView({ platform }: Ctx, productId: number): void {
  const views = waiting.get(platform) ?? new Map<number, number>()
  waiting.set(platform, views)
  if (views.size < MAX_WAITING || views.has(productId)) views.set(productId, (views.get(productId) ?? 0) + 1)
}

/** Writes the views counted so far; those that could not be written wait for the next time. */
export async function flushViews(own: Ctx): Promise<void> {
  const views = waiting.get(own.platform)
  if (!views?.size) return
  waiting.delete(own.platform)
  const all = [...views]
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH)
    await counts.addViews(own, batch).catch((error: unknown) => {
      const later = waiting.get(own.platform) ?? new Map<number, number>()
      for (const [id, times] of all.slice(at)) later.set(id, (later.get(id) ?? 0) + times)
      waiting.set(own.platform, later)
      throw error
    })
  }
}

/** Keeps writing views in this process. Returns a function that writes the last ones and stops. */
export function keepViews(own: Ctx): () => Promise<void> {
  const stop = repeat(own, FLUSH_MS, () => flushViews(own), 'views of products were not counted')
  return async () => {
    await stop()
    await flushViews(own).catch((error: unknown) => own.log.error({ err: error }, 'views of products were lost'))
  }
}
