/**
 * Permissions no API key may hold, whoever created it: accounts and sessions, roles, menus, keys and
 * webhooks, settings, and everything that can read all of them: backups and the database.
 */
const closed = [
  'admin:system:admin',
  'admin:system:online',
  'admin:system:role',
  'admin:system:menu',
  'admin:system:apikey',
  'admin:system:webhook',
  'admin:system:config',
  'admin:system:email',
  'admin:sms:modify',
  'admin:system:backup',
  'admin:system:db',
  'admin:marketing:integral:config',
  'admin:marketing:integral:save',
  'admin:retail:spread:manage:get',
  'admin:retail:spread:manage:set',
]

/** Whether an API key may hold a permission. The wildcard is refused. */
export function mayKeyHold(permission: string): boolean {
  if (!permission.startsWith('admin:')) return false
  return !closed.some((stem) => permission === stem || permission.startsWith(`${stem}:`))
}
