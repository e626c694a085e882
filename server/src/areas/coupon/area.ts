import { type Area, adding } from '../../platform/area.ts'
import { segmentUses } from '../user/segment/user-segment.service.ts'
import { serveFrontCoupons } from './copy/front-coupon.routes.ts'
import { serveCoupons } from './coupon/coupon.routes.ts'
import { couponsOfSegment, watchCounts } from './coupon/coupon.service.ts'

/** Coupons: what buyers receive copies of, and spend once. */
export const coupon: Area = {
  name: 'coupon',
  routes: [serveCoupons, serveFrontCoupons],
  adds: [adding(segmentUses, couponsOfSegment)],
  inWorkers: [watchCounts],
}
