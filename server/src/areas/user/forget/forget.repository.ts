import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Takes a deleted group or tag off the next customers who have it. Returns how many there were. */
export async function forgetNext({ db }: Ctx, { kind, id }: { kind: 'group' | 'tag'; id: number }, limit: number) {
  const having = kind === 'group' ? sql`group_id = ${id}` : sql`tag_ids @> array[${id}::integer]`
  const without = kind === 'group' ? sql`group_id = null` : sql`tag_ids = array_remove(tag_ids, ${id}::integer)`
  const { rowCount } = await db.execute(sql`
    update shop_user set ${without}
    where id in (select id from shop_user where ${having} order by id limit ${limit} for no key update)`)
  return rowCount ?? 0
}
