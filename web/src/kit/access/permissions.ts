import type { SessionState } from '../../api/session-state.ts'

/**
 * Says whether the session holds any of the permissions named (system chapter, 1.10).
 * @throws {Error} when none is named
 */
export function hasPermi({ permissions }: Pick<SessionState, 'permissions'>, wanted: readonly string[]): boolean {
  if (!isTagList(wanted)) throw new Error('请设置操作权限标签值')
  return permissions.includes('*:*:*') || wanted.some((permission) => permissions.includes(permission))
}

/**
 * Says whether the session holds any of the roles named; `admin` holds them all.
 * @throws {Error} when none is named
 */
export function hasRole({ roles }: Pick<SessionState, 'roles'>, wanted: readonly string[]): boolean {
  if (!isTagList(wanted)) throw new Error('请设置角色权限标签值')
  return roles.includes('admin') || wanted.some((role) => roles.includes(role))
}

/** Says whether the session itself holds one of the roles named, without a special case for `admin`. */
export function checkRole({ roles }: Pick<SessionState, 'roles'>, wanted: readonly string[] | undefined): boolean {
  if (!wanted?.length) {
    console.error('checkRole: 请设置角色')
    return false
  }
  return wanted.some((role) => roles.includes(role))
}

/** Tags reach these functions from menus and pages alike, so what the types promise is looked at again. */
function isTagList(wanted: unknown): boolean {
  return Array.isArray(wanted) && wanted.length > 0 && wanted.every((tag) => typeof tag === 'string' && tag !== '')
}
