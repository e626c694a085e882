import { points } from '@zhanggui/contract/points/points.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { pointsExport } from './points.export.ts'
import { listPoints, sumPoints } from './points.service.ts'

export const servePoints = (app: App) =>
  serve(app, points, {
    list: (ctx, { query, body }) => listPoints(ctx, { ...query, ...body }),
    statistics: (ctx, { query }) => sumPoints(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, pointsExport, query),
  })
