import { type Area, adding } from '../../platform/area.ts'
import { preparations } from '../../platform/data/defaults.ts'
import { exports } from '../../platform/work/exports.ts'
import { serveAudit } from './audit/audit.routes.ts'
import { prepareAudit } from './audit/audit.service.ts'
import { serveDatabaseMonitor } from './database-monitor.routes.ts'
import { registerHealthChecks } from './health/health.service.ts'
import { errorLogExport, loginLogExport, operationLogExport } from './log/log.export.ts'
import { serveLogs } from './log/log.routes.ts'
import { keepOperationLog } from './log/operation-log.service.ts'
import { serveMonitor } from './monitor.routes.ts'
import { serveOwnPages } from './own-pages.routes.ts'
import { keepSlowStatements } from './slow-statement.service.ts'

/** How the shop is doing and who did what: logs, audit trail, health, database, API documentation. */
export const monitor: Area = {
  name: 'monitor',
  routes: [serveAudit, serveLogs, serveMonitor, serveOwnPages, serveDatabaseMonitor],
  adds: [adding(preparations, prepareAudit), adding(exports, operationLogExport, errorLogExport, loginLogExport)],
  background: [registerHealthChecks],
  inEveryProcess: [keepOperationLog, keepSlowStatements],
}
