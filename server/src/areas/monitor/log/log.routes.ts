import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { errorLogExport, loginLogExport, operationLogExport } from './log.export.ts'
import { clearLogs, getErrorLog, handleError, listErrorLogs, listLoginLogs, listOperationLogs } from './log.service.ts'

export function serveLogs(app: App): void {
  serve(app, log, {
    list: (ctx, { query }) => listOperationLogs(ctx, query, 'admin'),
    ofBuyers: (ctx, { query }) => listOperationLogs(ctx, query, 'buyer'),
    download: (ctx, { query }) => exportRows(ctx, operationLogExport, query),
    clear: (ctx) => clearLogs(ctx, 'INFO'),
  })
  serve(app, errorLog, {
    list: (ctx, { query }) => listErrorLogs(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, errorLogExport, query),
    info: (ctx, { params }) => getErrorLog(ctx, params.id),
    handle: (ctx, { params, body }) => handleError(ctx, params.id, body.note),
    clear: (ctx) => clearLogs(ctx, 'ERROR'),
  })
  serve(app, loginLog, {
    list: (ctx, { query }) => listLoginLogs(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, loginLogExport, query),
  })
}
