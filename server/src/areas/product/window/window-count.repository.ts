import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Adds to the number of buyers who have products among their favourites; locks them in the order of their ids. */
export async function addFavourites({ db }: Ctx, productIds: readonly number[], by: 1 | -1): Promise<void> {
  await db.execute(sql`
    update product set collect_count = greatest(0, product.collect_count + ${by}) from (
      select id from product where id = any(${sql.param([...productIds])}::bigint[]) order by id for no key update
    ) as counted
    where product.id = counted.id`)
}
