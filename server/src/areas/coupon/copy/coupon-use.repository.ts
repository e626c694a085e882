import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { type CopyUse, copyJson, type ReadCopy } from './coupon-copy.parts.ts'

/** A copy of a buyer's. */
export async function findOwn({ db }: Ctx, uid: number, id: number): Promise<ReadCopy | undefined> {
  const { rows } = await db.execute<{ copy: ReadCopy }>(
    sql`select ${copyJson} as copy from coupon_user where id = ${id} and uid = ${uid}`,
  )
  return rows[0]?.copy
}

/** Whether a copy was given with an order that has been refunded whole since. */
const isEndedGift = (copyId: number) => sql`exists (
  select from coupon_user as gift join store_order on store_order.id = gift.gift_order_id
  where gift.id = ${copyId} and gift.source = 'buy' and store_order.refund_status = 2)`

export async function findEndedGift({ db }: Ctx, copyId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isEnded: boolean }>(sql`select ${isEndedGift(copyId)} as "isEnded"`)
  return rows[0]?.isEnded ?? false
}

/** What became of a copy that paid a part of an order: whether it can be spent again. */
export type Returned = { name: string; isOver: boolean; isEnded: boolean }

/** Takes a copy off its order: unused again, or over when its time has passed or what it came with was refunded; counted. */
export async function giveBack(
  { db, now }: Ctx,
  { copyId, uid, orderId }: CopyUse,
  endedReason: string,
): Promise<Returned | undefined> {
  const at = sql`${now()}::timestamptz`
  const { rows } = await db.execute<Returned>(sql`
    with gift as materialized (
      select ${isEndedGift(copyId)} as is_ended
    ), returned as (
      update coupon_user set order_id = null, use_time = null, updated_at = ${at},
        status = case when is_ended or date_trunc('second', ${at}) > date_trunc('second', end_time) then 2 else 0 end,
        void_reason = case when is_ended then ${endedReason} else void_reason end,
        void_time = case when is_ended then ${at} else void_time end
      from gift where id = ${copyId} and uid = ${uid} and order_id = ${orderId} and status = 1
      returning coupon_id, name, status
    ), counted as (
      insert into coupon_count_delta (coupon_id, used) select coupon_id, -1 from returned
    )
    select name, status = 2 as "isOver", is_ended as "isEnded" from returned cross join gift`)
  return rows[0]
}

/** Ends the copies that were given with an order and are not used. */
export async function endGifts({ db, now }: Ctx, orderId: number, reason: string): Promise<void> {
  const at = sql`${now()}::timestamptz`
  await db.execute(sql`
    update coupon_user set status = 2, void_reason = ${reason}, void_time = ${at}, updated_at = ${at}
    where gift_order_id = ${orderId} and source = 'buy' and status = 0`)
}
