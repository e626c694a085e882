import type { App } from '../../platform/http/serve.ts'
import { serveAttachments } from '../file/attachment/attachment.routes.ts'
import { serveFiles } from '../file/file/file.routes.ts'
import { serveStorage } from '../file/storage/storage.routes.ts'
import { serveUploads } from '../file/upload/upload.routes.ts'
import { serveLive } from '../message/live/live.routes.ts'
import { serveMail } from '../message/mail/mail.routes.ts'
import { serveNotices } from '../message/notice/notice.routes.ts'
import { serveNotifications } from '../message/notice/notification.routes.ts'
import { serveSms } from '../message/sms/sms.routes.ts'
import { serveWebhooks } from '../message/webhook/webhook.routes.ts'
import { serveAudit } from '../monitor/audit/audit.routes.ts'
import { serveDatabaseMonitor } from '../monitor/database-monitor.routes.ts'
import { serveLogs } from '../monitor/log/log.routes.ts'
import { serveMonitor } from '../monitor/monitor.routes.ts'
import { serveOwnPages } from '../monitor/own-pages.routes.ts'
import { serveDicts } from '../setting/dict/dict.routes.ts'
import { serveDictDetails } from '../setting/dict/dict-detail.routes.ts'
import { serveExpressCompanies } from '../setting/express/express-company.routes.ts'
import { serveRegions } from '../setting/region/region.routes.ts'
import { serveSettings } from '../setting/setting/setting.routes.ts'
import { serveAdminUsers } from '../staff/admin-user/admin-user.routes.ts'
import { serveApiKeys } from '../staff/api-key/api-key.routes.ts'
import { serveDepts } from '../staff/dept/dept.routes.ts'
import { serveMenus } from '../staff/menu/menu.routes.ts'
import { serveOnlineUsers } from '../staff/online-user/online-user.routes.ts'
import { serveUserCenter } from '../staff/own/user-center.routes.ts'
import { servePosts } from '../staff/post/post.routes.ts'
import { serveRoles } from '../staff/role/role.routes.ts'
import { serveAuth } from '../staff/sign-in/auth.routes.ts'
import { serveBackups } from '../work/backup/backup.routes.ts'
import { serveScheduledJobs } from '../work/scheduled-job/scheduled-job.routes.ts'
import { serveTasks } from '../work/task/task.routes.ts'
import { serveTickets } from '../work/task/ticket.routes.ts'

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
