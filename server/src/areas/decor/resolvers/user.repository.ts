import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** What rules of pages ask of a buyer. */
export async function findViewer({ db }: Ctx, uid: number) {
  const { rows } = await db.execute<{ level: number; tagIds: number[]; hasPaid: boolean }>(sql`
    select level::int as level, to_json(tag_ids) as "tagIds", pay_count > 0 as "hasPaid" from shop_user where id = ${uid}`)
  return rows[0]
}

/** How many units stand in a buyer's cart. */
export async function countCart({ db }: Ctx, uid: number): Promise<number> {
  const { rows } = await db.execute<{ cart: number }>(
    sql`select coalesce(sum(num), 0)::int as cart from cart_line where uid = ${uid}`,
  )
  return rows[0]?.cart ?? 0
}
