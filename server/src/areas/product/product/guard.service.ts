import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findComponents } from './guard.repository.ts'

/** An open activity or other use of a product that forbids interfering changes. */
export type ProductUse = {
  /** `seckill`, `bargain`, `combination`: an open activity; `component`: a live product of the shop component. */
  type: 'seckill' | 'bargain' | 'combination' | 'component'
  id: number
  name: string
  productId: number
  /** The SKU it concerns; undefined for the whole product. */
  skuId?: number | undefined
}

/** Finds the open activities of one kind for these products, or for all. */
export type Guard = (ctx: Ctx, productIds: readonly number[] | 'all') => Promise<ProductUse[]>

/** One query for each kind of activity (section 13), registered by its area: seckill, bargain, combination. */
export const productGuards = defineHook<Guard>('product guards')

/** All open uses of the products. */
export async function listUses(ctx: Ctx, productIds: readonly number[]): Promise<ProductUse[]> {
  if (!productIds.length) return []
  return [...(await listActivities(ctx, productIds)), ...(await findComponents(ctx, productIds))]
}

/** The open activities of the products. */
export async function listActivities(ctx: Ctx, productIds: readonly number[] | 'all'): Promise<ProductUse[]> {
  const found: ProductUse[] = []
  for (const guard of ctx.platform.hooks.of(productGuards)) found.push(...(await guard(ctx, productIds)))
  return found
}

/** The products with open activities. */
export async function listBusy(ctx: Ctx): Promise<number[]> {
  return [...new Set((await listActivities(ctx, 'all')).map(({ productId }) => productId))]
}
