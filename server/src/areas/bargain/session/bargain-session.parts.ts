import { type SQL, sql } from 'drizzle-orm'

// What the order of a won session changes in it, in the statements that make and pay orders. The session is locked after its buyer, and
// before coupons, quotas and SKUs.

/** What an order takes: the session it is made of, at the price that was asked. */
export type SessionTake = { sessionId: number; priceFen: number }

/**
 * The `with` query `taken_session`: a won session of the buyer becomes that of an order, once and in time. No row: nothing may be committed.
 * @param id of the session, null for none
 */
export const takingSession = ({
  id,
  uid,
  orderId,
  priceFen,
  at,
}: Record<'id' | 'uid' | 'orderId' | 'priceFen' | 'at', SQL>): SQL => sql`
  taken_session as (
    update bargain_session set order_id = ${orderId}, updated_at = ${at}
    where id = ${id} and uid = ${uid} and status = 3 and order_id is null and order_deadline >= ${at} and min_price_fen = ${priceFen}
    returning id
  )`

/** Whether {@link takingSession} did; true where none is asked for. */
export const sessionIsTaken = (id: SQL): SQL => sql`(${id} is null or exists (select from taken_session))`

/** The `with` query `sold_session`: the unit that is held for a session is its paid order's from now on. */
export const sellingSession = (orderId: SQL): SQL => sql`
  sold_session as (
    update bargain_session set is_held = false where order_id = ${orderId} and is_held returning id
  )`

/** Reads {@link sellingSession}, so that what asks for it waits until it is done. */
export const sessionSold: SQL = sql`(select count(*) from sold_session) >= 0`
