import { sql } from 'drizzle-orm'
import type { Shop } from './shop.ts'

/** Time passes, and everybody stays signed in. */
export async function pass({ ctx, clock }: Shop, ms: number): Promise<void> {
  const then = new Date(ctx.now().getTime() + ms)
  // Before it has passed, as others may call meanwhile.
  await ctx.db.execute(
    sql`update session set last_active_at = ${then}, absolute_expires_at = ${then}::timestamptz + interval '1 year'`,
  )
  await ctx.db.execute(sql`update buyer_session set expires_at = ${then}::timestamptz + interval '1 year'`)
  clock.advance(ms)
}
