import { type ProductTab, productTabTypes } from '@zhanggui/domain/product/product.ts'
import { and, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import {
  conditions,
  type Filter,
  isPlain,
  isSearched,
  narrow,
  patternsOf,
  tokensOf,
} from './product-filter.repository.ts'

/** Products are counted up to this number where no count is kept. */
const MAX_COUNTED = 10_000
/** How long it is cached that there are more. */
const REMEMBERED_SECONDS = 60
/** Counts above `FEW` may be this many seconds old, as a recent change is not noticeable in them. */
const FEW = 200
const SHORT_SECONDS = 5

export type Counted = { total: number; totalIsLowerBound?: true }

/** The number of products that match, up to 10,000 where no count is kept. */
export async function count(ctx: Ctx, filter: Filter): Promise<Counted> {
  if (isPlain(filter)) return { total: (await countTabs(ctx)).get(filter.type) ?? 0 }
  return countBounded(ctx, filter)
}

/** The parts that add up to the counts of tabs. */
export const keptCounts = sql`(
  select type, count from product_tab_count union all select type, change from product_tab_delta
) as parts`

/** The kept counts of all tabs. */
export async function countTabs({ db }: Ctx): Promise<Map<ProductTab, number>> {
  const { rows } = await db.execute<{ type: ProductTab; count: number }>(
    sql`select type, sum(count)::bigint as count from ${keptCounts} group by type`,
  )
  return new Map(rows.map(({ type, count: kept }) => [type, Math.max(0, kept)]))
}

/** The number of products in each tab that match the rest of the filter. */
export async function countEach(ctx: Ctx, filter: Omit<Filter, 'type'>): Promise<Map<ProductTab, Counted>> {
  if (isPlain({ ...filter, type: 1 })) {
    const kept = await countTabs(ctx)
    return new Map(productTabTypes.map((type) => [type, { total: kept.get(type) ?? 0 }]))
  }
  const counts = new Map<ProductTab, Counted>()
  for (const type of productTabTypes) counts.set(type, await countBounded(ctx, { ...filter, type }))
  return counts
}

/** Counts up to 10,000. Higher counts are cached for a while, large ones for moments (decision 0015). */
async function countBounded(ctx: Ctx, filter: Filter): Promise<Counted> {
  const key = JSON.stringify(filter)
  const many = ctx.platform.caches.named<Counted>('product-count', { ttlSeconds: REMEMBERED_SECONDS, max: 2000 })
  const some = ctx.platform.caches.named<Counted>('product-count-short', { ttlSeconds: SHORT_SECONDS, max: 2000 })
  const counted = await many.get(key, () =>
    some.get(key, async () => {
      const total = await countTo(ctx, filter, MAX_COUNTED + 1)
      return total > MAX_COUNTED ? { total: MAX_COUNTED, totalIsLowerBound: true } : { total }
    }),
  )
  if (!counted.totalIsLowerBound) many.dropHere(key)
  if (counted.total <= FEW) some.dropHere(key)
  return counted
}

async function countTo(ctx: Ctx, filter: Filter, max: number): Promise<number> {
  const { db } = ctx
  if (isSearched(filter)) {
    const { rows } = await db.execute<{ total: number }>(sql`
      select product_search_count(${sql.param(tokensOf(filter))}::text[], ${sql.param(patternsOf(filter))}::text[],
        ${filter.type}::smallint, ${max}) as total`)
    return rows[0]?.total ?? 0
  }
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*) as total from (
      select from product where ${and(...conditions(await narrow(ctx, filter)))} limit ${max}
    ) as found`)
  return rows[0]?.total ?? 0
}
