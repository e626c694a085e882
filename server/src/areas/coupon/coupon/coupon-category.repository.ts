import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** The coupons for a category, without deleted ones. */
export async function listOfCategory({ db }: Ctx, categoryId: number) {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select coupon.id, coupon.name from coupon_scope join coupon on coupon.id = coupon_scope.coupon_id
    where target_id = ${categoryId} and use_type = 3 and not is_del order by coupon.id`)
  return rows
}

/**
 * Takes a category out of what coupons are for. Their version rises, so that open forms are refused.
 * @returns the coupons with what they were for before
 */
export async function leaveCategory({ db, actor, now }: Ctx, categoryId: number) {
  const { rows } = await db.execute<{ id: number; name: string; scope_ids: number[] }>(sql`
    update coupon set version = version + 1, updated_by = ${actor.userId}, updated_at = ${now()}
    where use_type = 3 and not is_del and id in (select coupon_id from coupon_scope where target_id = ${categoryId})
    returning id, name, to_json(array(
      select target_id from coupon_scope where coupon_id = coupon.id order by target_id)) as scope_ids`)
  await db.execute(sql`
    delete from coupon_scope using coupon
    where coupon.id = coupon_id and use_type = 3 and target_id = ${categoryId}`)
  return rows.map(({ scope_ids: scopeIds, ...coupon }) => ({ ...coupon, scopeIds }))
}
