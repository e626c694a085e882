import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, withContext } from '../../../platform/http/context.ts'
import { adjustBrokerage } from '../promoter/promoter.service.ts'

/** Commission by hand: a bonus, one that was missed, and one that was given twice; for promoters who brought somebody. */
const acts = [
  { type: 1, price: 50, mark: '推广活动冠军奖励' },
  { type: 1, price: 12.6, mark: '漏算的订单佣金，补发' },
  { type: 2, price: 5, mark: '奖励多发，收回' },
] as const

/** Before the first orders of the demo shop. */
const DAYS = 95
const DAY_MS = 24 * 3600_000

/** Adjusts the commission of a demo shop's promoters once. */
export async function fillDistributionDemo(ctx: Ctx): Promise<void> {
  const { rows: known } = await ctx.db.execute(
    sql`select from user_brokerage_record where link_type = 'system' limit 1`,
  )
  if (known.length) return
  const { rows } = await ctx.db.execute<{ uid: number }>(
    sql`select id::int as uid from shop_user where is_promoter and spread_count > 0 order by id limit 2`,
  )
  for (const [n, act] of acts.entries()) {
    const uid = rows[n % 2]?.uid
    const at = new Date(ctx.now().getTime() - (DAYS - n) * DAY_MS)
    const then = withContext(ctx, { now: () => at })
    if (uid) await adjustBrokerage(calling(then, promoter.adjust), { uid, ...act })
  }
}
