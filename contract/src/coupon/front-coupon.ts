import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { CouponTerms } from './coupon.ts'
import { CouponCopy } from './coupon-copy.ts'

/** A coupon that a buyer can take. */
const OpenCoupon = t.Object({
  ...CouponTerms,
  scopeIds: t.Array(t.Id, { title: '适用范围' }),
  receiveStartTime: t.Nullable(t.DateTime),
  receiveEndTime: t.Nullable(t.DateTime),
  /** The calling buyer has received as many as one may. */
  isUse: t.Boolean({ title: '是否已领取' }),
})
export type OpenCoupon = t.Static<typeof OpenCoupon>

const { nickname: _, avatar: __, uid: ___, voidReason: ____, ...copy } = CouponCopy.properties
const own = {
  ...copy,
  status: t.OneOfNumbers([0, 1, 2], { title: '使用状态', description: '0 未使用，1 已使用，2 已过期' }),
}
/** A copy, as its owner sees it. */
export const OwnCoupon = t.Object(own)
export type OwnCoupon = t.Static<typeof OwnCoupon>

/** A copy with what it makes of a basket. */
const RankedCoupon = t.Object({
  ...own,
  discount: t.Amount({ title: '可抵扣' }),
  payFee: t.Amount({ title: '应付金额' }),
  /** Why it cannot be used; '' for one that can. */
  reason: t.String({ title: '不可用的原因' }),
  /** The goods that are missing for it. */
  lacks: t.Nullable(t.Amount({ title: '还差金额' })),
})
export type RankedCoupon = t.Static<typeof RankedCoupon>

const base = '/api/front'

/** Coupons of the buyer channel. */
export const frontCoupon = routes('front-coupon', {
  open: {
    method: 'GET',
    path: `${base}/coupons`,
    permission: 'visitor',
    summary: '可领取的优惠券',
    query: t.pageQuery({
      type: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '优惠券类型', description: '0 全部' })),
      productId: t.Optional(t.Id),
      /** That one alone; an empty page where the caller cannot take it. */
      couponId: t.Optional(t.Id),
    }),
    response: t.pageOf(OpenCoupon),
  },
  receive: {
    method: 'POST',
    path: `${base}/coupon/receive`,
    permission: 'buyer',
    summary: '领取优惠券',
    rush: 'receive',
    bodyLimit: 16 * 1024,
    body: t.Object({ couponId: t.Id }),
    response: t.Saved,
    errors: [404, 409, 422],
  },
  redeem: {
    method: 'POST',
    path: `${base}/coupon/redeem`,
    permission: 'buyer',
    summary: '兑换优惠券',
    body: t.Object({ code: t.String({ title: '兑换码', pasted: 'code', minLength: 1, maxLength: 40 }) }),
    secret: ['code'],
    response: t.Object({ id: t.Id, name: t.String({ title: '优惠券名称' }) }),
    errors: [404, 409, 422],
  },
  list: {
    method: 'GET',
    path: `${base}/coupon/list`,
    permission: 'buyer',
    summary: '我的优惠券',
    query: t.pageQuery({
      type: t.Optional(
        t.OneOf(['usable', 'unusable', 'used', 'over'], {
          title: '类型',
          description: 'usable 可使用，unusable 不可使用，其中 used 已使用，over 已失效',
        }),
      ),
    }),
    response: t.pageOf(OwnCoupon),
  },
})

/** What the buyer's copies make of a checkout, best first. */
export const frontOrderCoupon = routes('front-order-coupon', {
  rank: {
    method: 'GET',
    path: `${base}/coupons/order/:preOrderNo`,
    permission: 'buyer',
    summary: '订单可用的优惠券，最优惠的在前',
    params: t.Object({
      preOrderNo: t.String({
        title: '预下单号',
        pattern: /^[pf][0-9a-zA-Z]{1,39}$/,
        example: 'p0123456789abcdef0123456789abcdef',
        hint: '预下单信息已失效，请重新提交',
      }),
    }),
    query: t.Object({
      /** Also those that cannot be used, with the reason. */
      all: t.Optional(t.Boolean({ title: '包括不可用的' })),
      addressId: t.Optional(t.Id),
      shippingType: t.Optional(t.OneOfNumbers([1, 2], { title: '配送方式' })),
      useIntegral: t.Optional(t.Boolean({ title: '使用积分' })),
    }),
    response: t.Object({ list: t.Array(RankedCoupon) }),
    errors: [404],
  },
})
