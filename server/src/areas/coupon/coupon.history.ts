import { CouponDraft, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponTypes, couponUseTypes } from '@zhanggui/domain/promotion/coupon.ts'
import { byNumber, editing, type TrailWords, type Versioned } from '../../platform/data/versioned.ts'
import { categories } from '../product/category/category.tables.ts'
import { products } from '../product/product/product.tables.ts'
import { userSegments } from '../user/segment/user-segment.tables.ts'
import { getTyped, updateCoupon } from './coupon/coupon.service.ts'
import { coupons } from './coupon/coupon.tables.ts'

export const couponHistories: readonly Versioned[] = [
  {
    object: 'coupon',
    name: coupons.name,
    find: byNumber(getTyped),
    edit: editing(coupon.update, updateCoupon),
    titled: [CouponDraft],
    refs: {
      segmentId: userSegments.name,
      scopeIds: ({ useType }) => (useType === 3 ? categories.name : products.storeName),
    },
    words: {
      budget: { 0: '不限' },
      type: couponTypes,
      useType: couponUseTypes,
      status: { true: '开启', false: '关闭' },
    },
    fixed: {
      status: '开启与关闭有自己的按钮，不随内容恢复',
      // Edits go one way, so what was before is always refused.
      total: '发布数量只能增加，不能改回',
      limitPerUser: '每人限领数量只能增加，不能改回',
      receiveEndTime: '领取结束时间只能延后，不能改回',
    },
  },
]

export const couponTrailWords: readonly TrailWords[] = [
  {
    object: 'coupon-code',
    refs: { couponId: coupons.name },
    words: { kind: { unique: '一人一码', shared: '通用码' } },
  },
]
