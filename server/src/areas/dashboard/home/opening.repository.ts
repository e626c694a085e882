import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Nobody asks for more. */
const MAX = 100

/** Counts up to 100, and the name of the first freight template. */
export async function readCounts({ db }: Ctx) {
  const { rows } = await db.execute<{
    categories: number
    freight: string
    carriers: number
    stores: number
    staff: number
    sold: boolean
  }>(sql`
    select
      (select count(*)::int from (select from category where type = 1 and pid = 0 limit ${MAX}) as counted) as categories,
      coalesce((select name from freight_template order by id limit 1), '') as freight,
      (select count(*)::int from (select from express_company where is_show limit ${MAX}) as counted) as carriers,
      (select count(*)::int from (select from store where is_show and not is_del limit ${MAX}) as counted) as stores,
      (select count(*)::int from (select from admin_user where deleted_at is null limit ${MAX}) as counted) as staff,
      exists (select from store_order where paid) as sold`)
  return rows[0] ?? { categories: 0, freight: '', carriers: 0, stores: 0, staff: 0, sold: false }
}
