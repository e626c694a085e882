import { sql } from 'drizzle-orm'
import type { Answer, Shop } from './shop.ts'

/** The actions a call added to the audit trail, in order. */
export async function trailOf({ ctx }: Shop, { headers }: Answer<unknown>): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ action: string }>(
    sql`select action from audit_entry where request_id = ${String(headers['x-request-id'])} order by id`,
  )
  return rows.map(({ action }) => action)
}
