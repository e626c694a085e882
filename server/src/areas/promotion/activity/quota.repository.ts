import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

type Units = readonly { skuId: number; num: number }[]

/** Gives units of an activity back to what is left: those that a closed order held, or those that were sold. @returns the activity SKUs */
export async function giveBack(
  { db }: Ctx,
  activityId: number,
  units: Units,
  from: 'reserved' | 'sold',
): Promise<number[]> {
  const held = sql.raw(from)
  const { rows } = await db.execute<{ id: number }>(sql`
    with given as (
      select "skuId" as sku_id, sum(num)::int as num from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as unit("skuId" bigint, num int)
      group by 1 having sum(num) > 0
    ), locked as materialized (
      select id from activity_sku where activity_id = ${activityId} and product_sku_id in (select sku_id from given)
      order by id for no key update
    )
    update activity_sku as taking set ${held} = ${held} - given.num, quota = quota + given.num, sold_out_at = null
    from given, locked where taking.id = locked.id and taking.product_sku_id = given.sku_id
    returning taking.id`)
  return rows.map(({ id }) => id)
}

/** Which of these activity SKUs buyers can have: with quota left, and in stock. */
export async function listAvailable({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select taking.id from activity_sku as taking join product_sku as sku on sku.id = product_sku_id
    where taking.id = any(${sql.param([...ids])}::bigint[]) and not taking.is_del and quota > 0 and sku.stock > 0 and not sku.is_del`)
  return rows.map(({ id }) => id)
}
