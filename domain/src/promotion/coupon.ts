import { amountText } from '../money.ts'
import { wholeSecond } from '../time.ts'
import type { QuoteProblem, TraceCode } from './price-trace.ts'

/** What a coupon is for: any goods, some products, some categories. */
export const couponUseTypes = { 1: '通用券', 2: '商品券', 3: '品类券' } as const
export type CouponUseType = keyof typeof couponUseTypes
/** How copies are received: taken by the buyer, given to new customers, with goods, for a code. */
export const couponTypes = { 1: '手动领取', 2: '新人券', 3: '赠送券', 4: '兑换券' } as const
export type CouponType = keyof typeof couponTypes
/** How a copy was received. */
export const couponSources = {
  receive: '自己领取',
  send: '后台发送',
  new: '新人',
  buy: '买赠',
  code: '兑换码',
} as const
export type CouponSource = keyof typeof couponSources

/** A buyer's copy of a coupon, with the terms it was received on. */
export type QuoteCoupon = {
  /** Of the copy. */
  id: number
  couponId: number
  uid: number
  name: string
  moneyFen: number
  /** What the goods it is for must come to; 0 for no threshold. */
  minFen: number
  useType: CouponUseType
  /** Products of use type 2, categories of 3. */
  scopeIds: readonly number[]
  /** 0 unused, 1 used, 2 over. */
  status: 0 | 1 | 2
  /** It can be spent from the first second to the last, both included. */
  from: Date
  to: Date
}

/** What decides whether a coupon is for a line. */
export type CouponGoods = { productId: number; categoryIds: readonly number[]; lineFen: number }

/** What a copy makes of a basket: the goods it is for, and what it takes off, or why it takes off nothing. */
export type CouponJudgement = { isFor: readonly boolean[] } & (
  | { fen: number; eligibleFen: number }
  | { code: TraceCode; message: string; status: QuoteProblem['status']; lacksFen?: number }
)

/**
 * Judges a buyer's copy against the lines of a basket (docs/prices.md, What is judged). A copy of another buyer is judged
 * as one that does not exist.
 * @param lines at charged prices, before the coupon
 */
export function judgeCoupon(
  coupon: QuoteCoupon,
  { uid, now, lines }: { uid: number; now: Date; lines: readonly CouponGoods[] },
): CouponJudgement {
  const isFor = lines.map((line) => line.lineFen > 0 && isInScope(coupon, line))
  const no = (code: TraceCode, message: string, status: QuoteProblem['status'] = 422) => ({
    isFor,
    code,
    message,
    status,
  })
  if (coupon.uid !== uid) return no('COUPON_MISSING', MISSING, 404)
  if (coupon.status === 1) return no('COUPON_USED', '此优惠券已使用！', 409)
  const second = wholeSecond(now)
  if (coupon.status === 2 || second > wholeSecond(coupon.to)) return no('COUPON_EXPIRED', '此优惠券已失效！')
  if (second < wholeSecond(coupon.from)) return no('COUPON_EARLY', '此优惠券还未到达使用时间范围之内！')
  const eligibleFen = lines.reduce((sum, { lineFen }, index) => sum + (isFor[index] ? lineFen : 0), 0)
  if (!eligibleFen) return no('COUPON_SCOPE', notFor[coupon.useType])
  const lacksFen = coupon.minFen - eligibleFen
  if (lacksFen > 0) {
    const message = `总金额小于优惠券最小使用金额，还差 ${amountText(lacksFen)} 元`
    return { ...no('COUPON_BELOW_MIN', message), lacksFen }
  }
  return { isFor, eligibleFen, fen: Math.min(coupon.moneyFen, eligibleFen) }
}

export const MISSING = '优惠券领取记录不存在！'
const notFor: Readonly<Record<CouponUseType, string>> = {
  1: '购物清单中没有可以优惠的商品',
  2: '此优惠券为商品券，请购买相关商品之后再使用！',
  3: '此优惠券为分类券，请购买相关分类下的商品之后再使用！',
}

/** Whether a coupon is for a product; `categoryIds` with all that stand above them. */
export function isInScope(
  { useType, scopeIds }: Pick<QuoteCoupon, 'useType' | 'scopeIds'>,
  { productId, categoryIds }: Pick<CouponGoods, 'productId' | 'categoryIds'>,
): boolean {
  if (useType === 1) return true
  return useType === 2 ? scopeIds.includes(productId) : categoryIds.some((id) => scopeIds.includes(id))
}

export const couponPhases = {
  receiving: '领取中',
  notStart: '未开始',
  soldOut: '已领完',
  over: '已过期',
  closed: '已关闭',
} as const
export type CouponPhase = keyof typeof couponPhases

/** What the phase of a coupon follows from. */
export type CouponFacts = {
  status: boolean
  isLimited: boolean
  total: number
  received: number
  /** Null: from now on, and without an end. */
  receiveFrom: Date | null
  receiveTo: Date | null
}

/** Whether copies of a coupon can be received; those received before can be spent in any phase. */
export function couponPhase(coupon: CouponFacts, now: Date): CouponPhase {
  const { status, isLimited, total, received, receiveFrom, receiveTo } = coupon
  const second = wholeSecond(now)
  if (!status) return 'closed'
  if (receiveFrom && second < wholeSecond(receiveFrom)) return 'notStart'
  if (receiveTo && second > wholeSecond(receiveTo)) return 'over'
  return isLimited && received >= total ? 'soldOut' : 'receiving'
}

/** Whether and how a copy can be spent, as its owner sees it. */
export const copyStates = { usable: '可用', notStart: '未到使用时间', unusable: '已使用', overdue: '已失效' } as const
export type CopyState = keyof typeof copyStates
/** What became of a copy, as staff are told. */
export const copyFates = { 0: '未使用', 1: '已使用', 2: '已过期', 3: '已作废' } as const

/** The fate of a copy in a word; one whose time is over is so before the job has noted it. */
export const copyFateOf = ({ status, validStr }: { status: keyof typeof copyFates; validStr: string }) =>
  copyFates[status === 0 && validStr === 'overdue' ? 2 : status]

/** What a copy is worth now, whatever a job has noted of it. */
export function copyState({ status, from, to }: Pick<QuoteCoupon, 'status' | 'from' | 'to'>, now: Date): CopyState {
  const second = wholeSecond(now)
  if (status === 1) return 'unusable'
  if (status === 2 || second > wholeSecond(to)) return 'overdue'
  return second < wholeSecond(from) ? 'notStart' : 'usable'
}
