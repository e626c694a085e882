import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { isGain, isReturn } from '../points/points.parts.ts'

/** Points of a customer that are over. */
export type Expiring = { uid: number; integral: number }

/** The next customers by id who have points. */
export async function listNext({ db }: Ctx, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from shop_user where id > ${after} and integral > 0 order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * What is over of the customers' points: their gains before a moment less all that went out, where that is anything
 * (docs/coupons-and-points.md, Points). Those with a record of this month are left out.
 */
export async function listExpired(
  { db }: Ctx,
  uids: readonly number[],
  { cutoff, month }: { cutoff: Date; month: string },
): Promise<Expiring[]> {
  const { rows } = await db.execute<Expiring>(sql`
    select uid, (sums.gained - sums.gone)::int as integral
    from unnest(${sql.param([...uids])}::bigint[]) as owner(uid)
    cross join lateral (
      select coalesce(sum(integral) filter (where ${isGain} and updated_at < ${cutoff.toISOString()}::timestamptz), 0) as gained,
        coalesce(sum(case when type = 2 then integral when ${isReturn} then -integral else 0 end), 0) as gone
      from user_integral_record where user_integral_record.uid = owner.uid and status = 3
    ) as sums
    where sums.gained > sums.gone
      and not exists (select from user_integral_record where biz_key = 'expire:' || owner.uid || ${`:${month}`}::text)
    order by uid`)
  return rows
}
