import { type Area, adding } from '../../platform/area.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { exports } from '../../platform/work/exports.ts'
import { SEE_COST } from '../product/product/product-describe.service.ts'
import { serveActivityCalendar } from './calendar/calendar.routes.ts'
import { serveCouponImpact } from './impact/coupon-impact.routes.ts'
import { activityReportExport } from './report/activity-report.export.ts'
import { serveActivityReports } from './report/activity-report.routes.ts'
import { registerCouponStats } from './report/coupon-stat.service.ts'
import { serveSimulations } from './simulation/simulation.routes.ts'

/** What a basket costs and why: quotes, the simulator, the calendar and the reports of activities. */
export const promotion: Area = {
  name: 'promotion',
  routes: [serveActivityCalendar, serveCouponImpact, serveActivityReports, serveSimulations],
  adds: [
    adding(exports, activityReportExport),
    ...['cost', 'belowCost'].map((field) =>
      adding(guardedFields, { object: 'activity-calendar', field, permission: SEE_COST }),
    ),
    adding(guardedFields, { object: 'activity-report', field: 'roi', permission: SEE_COST }),
  ],
  background: [registerCouponStats],
}
