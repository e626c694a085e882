import type { QuoteCoupon } from '@zhanggui/domain/promotion/coupon.ts'
import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that read and use buyers' copies together with rows of other areas.

/** A copy as a statement answers it: times as text. */
export type ReadCopy = Omit<QuoteCoupon, 'from' | 'to'> & { from: string; to: string }

/** JSON of a {@link ReadCopy}, of a row of `coupon_user`. */
export const copyJson = sql`json_build_object('id', coupon_user.id, 'couponId', coupon_id, 'uid', coupon_user.uid,
  'name', coupon_user.name, 'moneyFen', money_fen, 'minFen', min_price_fen, 'useType', use_type, 'scopeIds', scope_ids,
  'status', coupon_user.status, 'from', start_time, 'to', end_time)`

/** A buyer's copy as a {@link ReadCopy}; null for one that is not there or another's. @param id may be null */
export const ownCopy = ({ uid, id }: { uid: SQL; id: SQL }): SQL => sql`
  (select ${copyJson} from coupon_user where coupon_user.id = ${id} and coupon_user.uid = ${uid})`

/** A copy that was read, as the engine judges it. */
export const toQuoteCoupon = ({ from, to, ...copy }: ReadCopy): QuoteCoupon => ({
  ...copy,
  from: new Date(from),
  to: new Date(to),
})

/** A buyer's copy that pays a part of an order. */
export type CopyUse = { copyId: number; uid: number; orderId: number }

/**
 * `with` queries that use a copy for an order, in `used_copy`, and count it. Nothing is used where it cannot be spent now; the
 * order must not be committed then.
 * @param copyId null uses none
 */
export const usingCopy = (values: { copyId: SQL; uid: SQL; orderId: SQL; at: SQL }): SQL => {
  const { copyId, uid, orderId, at } = values
  return sql`
    used_copy as (
      update coupon_user set status = 1, order_id = ${orderId}, use_time = ${at}, updated_at = ${at}
      where coupon_user.id = ${copyId} and coupon_user.uid = ${uid} and coupon_user.status = 0
        and date_trunc('second', ${at}) between date_trunc('second', start_time) and date_trunc('second', end_time)
      returning coupon_id
    ), counted_copy as (
      insert into coupon_count_delta (coupon_id, used) select coupon_id, 1 from used_copy
    )`
}

/** Whether {@link usingCopy} used the copy that was asked for, if any. */
export const copyIsUsed = (copyId: SQL): SQL => sql`(${copyId} is null or exists (select from used_copy))`
