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

/** Why a copy that comes back is void: what it came with has ended since. */
export type Ending = 'refunded' | 'undone'

/** Whether all goods with which a copy came have gone back, as columns of `given`; what else was in the order is no reason to keep it. */
const goodsAreBack = sql`coalesce((
  select bool_and(order_line.refund_num = order_line.num) from order_line
  join product_coupon as giving on giving.product_id = order_line.product_id and giving.coupon_id = given.coupon_id
  where order_line.order_id = given.gift_order_id), false)`

/** Why a copy is void when it comes back; null for one that is good. */
const endingOf = (copyId: number) => sql<Ending | null>`(
  select case
    when source = 'buy' and (${goodsAreBack}
      or exists (select from store_order where store_order.id = gift_order_id and refund_status = 2)) then 'refunded'
    when exists (select from coupon_send where coupon_send.id = send_id and undone_at is not null) then 'undone' end
  from coupon_user as given where given.id = ${copyId})`

export async function findEnding({ db }: Ctx, copyId: number): Promise<Ending | undefined> {
  const { rows } = await db.execute<{ ending: Ending | null }>(sql`select ${endingOf(copyId)} as ending`)
  return rows[0]?.ending ?? undefined
}

/**
 * Locks a copy. Whoever gives one back and whoever ends what it came with lock it first and judge after, in a statement of its
 * own: so one of them sees what the other did.
 */
export async function lock({ db }: Ctx, { copyId, uid, orderId }: CopyUse): Promise<void> {
  await db.execute(sql`
    select from coupon_user where id = ${copyId} and uid = ${uid} and order_id = ${orderId} for no key update`)
}

/** What became of a copy that paid a part of an order: whether it can be spent again. */
export type Returned = { name: string; isOver: boolean; ending: Ending | null }

/**
 * Takes a copy off its order: unused again, or over when its time has passed or what it came with has ended; counted.
 * @param copy locked
 */
export async function giveBack(
  { db, now }: Ctx,
  { copyId, uid, orderId }: CopyUse,
  reasons: Readonly<Record<Ending, string>>,
): Promise<Returned | undefined> {
  const at = sql`${now()}::timestamptz`
  const { rows } = await db.execute<Returned>(sql`
    with given as materialized (
      select ${endingOf(copyId)} as ending
    ), returned as (
      update coupon_user set order_id = null, use_time = null, updated_at = ${at},
        status = case when ending is not null or date_trunc('second', ${at}) > date_trunc('second', end_time) then 2 else 0 end,
        void_reason = coalesce(${JSON.stringify(reasons)}::jsonb ->> ending, void_reason),
        void_time = case when ending is null then void_time else ${at} end
      from given where id = ${copyId} and uid = ${uid} and order_id = ${orderId} and status = 1
      returning coupon_id, name, status
    ), counted as (
      insert into coupon_count_delta (coupon_id, used) select coupon_id, -1 from returned
    )
    select name, status = 2 as "isOver", ending from returned cross join given`)
  return rows[0]
}

/**
 * Ends the copies that were given with an order and are not used: all of them when it ends, else those whose goods are all back.
 * @see lock
 */
export async function endGifts(
  { db, now }: Ctx,
  orderId: number,
  { ends, reason }: { ends: boolean; reason: string },
): Promise<void> {
  const at = sql`${now()}::timestamptz`
  const ofOrder = sql`gift_order_id = ${orderId} and source = 'buy'`
  await db.execute(sql`select from coupon_user where ${ofOrder} and status <> 2 order by id for no key update`)
  await db.execute(sql`
    update coupon_user as given set status = 2, void_reason = ${reason}, void_time = ${at}, updated_at = ${at}
    where ${ofOrder} and status = 0 and (${ends} or ${goodsAreBack})`)
}
