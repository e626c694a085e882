import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Counts } from '../../../platform/work/buffered-counts.ts'

/** Adds to the number of buyers who have products among their favourites; locks them in the order of their ids. */
export async function addFavourites({ db }: Ctx, productIds: readonly number[], by: 1 | -1): Promise<void> {
  await db.execute(sql`
    update product set collect_count = greatest(0, product.collect_count + ${by}) from (
      select id from product where id = any(${sql.param([...productIds])}::bigint[]) order by id for no key update
    ) as counted
    where product.id = counted.id`)
}

/** Adds views to products; locks them in the order of their ids. */
export async function addViews({ db }: Ctx, views: Counts): Promise<void> {
  const ids = sql.param(views.map(([id]) => id))
  const times = sql.param(views.map(([, count]) => count))
  await db.execute(sql`
    update product set browse = least(2147483647, product.browse::bigint + counted.times) from (
      select id, times from product join unnest(${ids}::bigint[], ${times}::int[]) as seen(product_id, times)
        on product_id = id order by id for no key update of product
    ) as counted
    where product.id = counted.id`)
}
