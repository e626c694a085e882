import type { Ctx } from '../../../platform/http/context.ts'
import * as activitySkus from './activity-sku.repository.ts'

/** Which SKU takes part in which activity: it never becomes another, so it may be kept. */
const KEPT = { ttlSeconds: 60, max: 10_000 }

/** What an activity SKU is of; undefined when there is none. */
export async function findTaking(ctx: Ctx, activitySkuId: number) {
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof activitySkus.findTaking>>>('activity-skus', KEPT)
  const key = String(activitySkuId)
  const found = await kept.get(key, () => activitySkus.findTaking(ctx, activitySkuId))
  // Whoever asks for one before it is there must not hide it from those who ask later.
  if (!found) kept.dropHere(key)
  return found
}
