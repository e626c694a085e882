import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type Actor, type Ctx, holds, isSuper, type Scope } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { withImplied } from '../default-menu/default-menu.ts'
import * as rights from './rights.repository.ts'
import { reportRightsChanged } from './rights-live.service.ts'
import { SUPER_ROLE } from './role.tables.ts'

/** The super administrator's permission: everything. */
export const WILDCARD = '*:*:*'
/** Level of a user without a usable role: weaker than any role. */
export const NO_LEVEL = 100

/** The rights of a user, combined from their enabled roles. */
export type Rights = {
  roles: string[]
  roleNames: string[]
  level: number
  /** Sorted, without duplicates, implied reads included. */
  permissions: string[]
  permissionSet: ReadonlySet<string>
  dataScopes: DataScope[]
  scope: Scope
  storeIds: number[]
}

/**
 * The rights of a user, cached by a version that every change of them raises: never stale, and without a statement per
 * call.
 */
export function getRights(
  ctx: Pick<Ctx, 'db' | 'platform'>,
  userId: number,
  permVersion: number,
  deptId: number | null,
) {
  const cache = ctx.platform.caches.named<Rights>('perm', { ttlSeconds: 600, max: 5000 })
  return cache.get(`${userId}:${permVersion}`, () => loadRights(ctx, userId, deptId))
}

/** The rights of a user as they are now. */
export async function loadRights(ctx: Pick<Ctx, 'db'>, userId: number, deptId: number | null): Promise<Rights> {
  return combine(ctx, await rights.listRolesOf(ctx, userId), userId, deptId)
}

/** The rights that a user with this role alone would have; those of nobody while it is disabled or gone. */
export async function loadRightsOfRole(ctx: Pick<Ctx, 'db'>, roleId: number, userId: number, deptId: number | null) {
  return combine(ctx, await rights.listRole(ctx, roleId), userId, deptId)
}

async function combine(
  ctx: Pick<Ctx, 'db'>,
  held: readonly rights.GrantingRole[],
  userId: number,
  deptId: number | null,
): Promise<Rights> {
  const isSuperAdmin = held.some(({ code }) => code === SUPER_ROLE)
  const roleIds = held.map(({ id }) => id)
  const permissions = isSuperAdmin ? [WILDCARD] : [...withImplied(await rights.listPermissions(ctx, roleIds))].sort()
  const storeIds = await rights.listStoreIds(ctx, userId)
  const dataScopes = [...new Set(held.map(({ dataScope }) => dataScope))]
  return {
    roles: held.map(({ code }) => code),
    roleNames: held.map(({ name }) => name),
    level: Math.min(NO_LEVEL, ...held.map(({ level }) => level)),
    permissions,
    permissionSet: new Set(permissions),
    dataScopes,
    scope: {
      all: dataScopes.includes('全部'),
      deptIds: await rights.listScopeDepts(ctx, dataScopes, roleIds, deptId),
      storeIds: dataScopes.some((scope) => ['全部', '本级', '自定义'].includes(scope)) ? undefined : storeIds,
    },
    storeIds,
  }
}

/** Makes the given users, the holders of the given roles, or all users reload their rights. */
export async function raisePermVersion(ctx: Ctx, affected: rights.Affected): Promise<void> {
  const userIds = await rights.raiseVersions(ctx, affected)
  await reportRightsChanged(ctx, affected === 'all' ? affected : userIds)
}

/**
 * The level rule (docs/access.md, Roles and rights): users act only on weaker roles and users; level 1 acts on all.
 * @param level of the role or user acted on
 * @throws 403
 */
export function requireLevel(actor: Actor, level: number): void {
  if (actor.level === 1 || level > actor.level) return
  throw new HttpError(403, 'LEVEL', `权限不足，你的角色级别：${actor.level}，低于操作的角色级别：${level}`)
}

/** The fields of a user's role that the level rule needs. */
export type HeldRole = { code: string; level: number; status: boolean }

/** The level of a user with these roles: that of the strongest enabled one. */
export function levelOf(held: readonly HeldRole[]): number {
  return Math.min(NO_LEVEL, ...held.filter(({ status }) => status).map(({ level }) => level))
}

/**
 * Whether the caller may act on another user, their sessions or their keys: the level rule; only a super administrator
 * acts on another. A level 1 without the super administrator's role could otherwise reset their password and sign in.
 * @param held the other user's roles
 * @throws 403
 */
export function requireOver(actor: Actor, held: readonly HeldRole[]): void {
  requireLevel(actor, levelOf(held))
  if (held.some(({ code }) => code === SUPER_ROLE) && !isSuper(actor))
    throw new HttpError(403, 'LEVEL', '权限不足，只有超级管理员可以操作超级管理员')
}

/** @throws {Refusal} when the caller would grant a permission they do not hold */
export function requireHeld(actor: Actor, permissions: readonly string[]): void {
  if (!permissions.every((permission) => holds(actor, permission))) throw grantRefused()
}

/**
 * Refuses to grant a data scope beyond the caller's own. Everyone has at least 仅本人, the narrowest.
 * @param deptIds of the scope 自定义
 * @throws {Refusal}
 */
export async function requireScope(ctx: Ctx, scope: DataScope, deptIds: readonly number[]): Promise<void> {
  const { scope: own, userId, permVersion } = ctx.actor
  if (own.all || scope === '仅本人') return
  if (scope === '自定义' && deptIds.every((id) => own.deptIds.includes(id))) return
  if (scope === '本级' || scope === '本门店') {
    const { dataScopes } = await getRights(ctx, userId, permVersion, await rights.findDeptOf(ctx, userId))
    if (dataScopes.includes(scope) || (scope === '本门店' && !own.storeIds)) return
  }
  throw grantRefused()
}

/** The refusal for a caller who grants more than they hold. */
export function grantRefused(): Refusal {
  return new Refusal('不能授予自己没有的权限')
}
