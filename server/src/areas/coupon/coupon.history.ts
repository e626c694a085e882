import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { userSegments } from '../user/segment/user-segment.tables.ts'
import { getTyped, updateCoupon } from './coupon/coupon.service.ts'

export const couponHistories: readonly Versioned[] = [
  {
    object: 'coupon',
    find: byNumber(getTyped),
    edit: editing(coupon.update, updateCoupon),
    refs: { segmentId: userSegments.name },
    words: { status: { true: '开启', false: '关闭' } },
    fixed: { status: '开启与关闭有自己的按钮，不随内容恢复' },
  },
]
