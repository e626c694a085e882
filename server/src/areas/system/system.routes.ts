import type { App } from '../../platform/serve.ts'
import { serveAdminUsers } from './admin-user.routes.ts'
import { serveApiKeys } from './api-key.routes.ts'
import { serveAttachments } from './attachment.routes.ts'
import { serveAudit } from './audit.routes.ts'
import { serveAuth } from './auth.routes.ts'
import { serveBackups } from './backup.routes.ts'
import { serveDatabaseMonitor } from './database-monitor.routes.ts'
import { serveDepts } from './dept.routes.ts'
import { serveDicts } from './dict.routes.ts'
import { serveDictDetails } from './dict-detail.routes.ts'
import { serveExpressCompanies } from './express-company.routes.ts'
import { serveFiles } from './file.routes.ts'
import { serveLive } from './live.routes.ts'
import { serveLogs } from './log.routes.ts'
import { serveMail } from './mail.routes.ts'
import { serveMenus } from './menu.routes.ts'
import { serveMonitor } from './monitor.routes.ts'
import { serveNotices } from './notice.routes.ts'
import { serveNotifications } from './notification.routes.ts'
import { serveOnlineUsers } from './online-user.routes.ts'
import { serveOwnPages } from './own-pages.routes.ts'
import { servePosts } from './post.routes.ts'
import { serveRegions } from './region.routes.ts'
import { serveRoles } from './role.routes.ts'
import { serveScheduledJobs } from './scheduled-job.routes.ts'
import { serveSettings } from './setting.routes.ts'
import { serveSms } from './sms.routes.ts'
import { serveStorage } from './storage.routes.ts'
import { serveTasks } from './task.routes.ts'
import { serveTickets } from './ticket.routes.ts'
import { serveUploads } from './upload.routes.ts'
import { serveUserCenter } from './user-center.routes.ts'
import { serveWebhooks } from './webhook.routes.ts'

/** The area's routes, each object's from its own file. */
export function serveSystem(app: App): void {
  serveAuth(app)
  serveMenus(app)
  serveRoles(app)
  serveAdminUsers(app)
  serveDepts(app)
  servePosts(app)
  serveDicts(app)
  serveDictDetails(app)
  serveSettings(app)
  serveMail(app)
  serveSms(app)
  serveUserCenter(app)
  serveFiles(app)
  serveAttachments(app)
  serveUploads(app)
  serveStorage(app)
  serveAudit(app)
  serveLogs(app)
  serveMonitor(app)
  serveOwnPages(app)
  serveDatabaseMonitor(app)
  serveTickets(app)
  serveTasks(app)
  serveScheduledJobs(app)
  serveLive(app)
  serveNotifications(app)
  serveNotices(app)
  serveOnlineUsers(app)
  serveRegions(app)
  serveExpressCompanies(app)
  serveBackups(app)
  serveApiKeys(app)
  serveWebhooks(app)
}
