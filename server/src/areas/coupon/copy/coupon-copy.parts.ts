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
  ...{ from: new Date(from), to: new Date(to) },
})
