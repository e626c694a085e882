import type { Menu, MenuDraft, MenuNode, MenuQuery, MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { isReservedPath, tidyMenu } from '@zhanggui/domain/staff/menu.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { allRead } from '../../../platform/data/filters.ts'
import { type TreeNode, toTree } from '../../../platform/data/tree.ts'
import { type Actor, type Ctx, inTransaction, isSuper } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { screens } from '../../../platform/http/page/screens.ts'
import { countTodo } from '../../message/live/todo.service.ts'
import { raisePermVersion, requireHeld } from '../role/rights.service.ts'
import * as roles from '../role/role.repository.ts'
import { SUPER_ROLE } from '../role/role.tables.ts'
import * as menus from './menu.repository.ts'
import { buildMenu, isAvailable } from './menu-build.ts'
import { insertMissingMenus, lockSeed } from './menu-defaults.repository.ts'

type MenuRow = menus.MenuRow

/** Codes of the pages for managing rights: only the super administrator can hide them. */
const rightsPages = ['/system/menu', '/system/role']
const MAX_SORT = 999
const BADGES_KEPT_SECONDS = 2

/** Every menu row as trees; with a filter, the matching rows and their ancestors. */
export async function listMenus(ctx: Ctx, { blurry, createTime, ...left }: MenuQuery) {
  allRead(left)
  const { from, to } = parseTimeRange(createTime, ctx.now())
  const rows = await menus.listAll(ctx)
  const words = blurry?.toLowerCase()
  const matches = ({ name, path, component, permissions, createdAt }: MenuRow) =>
    (!words || [name, path, component, ...permissions].some((text) => text?.toLowerCase().includes(words))) &&
    (!from || createdAt >= from) &&
    (!to || createdAt <= to)
  const content = toTree(rows, { matches }).map(function toMenu(node): Menu {
    return { ...describe(node), ...(node.children && { children: node.children.map(toMenu) }) }
  })
  return { content, totalElements: rows.filter(matches).length }
}

/** Every menu row, including buttons, for choosing the permissions of a role. */
export async function listMenuTree(ctx: Ctx): Promise<MenuTreeNode[]> {
  return toTree(await menus.listAll(ctx)).map(function toNode(node: TreeNode<MenuRow>): MenuTreeNode {
    const { id, name, type, permissions, children } = node
    return { id, label: name, type, permissions, ...(children && { children: children.map(toNode) }) }
  })
}

/**
 * The caller's routes, cached by the version that every change of them raises: never stale, and
 * without a statement per call.
 */
export async function buildOwnMenu(ctx: Ctx): Promise<MenuNode[]> {
  const { actor, platform } = ctx
  const cache = platform.caches.named<MenuNode[]>('menu-build', { ttlSeconds: 600, max: 1000 })
  const build = async () => {
    const granted = isSuper(actor) ? 'all' : await menus.listGranted(ctx, ownerOf(actor))
    return buildMenu(await menus.listAll(ctx), { granted, screens })
  }
  // What somebody else sees is looked at rarely, and as it is now.
  const tree = await (actor.seeing ? build() : cache.get(`${actor.userId}:${actor.permVersion}`, build))
  return addBadges(tree, await countBadges(ctx))
}

/** Whose menus the caller has: their own, or those of whom they see as. */
function ownerOf({ userId, seeing }: Actor) {
  if (!seeing) return { userId }
  return seeing.kind === 'role' ? { roleId: seeing.id } : { userId: seeing.id }
}

/** To-do counts of the caller's pages, at most some seconds old: open pages are notified of changes anyway. */
function countBadges(ctx: Ctx): Promise<Record<string, number>> {
  const { userId, permVersion } = ctx.actor
  return ctx.platform.caches
    .named<Record<string, number>>('menu-badges', { ttlSeconds: BADGES_KEPT_SECONDS })
    .get(`${userId}:${permVersion}`, async () => (await countTodo(ctx)).badges)
}

/** The same tree with its to-do counts, by component. */
function addBadges(nodes: MenuNode[], badges: Record<string, number>): MenuNode[] {
  if (!Object.keys(badges).length) return nodes
  return nodes.map((node) => {
    const badge = badges[node.component ?? '']
    const marked = node.meta && badge ? { ...node, meta: { ...node.meta, badge } } : node
    return node.children ? { ...marked, children: addBadges(node.children, badges) } : marked
  })
}

/**
 * The routes for a user with only this role, whether it is enabled or not.
 * @throws 404
 */
export async function buildRoleMenu(ctx: Ctx, roleId: number): Promise<MenuNode[]> {
  const role = await roles.find(ctx, roleId)
  if (!role) throw notFound('角色')
  const granted = role.permission === SUPER_ROLE ? 'all' : new Set(await roles.listMenuIds(ctx, roleId))
  return buildMenu(await menus.listAll(ctx), { granted, screens })
}

/**
 * Adds a menu row.
 * @throws {BadInput} when the fields do not fit the type; 409 for a taken name, path or component name, 422 for an
 *   impossible position
 */
export function saveMenu(ctx: Ctx, draft: MenuDraft) {
  return changeMenus(ctx, async (tx, rows) => {
    const type = draft.type ?? 0
    const blank = { pid: 0, type, permissions: [], iframe: false, sort: MAX_SORT, alwaysShow: type === 0 }
    const menu = tidyMenu({ ...blank, ...withBlanks(draft) })
    refusePlace(rows, menu)
    return refuseTaken(menus.insert(tx, menu), takenError)
  })
}

/**
 * Changes a menu row. Omitted texts are cleared, other omitted fields stay.
 * @throws as {@link saveMenu}; 404, 409 for another version, 422 for a change of type that is not possible, a permission
 *   the caller does not hold, or when it would hide the pages for managing rights
 */
export function updateMenu(ctx: Ctx, { id, version, ...draft }: MenuDraft & { id: number; version?: number }) {
  return changeMenus(ctx, async (tx, rows) => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) throw notFound('菜单')
    const changed = withBlanks(draft)
    const menu = tidyMenu({ ...row, ...changed })
    if (rows.some(({ pid }) => pid === id)) {
      if (menu.type !== row.type) throw new Refusal('存在下级菜单，不能修改菜单类型')
      if (menu.iframe) throw new Refusal('存在下级菜单，不能改为外链')
    }
    refusePlace(rows, menu)
    requireHeld(
      tx.actor,
      menu.permissions.filter((permission) => !row.permissions.includes(permission)),
    )
    refuseHiding(
      tx,
      rows,
      rows.map((other) => (other.id === id ? menu : other)),
    )
    const { permissions, path, component, componentName, iframe } = menu
    const change = { ...changed, permissions, path, component, componentName, iframe }
    const saved = await refuseTaken(menus.update(tx, id, version, change), takenError)
    if (!saved) throw versionConflict(describe(row))
    return saved
  })
}

/**
 * Puts siblings in the given order; rows not listed follow.
 * @throws 409 when one of them is no longer below `pid`
 */
export async function sortMenus(ctx: Ctx, { pid, ids }: { pid: number; ids: readonly number[] }): Promise<void> {
  await changeMenus(ctx, async (tx, rows) => {
    const siblings = rows.filter((row) => row.pid === pid).map(({ id }) => id)
    if (!ids.every((id) => siblings.includes(id))) throw stateConflict()
    const ordered = [...ids, ...siblings.filter((id) => !ids.includes(id))]
    const step = Math.max(1, Math.min(10, Math.floor(MAX_SORT / ordered.length)))
    await menus.setSorts(tx, new Map(ordered.map((id, index) => [id, Math.min(MAX_SORT, (index + 1) * step)])))
  })
}

/**
 * Deletes rows with their descendants, and their links to roles.
 * @throws 404, 422 when one of them is a seeded row
 */
export async function removeMenus(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await changeMenus(ctx, async (tx, rows) => {
    const doomed = rows.filter((row) => [row, ...ancestorsOf(rows, row)].some(({ id }) => ids.includes(id)))
    if (!ids.every((id) => doomed.some((row) => row.id === id))) throw notFound('菜单')
    if (doomed.some(({ code }) => code)) throw new Refusal('系统内置菜单不能删除')
    await menus.remove(
      tx,
      doomed.map(({ id }) => id),
    )
  })
}

/** Adds missing seeded rows without changing others. Returns how many were added. */
export function restoreDefaultMenus(ctx: Ctx): Promise<{ created: number }> {
  return changeMenus(ctx, async (tx) => ({ created: (await insertMissingMenus(tx)).size }))
}

/** Serialises changes of the tree across processes: what a change relies on stays true until it is stored. */
function changeMenus<Result>(ctx: Ctx, change: (tx: Ctx, rows: MenuRow[]) => Promise<Result>): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    await lockSeed(tx)
    const before = await menus.listAll(tx)
    const result = await change(tx, before)
    await raisePermVersion(tx, 'all')
    await auditMenus(tx, before, await menus.listAll(tx))
    return result
  })
}

async function auditMenus(tx: Ctx, before: readonly MenuRow[], after: readonly MenuRow[]): Promise<void> {
  for (const id of new Set([...before, ...after].map((row) => row.id))) {
    const [was, is] = [before, after].map((rows) => rows.find((row) => row.id === id))
    await audit(tx, { objectId: id, before: was && describe(was), after: is && describe(is) })
  }
}

/** The draft with blank texts as null. */
function withBlanks({ path, component, componentName, icon, activeMenu, ...rest }: MenuDraft) {
  return {
    ...rest,
    path: path ?? null,
    component: component ?? null,
    componentName: componentName ?? null,
    icon: icon ?? null,
    activeMenu: activeMenu ?? null,
  }
}

/** @throws 422 for an impossible position */
function refusePlace(
  rows: readonly MenuRow[],
  menu: Pick<MenuRow, 'pid' | 'type' | 'path' | 'iframe'> & { id?: number },
) {
  const { id, pid, type, path, iframe } = menu
  if (id && pid === id) throw new Refusal('上级不能为自己')
  const parent = rows.find((row) => row.id === pid)
  if (pid && !parent) throw new Refusal('上级类目不存在，请重新选择')
  if (parent && ancestorsOf(rows, parent).some((row) => row.id === id)) throw new Refusal('上级不能为自己的下级')
  if (type === 2 && parent?.type !== 1) throw new Refusal('按钮的上级必须是菜单')
  if (type === 1 && parent?.type === 2) throw new Refusal('菜单的上级不能是按钮')
  if (type === 0 && parent && parent.type !== 0) throw new Refusal('目录的上级必须是目录')
  if (parent?.iframe) throw new Refusal('外链下不能添加菜单')
  if (!pid && !iframe && isReservedPath(path ?? '')) throw new Refusal('路由地址与系统路由冲突')
}

/**
 * Refuses to hide the pages for managing rights. Whether anyone can still manage rights needs no check: the last enabled super administrator stays
 * and holds every permission whatever the menu contains.
 */
function refuseHiding({ actor }: Ctx, before: readonly MenuRow[], after: readonly MenuRow[]): void {
  if (isSuper(actor)) return
  const isVisible = (rows: readonly MenuRow[], code: string) => {
    const row = rows.find((candidate) => candidate.code === code)
    return row && ![row, ...ancestorsOf(rows, row)].some(({ hidden }) => hidden)
  }
  if (rightsPages.some((code) => isVisible(before, code) && !isVisible(after, code)))
    throw new Refusal('不能删除最后一个权限管理入口')
}

/** The ancestors of a row, nearest first. */
function ancestorsOf(rows: readonly MenuRow[], { pid }: MenuRow): MenuRow[] {
  const parent = rows.find(({ id }) => id === pid)
  return parent ? [parent, ...ancestorsOf(rows, parent)] : []
}

function takenError(index: string): Error {
  if (index === 'menu_component_name') return conflict('组件名称已存在', 'componentName')
  return index === 'menu_path' ? conflict('路由地址已存在', 'path') : conflict('菜单名称已存在', 'name')
}

function describe(row: MenuRow): Menu {
  return {
    id: row.id,
    version: row.version,
    pid: row.pid,
    type: row.type,
    name: row.name,
    permissions: row.permissions,
    path: row.path ?? '',
    component: row.component ?? '',
    componentName: row.componentName ?? '',
    iframe: row.iframe,
    icon: row.icon ?? '',
    sort: row.sort,
    cache: row.cache,
    hidden: row.hidden,
    alwaysShow: row.alwaysShow,
    activeMenu: row.activeMenu ?? '',
    breadcrumb: row.breadcrumb,
    affix: row.affix,
    blank: row.blank,
    builtin: Boolean(row.code),
    available: isAvailable(row, screens),
    createTime: toWireTime(row.createdAt),
  }
}
