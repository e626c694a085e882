import { type Area, adding } from '../../platform/area.ts'
import { oldRows } from '../../platform/data/clean-up.ts'
import { preparations } from '../../platform/data/defaults.ts'
import { lastChangers } from '../../platform/http/serve.ts'
import { exports } from '../../platform/work/exports.ts'
import { live } from '../../platform/work/live.ts'
import { pastRetention } from '../setting/setting/log-retention.service.ts'
import { serveAudit } from './audit/audit.routes.ts'
import { prepareAudit, turnAuditMonths } from './audit/audit.service.ts'
import { keepSealed } from './audit/audit-seal.service.ts'
import { serveDatabaseMonitor } from './database-monitor.routes.ts'
import { serveHistory } from './history/history.routes.ts'
import { whoChanged } from './history/history.service.ts'
import { pushChanges } from './history/history-live.ts'
import { errorLogExport, loginLogExport, operationLogExport } from './log/log.export.ts'
import { serveLogs } from './log/log.routes.ts'
import { keepOperationLog } from './log/operation-log.service.ts'
import { serveMonitor } from './monitor.routes.ts'
import { serveOwnPages } from './own-pages.routes.ts'
import { keepSlowStatements } from './slow-statement.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['history', 'audit', 'log', 'slow-statement', 'monitor', 'database-monitor', 'druid', 'api-doc', 'own-pages'],
] as const

/** State and history of the shop: logs, audit trail, health, database, API documentation. */
export const monitor: Area = {
  name: 'monitor',
  routes: [serveAudit, serveHistory, serveLogs, serveMonitor, serveOwnPages, serveDatabaseMonitor],
  adds: [
    adding(preparations, prepareAudit),
    adding(live, pushChanges),
    adding(lastChangers, whoChanged),
    adding(oldRows, pastRetention('operation_log', 'slow_statement'), turnAuditMonths),
    adding(exports, operationLogExport, errorLogExport, loginLogExport),
  ],
  inEveryProcess: [keepOperationLog, keepSlowStatements, keepSealed],
}
