import type { ActivityObject } from '@zhanggui/domain/promotion/activity.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findComponents } from './guard.repository.ts'

/** An open activity or other use of a product that forbids interfering changes. */
export type ProductUse = {
  /** `seckill`, `bargain`, `combination`: an open activity; `component`: a live product of the shop component. */
  type: ActivityObject | 'component'
  id: number
  name: string
  productId: number
  /** The SKU it concerns; undefined for the whole product. */
  skuId?: number | undefined
}

/**
 * Finds the open activities of one kind for these products, or for all.
 * @param isShown asked for a list that only shows it, which may be a moment behind
 */
export type Guard = (ctx: Ctx, productIds: readonly number[] | 'all', isShown?: boolean) => Promise<ProductUse[]>

/** What finds the activities of products; the area of activities adds it. */
export const productGuards = defineHook<Guard>('product guards')

/** What of later areas names products for good, so that these are not deleted completely. */
export type Keeper = (ctx: Ctx, productIds: readonly number[]) => Promise<{ type: string; id: number; name: string }[]>

/** Says what keeps products from being deleted completely; later areas add to it. */
export const productKeepers = defineHook<Keeper>('product keepers')

/** What keeps the products from being deleted completely, besides their activities. */
export async function listKeepers(ctx: Ctx, productIds: readonly number[]) {
  return (await Promise.all(ctx.platform.hooks.of(productKeepers).map((find) => find(ctx, productIds)))).flat()
}

/** All open uses of the products. */
export async function listUses(ctx: Ctx, productIds: readonly number[]): Promise<ProductUse[]> {
  if (!productIds.length) return []
  return [...(await listActivities(ctx, productIds)), ...(await findComponents(ctx, productIds))]
}

/** The open activities of the products. @param isShown as of a {@link Guard} */
export async function listActivities(
  ctx: Ctx,
  productIds: readonly number[] | 'all',
  isShown = false,
): Promise<ProductUse[]> {
  const found: ProductUse[] = []
  for (const guard of ctx.platform.hooks.of(productGuards)) found.push(...(await guard(ctx, productIds, isShown)))
  return found
}

/** The products with open activities. */
export async function listBusy(ctx: Ctx): Promise<number[]> {
  return [...new Set((await listActivities(ctx, 'all')).map(({ productId }) => productId))]
}
