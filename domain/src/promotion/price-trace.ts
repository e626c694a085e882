import type { PriceRule } from './price-rules.ts'

/** What a step of the price says, for programs. */
export type TraceCode =
  | 'ACTIVITY_PRICE'
  | 'ACTIVITY_NONE'
  | 'ACTIVITY_EXCLUDES'
  | 'MEMBER_PRICE'
  | 'NO_LEVEL'
  | 'LIST_LOWER'
  | 'MEMBER_OFF'
  | 'COUPON_APPLIED'
  | 'COUPON_PARTLY'
  | 'COUPON_MISSING'
  | 'COUPON_USED'
  | 'COUPON_EXPIRED'
  | 'COUPON_EARLY'
  | 'COUPON_SCOPE'
  | 'COUPON_BELOW_MIN'
  | 'COUPON_UNASKED'
  | 'COUPON_ACTIVITY'
  | 'POINTS_APPLIED'
  | 'POINTS_LIMITED'
  | 'POINTS_OFF'
  | 'POINTS_NONE'
  | 'POINTS_BELOW_MIN'
  | 'POINTS_UNASKED'
  | 'POINTS_ACTIVITY'
  | 'FREIGHT'
  | 'FREIGHT_FREE'
  | 'PICKUP'
  | 'FREIGHT_PENDING'
  | 'NO_DELIVERY'
  | 'EARN'

/** What one rule did to the price, or why it did nothing. */
export type TraceStep = {
  rule: PriceRule
  applied: boolean
  /** Chinese, a sentence for buyer and staff. */
  reason: string
  /** What it took off; of freight what it adds. 0 when it was not applied. */
  amountFen: number
  code: TraceCode
  /** The activity, level, coupon or freight template it comes from. */
  about: { type: string; id: number; name: string } | null
  /** The goods in fen that are missing for it. */
  lacksFen?: number
  lines: readonly { key: string; amountFen: number }[]
}

/** Why no order can be made of the basket; `status` is that of the refusal, `orderNo` the order that stands in its way. */
export type QuoteProblem = { code: string; message: string; status: 404 | 409 | 422; key?: string; orderNo?: string }
