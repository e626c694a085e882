import type { Ctx } from '../../../platform/http/context.ts'
import type { RushMark } from '../../../platform/http/rush.ts'
import { announceQuota } from './activity-skus.service.ts'
import * as quotas from './quota.repository.ts'

/** Units of an activity SKU that an order takes, at the price it was asked for, and what was known of it when it was asked. */
export type QuotaMove = { activitySkuId: number; num: number; priceFen: number; mark: RushMark }

/**
 * Gives units of an activity back, whatever its phase, and tells whoever remembers it as sold out.
 * @param from `reserved` of an order that is closed unpaid, `sold` of one that is refunded
 */
export async function giveBackQuota(
  tx: Ctx,
  activityId: number,
  units: readonly { skuId: number; num: number }[],
  from: 'reserved' | 'sold',
): Promise<void> {
  announceQuota(tx, await quotas.giveBack(tx, activityId, units, from))
}

/** Which of the marked activity SKUs can be had again. */
export async function checkQuota(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  const ids = keys.filter((key) => /^\d+$/.test(key)).map(Number)
  return ids.length ? (await quotas.listAvailable(ctx, ids)).map(String) : []
}
