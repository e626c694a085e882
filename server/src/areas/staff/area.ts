import { type Area, adding } from '../../platform/area.ts'
import { expired, oldRows, shortLived } from '../../platform/data/clean-up.ts'
import { demoRows } from '../../platform/data/defaults.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { live, liveChecks } from '../../platform/work/live.ts'
import { searchers } from '../setting/search/search.service.ts'
import { pastRetention } from '../setting/setting/log-retention.service.ts'
import { adminUserExport } from './admin-user/admin-user.export.ts'
import { serveAdminUsers } from './admin-user/admin-user.routes.ts'
import { userRemovals } from './admin-user/admin-user.service.ts'
import { staffSearcher } from './admin-user/admin-user-search.service.ts'
import { fillApiKeyDemo } from './api-key/api-key.demo.ts'
import { serveApiKeys } from './api-key/api-key.routes.ts'
import { revokeKeysOf } from './api-key/api-key.service.ts'
import { serveAuth } from './auth/auth.routes.ts'
import { makeGate } from './auth/gate.service.ts'
import { deptExport } from './dept/dept.export.ts'
import { serveDepts } from './dept/dept.routes.ts'
import { serveMenus } from './menu/menu.routes.ts'
import { onlineUserExport } from './online-user/online-user.export.ts'
import { serveOnlineUsers } from './online-user/online-user.routes.ts'
import { serveUserCenter } from './own/user-center.routes.ts'
import { postExport } from './post/post.export.ts'
import { servePosts } from './post/post.routes.ts'
import { pushRights } from './role/rights-live.service.ts'
import { serveRoles } from './role/role.routes.ts'
import { serveSeeAs } from './see-as/see-as.routes.ts'
import { registerDemoFill } from './set-up/demo-fill.service.ts'
import { registerPasswordReset } from './sign-in/password-reset.service.ts'
import { watchRefusals } from './sign-in/security-watch.service.ts'
import { forgottenFailures, registerSessionCleanUp } from './sign-in/session-cleanup.service.ts'
import { endDeadPages, endRevoked } from './sign-in/session-live.service.ts'
import { staffHistories, staffTrailWords } from './staff.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['default-menu', 'role', 'menu', 'dept', 'post', 'see-as', 'sign-in', 'admin-user', 'own', 'api-key'],
  ...['online-user', 'set-up', 'auth'],
] as const

/** Staff and their access: sign-in, administrators, roles, menus, departments, API keys; and the set-up of the shop. */
export const staff: Area = {
  name: 'staff',
  gate: makeGate,
  routes: [
    ...[serveAuth, serveUserCenter, serveOnlineUsers, serveAdminUsers, serveApiKeys],
    ...[serveMenus, serveRoles, serveDepts, servePosts, serveSeeAs],
  ],
  adds: [
    adding(versioned, ...staffHistories),
    adding(trailWords, ...staffTrailWords),
    adding(demoRows, fillApiKeyDemo),
    adding(
      shortLived,
      expired('captcha', 'reset_token', 'email_code', 'totp_setup', 'mfa_challenge', 'trusted_device'),
      forgottenFailures,
    ),
    adding(oldRows, pastRetention('login_log')),
    adding(live, endRevoked, pushRights),
    adding(liveChecks, endDeadPages),
    adding(userRemovals, revokeKeysOf),
    adding(searchers, staffSearcher),
    adding(exports, adminUserExport, deptExport, postExport, onlineUserExport),
  ],
  background: [registerPasswordReset, registerSessionCleanUp, registerDemoFill],
  inEveryProcess: [watchRefusals],
}
