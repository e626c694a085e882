import {
  type Role,
  type RoleChange,
  type RoleDetail,
  type RoleDraft,
  type RoleOption,
  type RoleQuery,
  role as routes,
} from '@zhanggui/contract/staff/role.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { raisePermVersion, requireHeld, requireLevel, requireScope } from './rights.service.ts'
import * as roles from './role.repository.ts'
import { SUPER_ROLE } from './role.tables.ts'

type Found = NonNullable<Awaited<ReturnType<typeof roles.find>>>
type Refs = readonly { id: number }[]

/** A page of roles, strongest first. */
export async function listRoles(ctx: Ctx, { blurry, createTime, ...left }: RoleQuery) {
  const page = readPage(left)
  const { rows, total } = await roles.list(ctx, { blurry, ...parseTimeRange(createTime, ctx.now()) }, page)
  return { list: rows.map(describe), total, page: page.page, limit: page.limit }
}

/** Every role, for selection. */
export function listRoleOptions(ctx: Ctx): Promise<RoleOption[]> {
  return roles.listOptions(ctx)
}

/** @throws 404 */
export async function getRole(ctx: Ctx, id: number): Promise<RoleDetail> {
  const role = await roles.find(ctx, id)
  if (!role) throw notFound('角色')
  return { ...describe(role), menus: refs(await roles.listMenuIds(ctx, id)) }
}

/** The users who have a role, as far as the caller sees them. */
export async function listRoleUsers(ctx: Ctx, id: number) {
  if (!(await roles.find(ctx, id))) throw notFound('角色')
  return roles.listHolders(ctx, id)
}

/**
 * Adds a role.
 * @throws 403 for a level not below the caller's, 409 for a taken name or code, 422 when it exceeds the caller's rights
 */
export function saveRole(ctx: Ctx, { menus = [], depts = [], ...draft }: RoleDraft) {
  const role = { ...draft, dataScope: draft.dataScope ?? '本级', level: draft.level ?? 3 }
  return inTransaction(ctx, async (tx) => {
    requireLevel(tx.actor, role.level)
    const deptIds = await readDepts(tx, role.dataScope, idsOf(depts))
    await requireScope(tx, role.dataScope, deptIds)
    const saved = await refuseTaken(roles.insert(tx, role), takenError)
    await linkMenus(tx, saved.id, idsOf(menus))
    await roles.replaceDepts(tx, saved.id, deptIds)
    await audit(tx, { objectId: saved.id, after: await snapshot(tx, saved.id), labels })
    return saved
  })
}

/**
 * Changes a role, except its menus.
 * @throws 403 for a level not below the caller's, and for another state without the right to it; 404, 409, 422 when its data scope exceeds the caller's
 */
export function updateRole(ctx: Ctx, { id, version, depts, ...change }: RoleChange) {
  return changeRole(ctx, id, version, 'update', async (tx, role) => {
    if (change.level !== undefined) requireLevel(tx.actor, change.level)
    const dataScope = change.dataScope ?? role.dataScope
    const present = await roles.listDeptIds(tx, id)
    const deptIds = await readDepts(tx, dataScope, depts ? idsOf(depts) : present)
    const added = deptIds.filter((deptId) => !present.includes(deptId))
    if (dataScope !== role.dataScope || added.length) await requireScope(tx, dataScope, added)
    await roles.replaceDepts(tx, id, deptIds)
    requireSwitch(tx, routes.updateStatus.permission, role.status, change.status)
    if (change.status && !role.status) await requireGrantable(tx, [{ id, dataScope }])
    return refuseTaken(roles.update(tx, id, { ...change, remark: change.remark ?? '' }), takenError)
  })
}

/**
 * Replaces the permissions of a role.
 * @throws 403 for a role not below the caller, 404, 409, 422 for a menu that does not exist or grants more than the
 *   caller has
 */
export function updateRoleMenus(ctx: Ctx, { id, version, menus }: { id: number; version?: number; menus: Refs }) {
  return changeRole(ctx, id, version, 'grant', async (tx) => {
    await linkMenus(tx, id, idsOf(menus))
    return roles.update(tx, id, {})
  })
}

/**
 * Enables or disables a role. A role already in the requested state stays unchanged.
 * @throws 403 for a role not below the caller, 404, 422 for enabling a role that grants more than the caller has
 */
export function updateRoleStatus(ctx: Ctx, id: number, status: boolean) {
  return changeRole(ctx, id, undefined, 'status', async (tx, role) => {
    if (role.status === status) return { id, version: role.version }
    if (status) await requireGrantable(tx, [role])
    return roles.update(tx, id, { status })
  })
}

/**
 * Refuses to give roles, or to enable them for those who have them, when they grant permissions or data that the caller
 * lacks.
 * @throws {Refusal}
 */
export async function requireGrantable(
  tx: Ctx,
  given: readonly { id: number; dataScope: Role['dataScope'] }[],
): Promise<void> {
  const ids = given.map(({ id }) => id)
  requireHeld(tx.actor, await roles.listPermissions(tx, ids))
  for (const { id, dataScope } of given)
    await requireScope(tx, dataScope, dataScope === '自定义' ? await roles.listDeptIds(tx, id) : [])
}

/**
 * Adds a role with the permissions of another.
 * @throws as {@link saveRole}; 404
 */
export function copyRole(ctx: Ctx, sourceId: number, { name, permission }: { name: string; permission: string }) {
  return inTransaction(ctx, async (tx) => {
    const [source] = await roles.lock(tx, [sourceId])
    if (!source) throw notFound('角色')
    const { dataScope, level, status, remark } = source
    requireLevel(tx.actor, level)
    const deptIds = await roles.listDeptIds(tx, sourceId)
    await requireScope(tx, dataScope, deptIds)
    const copy = { name, permission, dataScope, level, status, remark }
    const saved = await refuseTaken(roles.insert(tx, copy), takenError)
    await linkMenus(tx, saved.id, await roles.listMenuIds(tx, sourceId))
    await roles.replaceDepts(tx, saved.id, deptIds)
    await audit(tx, { objectId: saved.id, action: 'create', after: await snapshot(tx, saved.id), labels })
    return saved
  })
}

/**
 * Deletes roles.
 * @throws 403 for one not below the caller, 404, 422 while a user has one
 */
export async function removeRoles(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await roles.lock(tx, ids)
    if (locked.length < ids.length) throw notFound('角色')
    for (const role of locked) refuseFixed(tx, role)
    if (await roles.isInUse(tx, ids)) throw new Refusal('所选角色存在用户关联，请取消关联后再试')
    for (const id of ids) await audit(tx, { objectId: id, before: await snapshot(tx, id), labels })
    await roles.remove(tx, ids)
  })
}

/** Changes a role that the caller may act on, under a lock, and raises its holders' version of rights. */
function changeRole<Saved>(
  ctx: Ctx,
  id: number,
  version: number | undefined,
  action: 'update' | 'grant' | 'status',
  change: (tx: Ctx, role: roles.RoleRow) => Promise<Saved>,
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const [role] = await roles.lock(tx, [id])
    if (!role) throw notFound('角色')
    refuseFixed(tx, role)
    if (version !== undefined && version !== role.version) throw versionConflict(await getRole(tx, id))
    const saved = await audited(
      tx,
      { action, objectId: id, labels },
      () => snapshot(tx, id),
      () => change(tx, role),
    )
    await raisePermVersion(tx, { roleIds: [id] })
    return saved
  })
}

const labels = {
  name: '角色名称',
  permission: '角色标识',
  dataScope: '数据范围',
  level: '级别',
  status: '状态',
  remark: '描述',
  menus: '菜单权限',
  depts: '数据权限',
}

/** A role as the audit trail shows it: its permissions by name. */
async function snapshot(tx: Ctx, id: number) {
  const role = await roles.find(tx, id)
  if (!role) return undefined
  const { name, permission, dataScope, level, status, remark } = role
  return { name, permission, dataScope, level, status, remark, ...(await roles.listGrantNames(tx, id)) }
}

/** @throws 403 for a role not below the caller, 422 for the super administrator's */
function refuseFixed({ actor }: Ctx, { permission, level }: roles.RoleRow): void {
  requireLevel(actor, level)
  if (permission === SUPER_ROLE) throw new Refusal('超级管理员角色不能修改或删除')
}

/** Links a role to exactly these menu rows. The caller must hold every permission that is new to it. */
async function linkMenus(tx: Ctx, roleId: number, menuIds: readonly number[]): Promise<void> {
  const rows = await roles.lockMenus(tx, menuIds)
  if (rows.length < menuIds.length) throw new Refusal('所选菜单不存在，请刷新后重试')
  const present = new Set(await roles.listMenuIds(tx, roleId))
  requireHeld(
    tx.actor,
    rows.flatMap(({ id, permissions }) => (present.has(id) ? [] : permissions)),
  )
  await roles.replaceMenus(tx, roleId, menuIds)
}

/** The departments of a scope: none except for 自定义, which has at least one. */
async function readDepts(tx: Ctx, dataScope: Role['dataScope'], deptIds: readonly number[]): Promise<number[]> {
  if (dataScope !== '自定义') return []
  if (!deptIds.length) throw new BadInput('请选择数据权限', 'depts')
  const known = await roles.lockDepts(tx, deptIds)
  if (known.length < deptIds.length) throw new Refusal('部门不存在，请重新选择')
  return known
}

function takenError(index: string): Error {
  return index === 'role_permission' ? conflict('角色标识已存在', 'permission') : conflict('角色名称已存在', 'name')
}

function idsOf(list: Refs): number[] {
  return [...new Set(list.map(({ id }) => id))]
}

function refs(ids: readonly number[]) {
  return ids.map((id) => ({ id }))
}

function describe({ deptIds, createdAt, ...role }: Found): Role {
  return { ...role, depts: refs(deptIds), createTime: toWireTime(createdAt) }
}
