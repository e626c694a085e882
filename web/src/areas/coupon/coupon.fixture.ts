import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { CouponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'

const time = '2026-11-01 10:00:00'

/** A coupon of the list. */
export function makeCoupon(id: number, given: Partial<Coupon> = {}): Coupon {
  return {
    id,
    version: 0,
    name: `优惠券${id}`,
    money: 20,
    minPrice: 100,
    useType: 1,
    scopeIds: [],
    type: 1,
    isLimited: true,
    total: 2000,
    lastTotal: 1264,
    isReceiveLimited: false,
    receiveStartTime: null,
    receiveEndTime: null,
    isFixedTime: false,
    useStartTime: null,
    useEndTime: null,
    day: 15,
    limitPerUser: 1,
    sort: 0,
    status: true,
    remark: '',
    segmentId: null,
    receivedCount: 736,
    usedCount: 312,
    budget: null,
    budgetUsed: null,
    phase: 'receiving',
    createTime: time,
    updateTime: time,
    ...given,
  }
}

/** A buyer's copy. */
export function makeCopy(id: number, given: Partial<CouponCopy> = {}): CouponCopy {
  return {
    id,
    couponId: 1,
    uid: 7,
    nickname: '阿夏',
    avatar: '',
    name: '秋冬咖啡券',
    money: 20,
    minPrice: 100,
    useType: 1,
    scopeIds: [],
    source: 'receive',
    status: 0,
    validStr: 'usable',
    startTime: time,
    endTime: '2099-11-16 10:00:00',
    useTime: null,
    orderNo: '',
    voidReason: '',
    createTime: time,
    updateTime: time,
    ...given,
  }
}
