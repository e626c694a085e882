import { type Area, adding } from '../../platform/area.ts'
import { exports } from '../../platform/work/exports.ts'
import { activityReportExport } from './report/activity-report.export.ts'
import { serveActivityReports } from './report/activity-report.routes.ts'
import { registerCouponStats } from './report/coupon-stat.service.ts'

/** What a basket costs and why: quotes, the simulator, the calendar and the reports of activities. */
export const promotion: Area = {
  name: 'promotion',
  routes: [serveActivityReports],
  adds: [adding(exports, activityReportExport)],
  background: [registerCouponStats],
}
