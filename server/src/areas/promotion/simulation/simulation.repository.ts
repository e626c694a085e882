import type { ActivityType, Slot } from '@zhanggui/domain/promotion/activity.ts'
import type { CouponUseType } from '@zhanggui/domain/promotion/coupon.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { lastEnd } from '../activity/activity.parts.ts'

/** At most so many activities of one SKU are offered. */
const MAX_TAKINGS = 50

/** A customer within the caller's scope. */
export async function findCustomer(ctx: Ctx, uid: number): Promise<{ nickname: string } | undefined> {
  const [row] = await ctx.db
    .select({ nickname: shopUsers.nickname })
    .from(shopUsers)
    .where(and(eq(shopUsers.id, uid), withinScope(ctx)))
  return row
}

/**
 * The level that a customer had at a moment, 0 for none.
 * @returns undefined for one whose level never changed
 */
export async function findLevelAt({ db }: Ctx, uid: number, at: Date): Promise<number | undefined> {
  const { rows } = await db.execute<{ isKnown: boolean; levelId: number | null }>(sql`
    select exists (select from user_level_log where uid = ${uid}) as "isKnown", (select level_id from user_level_log
      where uid = ${uid} and created_at <= ${at.toISOString()}::timestamptz order by id desc limit 1) as "levelId"`)
  const [row] = rows
  return row?.isKnown ? (row.levelId ?? 0) : undefined
}

/** The activities in which a SKU takes part and that are not over at a moment; moments as the database writes them. */
export async function listTakings({ db }: Ctx, skuId: number, at: Date) {
  const { rows } = await db.execute<{
    type: ActivityType
    id: number
    activitySkuId: number
    title: string
    priceFen: number
    status: boolean
    startAt: string
    stopAt: string
    slot: Slot | null
  }>(sql`
    select activity.type, activity.id, taking.id as "activitySkuId", activity.title, activity.status, start_at as "startAt",
      stop_at as "stopAt", case when activity.type = 2 then taking.min_price_fen else taking.price_fen end as "priceFen",
      case when slot.id is not null then json_build_object('startHour', slot.start_hour, 'endHour', slot.end_hour,
        'isOpen', slot.status and not slot.is_del) end as slot
    from activity_sku as taking join activity on activity.id = taking.activity_id
    left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    where product_sku_id = ${skuId} and not taking.is_del and not activity.is_del and ${lastEnd} > ${at.toISOString()}::timestamptz
    order by activity.status desc, ${lastEnd}, taking.id limit ${MAX_TAKINGS}`)
  return rows
}

/** The terms of a coupon that is not deleted, with the products or categories it is for. */
export async function findTerms({ db }: Ctx, id: number) {
  const [row] = await db
    .select({
      id: coupons.id,
      name: coupons.name,
      moneyFen: coupons.moneyFen,
      minPriceFen: coupons.minPriceFen,
      useType: sql<CouponUseType>`${coupons.useType}`,
      isFixedTime: coupons.isFixedTime,
      day: coupons.day,
      useStart: coupons.useStart,
      useEnd: coupons.useEnd,
      scopeIds: sql<number[]>`array(select target_id from coupon_scope where coupon_id = coupon.id order by target_id)`,
    })
    .from(coupons)
    .where(and(eq(coupons.id, id), eq(coupons.isDel, false)))
  return row && { ...row, scopeIds: row.scopeIds.map(Number) }
}
