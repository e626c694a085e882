import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { rushChecks, rushKeys } from '../../platform/http/rush.ts'
import { exports } from '../../platform/work/exports.ts'
import { categoryUsers } from '../product/category/category.service.ts'
import { couponsOfBuyer } from '../user/centre/customer-centre.service.ts'
import { segmentUses } from '../user/segment/user-segment.service.ts'
import { registerBudgetTelling } from './budget/budget-tell.service.ts'
import { serveCouponCodes } from './code/coupon-code.routes.ts'
import { registerCodes } from './code/coupon-code.service.ts'
import { serveCouponRedeeming } from './code/coupon-redeem.routes.ts'
import { serveCouponCopies } from './copy/coupon-copy.routes.ts'
import { copyExport, registerCopyJobs } from './copy/coupon-copy.service.ts'
import { registerNewcomers } from './copy/coupon-grant.service.ts'
import { registerSends } from './copy/coupon-send-run.service.ts'
import { serveFrontCoupons } from './copy/front-coupon.routes.ts'
import { checkCoupons, countOwnUsable, couponRush } from './copy/front-coupon.service.ts'
import { serveCoupons } from './coupon/coupon.routes.ts'
import { couponsOfSegment, watchCounts } from './coupon/coupon.service.ts'
import { couponsOfCategory } from './coupon/coupon-category.service.ts'
import { couponHistories, couponTrailWords } from './coupon.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['budget', 'coupon', 'copy', 'code'] as const

/** Coupons: what buyers receive copies of, and spend once. */
export const coupon: Area = {
  name: 'coupon',
  routes: [serveCoupons, serveCouponCopies, serveCouponCodes, serveFrontCoupons, serveCouponRedeeming],
  adds: [
    adding(versioned, ...couponHistories),
    adding(trailWords, ...couponTrailWords),
    adding(segmentUses, couponsOfSegment),
    adding(categoryUsers, couponsOfCategory),
    adding(couponsOfBuyer, countOwnUsable),
    adding(rushKeys, couponRush),
    adding(rushChecks, checkCoupons),
    adding(exports, copyExport),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/coupon.demo.ts')).fillCouponDemo(ctx)),
  ],
  background: [registerBudgetTelling, registerCopyJobs, registerSends, registerNewcomers, registerCodes],
  inWorkers: [watchCounts],
}
