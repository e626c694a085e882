/** The rules that are looked at, in their order, with what staff call them. */
export const priceRules = {
  activity: '活动优惠',
  member: '会员优惠',
  coupon: '优惠券',
  points: '积分抵扣',
  freight: '运费',
  earn: '赠送积分',
} as const
export type PriceRule = keyof typeof priceRules
