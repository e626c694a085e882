import type { SessionState } from '../../api/session-state.ts'

/**
 * Whether the session holds any of the given permissions.
 * @throws {Error} when none is given
 */
export function hasPermi({ permissions }: Pick<SessionState, 'permissions'>, wanted: readonly string[]): boolean {
  if (!isTagList(wanted)) throw new Error('请设置操作权限标签值')
  return permissions.includes('*:*:*') || wanted.some((permission) => permissions.includes(permission))
}

/**
 * Whether the session has any of the given roles; `admin` has them all.
 * @throws {Error} when none is given
 */
export function hasRole({ roles }: Pick<SessionState, 'roles'>, wanted: readonly string[]): boolean {
  if (!isTagList(wanted)) throw new Error('请设置角色权限标签值')
  return roles.includes('admin') || wanted.some((role) => roles.includes(role))
}

/** Whether the session itself has one of the given roles, without a special case for `admin`. */
export function checkRole({ roles }: Pick<SessionState, 'roles'>, wanted: readonly string[] | undefined): boolean {
  if (!wanted?.length) {
    console.error('checkRole: 请设置角色')
    return false
  }
  return wanted.some((role) => roles.includes(role))
}

/** Menus and pages pass untyped values here, so the types are checked at run time. */
function isTagList(wanted: unknown): boolean {
  return Array.isArray(wanted) && wanted.length > 0 && wanted.every((tag) => typeof tag === 'string' && tag !== '')
}
