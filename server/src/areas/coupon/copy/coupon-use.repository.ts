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

/** What became of a copy that paid a part of an order: whether it can be spent again. */
export type Returned = { name: string; isOver: boolean }

/** Takes a copy off its order: unused again, or over when its time has passed; counted. */
export async function giveBack({ db, now }: Ctx, { copyId, uid, orderId }: CopyUse): Promise<Returned | undefined> {
  const at = sql`${now()}::timestamptz`
  const { rows } = await db.execute<Returned>(sql`
    with returned as (
      update coupon_user set order_id = null, use_time = null, updated_at = ${at},
        status = case when date_trunc('second', ${at}) > date_trunc('second', end_time) then 2 else 0 end
      where id = ${copyId} and uid = ${uid} and order_id = ${orderId} and status = 1
      returning coupon_id, name, status
    ), counted as (
      insert into coupon_count_delta (coupon_id, used) select coupon_id, -1 from returned
    )
    select name, status = 2 as "isOver" from returned`)
  return rows[0]
}

/** Ends the copies that were given with an order and are not used. */
export async function endGifts({ db, now }: Ctx, orderId: number, reason: string): Promise<void> {
  const at = sql`${now()}::timestamptz`
  await db.execute(sql`
    update coupon_user set status = 2, void_reason = ${reason}, void_time = ${at}, updated_at = ${at}
    where gift_order_id = ${orderId} and source = 'buy' and status = 0`)
}
