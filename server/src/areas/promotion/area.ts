import { type Area, adding } from '../../platform/area.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { rushChecks, watchRush } from '../../platform/http/rush.ts'
import { exports } from '../../platform/work/exports.ts'
import { freightUsers } from '../product/freight/freight-template.service.ts'
import { productGuards } from '../product/product/guard.service.ts'
import { SEE_COST } from '../product/product/product-describe.service.ts'
import { cardParts } from '../product/window/window.service.ts'
import { approvalActs } from '../work/approval/approval.service.ts'
import { registerActivityClosing } from './activity/activity.jobs.ts'
import { serveActivities } from './activity/activity.routes.ts'
import { listActivityUses, moveTemplate } from './activity/activity-read.service.ts'
import { setQuotaAct } from './activity/activity-skus.service.ts'
import { keepActivityViews } from './activity/activity-view.service.ts'
import { checkQuota } from './activity/quota.service.ts'
import { activityCards } from './activity/running.service.ts'
import { serveActivityCalendar } from './calendar/calendar.routes.ts'
import { serveCouponImpact } from './impact/coupon-impact.routes.ts'
import { activityReportExport } from './report/activity-report.export.ts'
import { serveActivityReports } from './report/activity-report.routes.ts'
import { registerCouponStats } from './report/coupon-stat.service.ts'
import { goodsReportExport } from './report/goods-report.export.ts'
import { serveSimulations } from './simulation/simulation.routes.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['calendar', 'activity', 'report', 'impact', 'trace', 'quote', 'simulation'] as const

/** What a basket costs and why: quotes, the simulator, the calendar and the reports of activities. */
export const promotion: Area = {
  name: 'promotion',
  routes: [serveActivities, serveActivityCalendar, serveCouponImpact, serveActivityReports, serveSimulations],
  adds: [
    adding(rushChecks, checkQuota),
    adding(approvalActs, setQuotaAct),
    adding(productGuards, listActivityUses),
    adding(cardParts, activityCards),
    adding(freightUsers, moveTemplate),
    adding(exports, activityReportExport, goodsReportExport),
    ...['cost', 'belowCost'].map((field) =>
      adding(guardedFields, { object: 'activity-calendar', field, permission: SEE_COST }),
    ),
    ...['roi', 'cost', 'margin'].map((field) =>
      adding(guardedFields, { object: 'activity-report', field, permission: SEE_COST }),
    ),
  ],
  background: [registerCouponStats, registerActivityClosing],
  inEveryProcess: [watchRush, keepActivityViews],
}
