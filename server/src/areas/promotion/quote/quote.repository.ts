import { and, eq, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { copyJson, type ReadCopy, toQuoteCoupon } from '../../coupon/copy/coupon-copy.parts.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { type BasketRead, basketColumns, readingGoods } from './quote.parts.ts'

const { placeholder } = sql

const readParts = preparedSql<BasketRead>('basket_read', () => {
  const [uid, skuIds] = [sql`${placeholder('uid')}::bigint`, sql`${placeholder('skuIds')}::jsonb`]
  const [delivered, cityId] = [sql`${placeholder('delivered')}::boolean`, sql`${placeholder('cityId')}::int`]
  const couponUserId = sql`${placeholder('couponUserId')}::bigint`
  const activitySkuId = sql`${placeholder('activitySkuId')}::bigint`
  const teamId = sql`${placeholder('teamId')}::bigint`
  const sessionId = sql`${placeholder('sessionId')}::bigint`
  const today = sql`${placeholder('today')}::timestamptz`
  return sql`with ${readingGoods({ skuIds, activitySkuId, teamId, sessionId, uid, today })} select ${basketColumns({ uid, delivered, cityId, couponUserId })}`
})

/** Reads all that the price of a basket depends on, at one moment. */
export async function readBasket(
  { db }: Ctx,
  values: {
    uid: number
    skuIds: readonly number[]
    delivered: boolean
    cityId: number | undefined
    couponUserId: number | undefined
    activitySkuId: number | undefined
    teamId: number | undefined
    sessionId: number | undefined
    today: Date
  },
): Promise<BasketRead> {
  const [row] = await readParts(db, {
    ...values,
    skuIds: JSON.stringify(values.skuIds),
    cityId: values.cityId ?? null,
    couponUserId: values.couponUserId ?? null,
    activitySkuId: values.activitySkuId ?? null,
    teamId: values.teamId ?? null,
    sessionId: values.sessionId ?? null,
    today: values.today.toISOString(),
  })
  if (!row) throw new Error('a basket was not read')
  return row
}

/** How many copies of a customer are ranked at most. */
const HELD_LIMIT = 100

/** The goods that copies are ranked against: charged prices, before the coupon. */
export type RankedGoods = readonly { productId: number; categoryIds: readonly number[]; lineFen: number }[]

/**
 * The copies of a customer that are neither used nor over at a time, at most 100: those that take most off these goods, then
 * those that cannot be spent on them, of equal ones those that end first.
 */
export async function readHeld({ db, now }: Ctx, uid: number, goods: RankedGoods, at: Date = now()) {
  // Seconds count as a whole. Copies of a coupon mostly share their scope, which is matched once then.
  const second = sql`date_trunc('second', ${at}::timestamptz)`
  const { rows } = await db.execute<{ copy: ReadCopy }>(sql`
    with line as materialized (
      select place, (goods ->> 'productId')::bigint as product_id, (goods ->> 'lineFen')::bigint as fen, goods
      from jsonb_array_elements(${JSON.stringify(goods)}::jsonb) with ordinality as given(goods, place)
    ), target as materialized (
      select 2 as use_type, product_id as id, place, fen from line
      union all select 3, category::bigint, place, fen from line, jsonb_array_elements_text(goods -> 'categoryIds') as category
    ), held as materialized (
      select id, coupon_id, end_time, money_fen, min_price_fen, use_type, hash_array_extended(scope_ids, 0) as scope,
        date_trunc('second', start_time) <= ${second} as has_begun
      from coupon_user where uid = ${uid} and status = 0 and end_time >= ${second}
    ), eligible as materialized (
      select coupon_id, scope, sum(fen) as fen from (
        select distinct alike.coupon_id, scope, place, fen
        from (select coupon_id, scope, min(id) as id from held where use_type <> 1 group by coupon_id, scope) as alike
        join coupon_user as sample on sample.id = alike.id cross join unnest(sample.scope_ids) as scope_id
        join target on target.use_type = sample.use_type and target.id = scope_id
      ) as covered group by coupon_id, scope
    ), reckoned as (
      select held.*, case use_type when 1 then (select sum(fen) from line) else coalesce(eligible.fen, 0) end as eligible_fen
      from held left join eligible using (coupon_id, scope)
    ), judged as (
      select id, end_time, has_begun and eligible_fen > 0 and eligible_fen >= min_price_fen as is_usable,
        least(money_fen, eligible_fen) as takes_fen
      from reckoned
    ), best as (
      select id, is_usable, case when is_usable then takes_fen end as takes_fen from judged
      order by is_usable desc, takes_fen desc, end_time, id limit ${HELD_LIMIT}
    )
    select ${copyJson} as copy from best join coupon_user on coupon_user.id = best.id`)
  return rows.map(({ copy }) => toQuoteCoupon(copy))
}

/** A level that is shown, as quotes judge it. */
export async function findLevel({ db }: Ctx, id: number) {
  const { name, discount } = userLevels
  const [row] = await db
    .select({ id: userLevels.id, name, discount })
    .from(userLevels)
    .where(and(eq(userLevels.id, id), eq(userLevels.isShow, true)))
  return row
}
