import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { activityReportExport } from './activity-report.export.ts'
import { getReport, rankCoupons } from './activity-report.service.ts'
import { goodsReportExport } from './goods-report.export.ts'
import { getGoodsReport, rankGoods } from './goods-report.service.ts'

export const serveActivityReports = (app: App) =>
  serve(app, activityReport, {
    report: (ctx, { query }) => getReport(ctx, query),
    goods: (ctx, { query }) => getGoodsReport(ctx, query),
    goodsList: (ctx, { query }) => rankGoods(ctx, query),
    goodsDownload: (ctx, { query }) => exportRows(ctx, goodsReportExport, query),
    list: (ctx, { query }) => rankCoupons(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, activityReportExport, query),
  })
