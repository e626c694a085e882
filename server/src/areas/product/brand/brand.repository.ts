import type { brand } from '@zhanggui/contract/product/brand.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { asc, desc, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { brands } from './brand.tables.ts'

export type BrandRow = typeof brands.$inferSelect

/** Products are counted up to this number. */
const MAX_COUNTED = 10_000
/** At most this many products are named in a refusal. */
const MAX_NAMED = 20

export const { find, lock, insert, update, remove } = rows(brands)

/** A page of brands in display order, with their numbers of products. */
export const list = pages(brands, {
  where: ({ keywords, isShow, ...left }: FilterOf<RouteInput<typeof brand.list>['query']>) => [
    allRead(left),
    has(brands.name, keywords),
    is(brands.isShow, isShow),
  ],
  order: [desc(brands.sort), asc(brands.id)],
  more: {
    productCount: sql<number>`(select count(*) from (
      select from product where brand_id = brand.id and not is_del limit ${MAX_COUNTED}) as counted)`,
  },
})

/** The first products of a brand, without completely deleted ones. */
export async function listUses({ db }: Ctx, id: number) {
  const { rows: uses } = await db.execute<{ id: number; name: string }>(sql`
    select id, store_name as name from product
    where brand_id = ${id} and not is_del order by id limit ${MAX_NAMED}`)
  return uses.map((product) => ({ type: 'product', ...product }))
}
