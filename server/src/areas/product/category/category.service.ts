import {
  type Category,
  type CategoryChange,
  type CategoryDraft,
  type CategoryMoves,
  type CategoryNode,
  type CategoryQuery,
  type CategoryRemoval,
  type CategoryTreeQuery,
  type ManagedCategory,
  category as routes,
} from '@zhanggui/contract/product/category.ts'
import type { WindowCategory } from '@zhanggui/contract/product/window.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import {
  type CategoryMove,
  type CategoryType,
  maxCategoryLevels,
  moveCategories,
  tooDeep,
} from '@zhanggui/domain/product/category.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { ungroupFiles } from '../../file/file/file-group.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as categories from './category.repository.ts'
import * as products from './category-product.repository.ts'

/** What later areas aim at categories: coupons, styles of products. */
export type CategoryUser = {
  /** Of the categories it names; those of products where nothing is said. */
  type?: CategoryType
  /** What it is called and counted in: 张 优惠券. */
  noun: string
  unit: string
  list(ctx: Ctx, categoryId: number): Promise<{ type: string; id: number; name: string }[]>
  /** Takes the category out of what they are for, with rows in the audit trail. */
  leave(tx: Ctx, categoryId: number): Promise<void>
}
export const categoryUsers = defineHook<CategoryUser>('users of categories')

/** What later areas file in categories of another type than products: articles. */
export type CategoryContents = {
  type: CategoryType
  /** What a refusal counts it in: 篇文章. */
  counted: string
  /** How many there are, and the first of them by name. */
  list(ctx: Ctx, categoryId: number): Promise<{ total: number; uses: { type: string; id: number; name: string }[] }>
  /** Files all of them under another category. */
  refile(tx: Ctx, categoryId: number, to: number): Promise<void>
}
export const categoryContents = defineHook<CategoryContents>('contents of categories')

const taken = () => conflict('此分类已存在', 'name')
const COUNTS_KEPT_SECONDS = 30
const NO_PARENT = '上级分类不存在'

/** The tree for pickers: with a filter, a node whose parent does not match moves to the top level. */
export async function listPickable(ctx: Ctx, { type = 1, ...filter }: CategoryTreeQuery): Promise<CategoryNode[]> {
  const nodes = (await all(ctx, type)).filter(matching(filter))
  return toForest(nodes, ({ extra: _1, createTime: _2, updateTime: _3, ...node }): CategoryNode => node)
}

/** The tree for the management page: with a name, matching categories and their ancestors. */
export async function listTree(ctx: Ctx, { type = 1, name, status }: CategoryTreeQuery): Promise<ManagedCategory[]> {
  const nodes = await withAddresses(ctx, await all(ctx, type))
  const found = nodes.filter(matching({ status, name }))
  const shown = new Set(found.map(({ id }) => id))
  if (name) {
    const above = new Map(nodes.map(({ id, pid }) => [id, pid]))
    for (const { pid } of found) for (let id = pid; id; id = above.get(id) ?? 0) shown.add(id)
  }
  const counts = type === 1 ? await countProducts(ctx) : new Map<number, number>()
  return toForest(
    nodes.filter(({ id }) => shown.has(id)),
    (node): ManagedCategory => ({ ...node, productCount: counts.get(node.id) ?? 0 }),
  )
}

/** The tree of the product categories that buyers see. */
export async function listShownCategories(ctx: Ctx): Promise<WindowCategory[]> {
  const nodes = await withAddresses(
    ctx,
    (await all(ctx, 1)).filter(({ isShow }) => isShow),
  )
  return toForest(nodes, ({ id, name, extra }): WindowCategory => ({ id, name, extra }))
}

/** The number of products in each category and below it, by id; cached for some seconds when counting is slow. */
async function countProducts(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
  if (await products.isQuicklyCounted(ctx)) return products.countByCategory(ctx)
  return ctx.platform.caches
    .named<ReadonlyMap<number, number>>('category-products', { ttlSeconds: COUNTS_KEPT_SECONDS })
    .get('all', () => products.countByCategory(ctx))
}

/** Categories in display order, as a flat list. */
export async function listCategories(ctx: Ctx, { pid, type = 1, status, name, ...left }: CategoryQuery) {
  const { page, limit, offset } = readPage(left)
  const wanted = matching({ status, name })
  const found = (await all(ctx, type)).filter(wanted).filter((node) => pid === undefined || node.pid === pid)
  return { list: await withAddresses(ctx, found.slice(offset, offset + limit)), total: found.length, page, limit }
}

/** The categories with these ids, of any type, in the order given; unknown ids are left out. */
export async function listByIds(ctx: Ctx, ids: readonly number[]): Promise<Category[]> {
  return withAddresses(ctx, await findKnown(ctx, ids))
}

/** The names of the existing categories among these ids, of any type. */
export async function listNames(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((await findKnown(ctx, ids)).map(({ id, name }) => [id, name]))
}

/** The names of all product categories, by id. */
export async function listAllNames(ctx: Ctx): Promise<ReadonlyMap<number, string>> {
  return new Map((await all(ctx, 1)).map(({ id, name }) => [id, name]))
}

/**
 * Sorts the categories of products by their distance: those a product is filed in, then those above them, and so on.
 * @returns a function of the categories a product is filed in
 */
export async function readLevels(ctx: Ctx): Promise<(cateIds: readonly number[]) => number[][]> {
  const known = indexed(await all(ctx, 1))
  return (cateIds) => {
    const levels: number[][] = []
    for (let level = [...cateIds]; level.length; ) {
      levels.push(level)
      level = level.flatMap((id) => known.get(id)?.pid || [])
    }
    return levels
  }
}

async function findKnown(ctx: Ctx, ids: readonly number[]): Promise<Category[]> {
  // One after the other: a transaction has only one connection.
  const known = [indexed(await all(ctx, 1)), indexed(await all(ctx, 2)), indexed(await all(ctx, 3))]
  return ids.flatMap((id) => known.find((categories) => categories.has(id))?.get(id) ?? [])
}

const indexes = new WeakMap<readonly Category[], ReadonlyMap<number, Category>>()

/** The cached categories by id, built once per cached list. */
function indexed(nodes: readonly Category[]): ReadonlyMap<number, Category> {
  const index = indexes.get(nodes) ?? new Map(nodes.map((node) => [node.id, node]))
  indexes.set(nodes, index)
  return index
}

/** @throws 404 */
export async function getCategory(ctx: Ctx, id: number): Promise<Category> {
  const row = await categories.find(ctx, id)
  if (!row) throw notFound('分类')
  const [found] = describeAll(await categories.listAll(ctx, row.type)).filter((node) => node.id === id)
  const [shown] = await withAddresses(ctx, found ? [found] : [])
  if (!shown) throw notFound('分类')
  return shown
}

/**
 * The product categories with these ids, locked against moving and deleting until the transaction ends: callers that file
 * a product store the `categoryClosure` of them.
 * @returns in the order of `ids`
 * @throws 422 for an unknown id
 */
export async function requireProductCategories(tx: Ctx, ids: readonly number[]): Promise<categories.CategoryRow[]> {
  const rows = new Map((await categories.lockAll(tx, ids, 1)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw new Refusal('商品分类不存在，请重新选择')
    return row
  })
}

/** A category of a type, locked against deletion until the transaction ends. @throws 422 for any other */
export async function requireCategory(tx: Ctx, id: number, type: CategoryType): Promise<void> {
  if (!(await categories.lockAll(tx, [id], type)).length) throw new Refusal('分类不存在，请重新选择')
}

/** The shown categories of a type, in display order. */
export async function listShownOf(ctx: Ctx, type: CategoryType): Promise<Category[]> {
  return withAddresses(
    ctx,
    (await all(ctx, type)).filter(({ isShow }) => isShow),
  )
}

/**
 * Adds a category.
 * @throws 409 when a sibling has the name, 422 when the parent does not exist or is on the deepest level
 */
export async function saveCategory(ctx: Ctx, { type = 1, pid = 0, extra: address = '', ...draft }: CategoryDraft) {
  const extra = (await readMedia(ctx)).toStored(address)
  return changing(ctx, type, async (tx) => {
    const above = pid ? await categories.find(tx, pid) : { path: '/', level: 0, type }
    if (above?.type !== type) throw new Refusal(NO_PARENT)
    const max = await maxLevels(tx, type)
    if (above.level >= max) throw new Refusal(tooDeep(max))
    const place = { pid, path: `${above.path}${pid}/`, level: above.level + 1 }
    const saved = await categories.insert(tx, { ...draft, ...place, type, extra })
    if (!saved) throw taken()
    await usePicture(tx, saved.id, draft.name, extra)
    await audit(tx, { objectId: saved.id, after: await getCategory(tx, saved.id) })
    await emitChanged(tx, type, [saved.id])
    return saved
  })
}

/**
 * Changes a category; another `pid` moves it there with its descendants.
 * @throws 403 for showing or hiding it without that right, 404, 409 for a taken name or another version, 422 when it would end up below
 *   itself or too deep
 */
export async function updateCategory(ctx: Ctx, { id, version, type, ...change }: CategoryChange) {
  const row = await findRow(ctx, id)
  if (type !== undefined && type !== row.type) throw new Refusal('分类类型不能修改')
  const extra = change.extra === undefined ? undefined : (await readMedia(ctx)).toStored(change.extra)
  return changing(ctx, row.type, async (tx) => {
    const before = await getCategory(tx, id)
    requireSwitch(tx, routes.updateStatus.permission, before.status, change.status)
    const saved = await refuseTaken(categories.update(tx, id, version, { ...change, extra, pid: undefined }), taken)
    if (!saved) throw versionConflict(before)
    const { pid = before.pid, sort = before.sort } = change
    const moved = pid === before.pid ? [] : await move(tx, row.type, [{ id, pid, sort }], [])
    if (extra !== undefined) await usePicture(tx, id, change.name, extra)
    await audit(tx, { objectId: id, before, after: await getCategory(tx, id) })
    await emitChanged(tx, row.type, [id], moved)
    return saved
  })
}

/** Switches a category on or off; its descendants keep their own switches. */
export async function flipCategory(ctx: Ctx, id: number) {
  const { type } = await findRow(ctx, id)
  return changing(ctx, type, async (tx) => {
    const before = await getCategory(tx, id)
    const saved = await categories.update(tx, id, undefined, { status: !before.status })
    if (!saved) throw notFound('分类')
    await audit(tx, { action: 'status', objectId: id, before, after: await getCategory(tx, id) })
    await emitChanged(tx, type, [id])
    return saved
  })
}

/**
 * Moves and reorders categories of one type, all or none.
 * @throws 404, 409 when siblings would share a name, 422 when one would end up below itself or too deep
 */
export async function sortCategories(ctx: Ctx, { moves }: CategoryMoves): Promise<void> {
  const [first] = moves
  if (!first) return
  const { type } = await findRow(ctx, first.id)
  await changing(ctx, type, async (tx) => {
    const ids = moves.map(({ id }) => id)
    const before = new Map(describeAll(await categories.listAll(tx, type)).map((node) => [node.id, node]))
    if (!ids.every((id) => before.has(id))) throw notFound('分类')
    const moved = await move(tx, type, moves, ids)
    for (const node of describeAll(await categories.listAll(tx, type)))
      if (ids.includes(node.id))
        await audit(tx, { action: 'sort', objectId: node.id, before: before.get(node.id), after: node })
    await emitChanged(tx, type, ids, moved)
  })
}

/**
 * Deletes a category. The files of a media group then belong to no group; the products of a product category are filed
 * under `moveTo`. With `force`, what is for the category, such as a coupon, is for the rest of what it was for, and pages that name it
 * show nothing of it.
 * @throws 404, 422 while it has children, IN_USE for products without `moveTo` and for its users without `force`
 */
export async function removeCategory(ctx: Ctx, { id, moveTo, force }: CategoryRemoval): Promise<void> {
  const { type } = await findRow(ctx, id)
  await changing(ctx, type, async (tx) => {
    // Product edits lock the product before its categories.
    if (moveTo && type === 1) await products.lockProducts(tx, id)
    await categories.lock(tx, id)
    const before = await getCategory(tx, id)
    if (await categories.hasChild(tx, id)) throw new Refusal('当前分类下有子类，请先删除子类！')
    if (type === 1) await emptyCategory(tx, id, moveTo)
    else await emptyOther(tx, type, id, moveTo)
    await leaveUsers(tx, type, id, force)
    if (type === 2) await ungroupFiles(tx, id)
    await categories.remove(tx, id)
    await freeFiles(tx, 'category', id)
    await audit(tx, { objectId: id, before })
    await emitChanged(tx, type, [id], moveTo ? [moveTo] : [])
  })
}

/** Moves the products of a category to another one; refuses when there are any and no target. */
async function emptyCategory(tx: Ctx, id: number, moveTo: number | undefined): Promise<void> {
  const { total, uses } = await products.listUses(tx, id)
  if (total && !moveTo) throw inUse(`该分类下有 ${total} 个商品，请先转移商品`, uses)
  if (moveTo === id) throw new Refusal('不能转移到要删除的分类')
  if (moveTo) {
    await requireProductCategories(tx, [moveTo])
    await products.refile(tx, id, moveTo)
  } else await products.forget(tx, id)
}

/** The same for categories of another type than products. */
async function emptyOther(tx: Ctx, type: CategoryType, id: number, moveTo: number | undefined): Promise<void> {
  const contents = tx.platform.hooks.of(categoryContents).find((each) => each.type === type)
  if (!contents) return
  if (moveTo === id) throw new Refusal('不能转移到要删除的分类')
  const { total, uses } = await contents.list(tx, id)
  if (total && !moveTo) throw inUse(`该分类下有 ${total} ${contents.counted}，请先转移`, uses)
  if (!moveTo) return
  await requireCategory(tx, moveTo, type)
  await contents.refile(tx, id, moveTo)
}

/** Takes a category out of what is for it; refuses to when not forced. */
async function leaveUsers(tx: Ctx, type: CategoryType, id: number, force = false): Promise<void> {
  const users = tx.platform.hooks.of(categoryUsers).filter((user) => (user.type ?? 1) === type)
  if (force) {
    for (const user of users) await user.leave(tx, id)
    return
  }
  const found: { counted: string; noun: string; uses: Awaited<ReturnType<CategoryUser['list']>> }[] = []
  for (const { noun, unit, list } of users) {
    const uses = await list(tx, id)
    if (uses.length) found.push({ counted: `${uses.length} ${unit}${noun}`, noun, uses })
  }
  if (!found.length) return
  const all = found.map(({ counted }) => counted).join('、')
  const nouns = found.map(({ noun }) => noun).join('和')
  throw inUse(
    `该分类下有 ${all}，删除后这些${nouns}不再适用于该分类`,
    found.flatMap(({ uses }) => uses),
  )
}

/**
 * Moves categories of one type with their descendants.
 * @param raised those whose version rises
 * @returns those whose ancestors changed
 */
async function move(
  tx: Ctx,
  type: CategoryType,
  moves: readonly CategoryMove[],
  raised: readonly number[],
): Promise<number[]> {
  const rows = await categories.listAll(tx, type)
  const places = moveCategories(rows, moves, await maxLevels(tx, type))
  if (!places.length) return []
  await refuseTaken(categories.place(tx, places, raised), taken)
  const moved = elsewhere(rows, places)
  if (type === 1 && moved.length) await products.follow(tx, moved)
  return moved
}

/**
 * Emits that categories changed.
 * @param moved those whose products are now in other categories
 */
function emitChanged(
  tx: Ctx,
  type: CategoryType,
  ids: readonly number[],
  moved: readonly number[] = [],
): Promise<void> {
  return emit(tx, 'category.changed', { type, ids, moved })
}

/** Those of the changed categories whose ancestors changed, not only their order. */
function elsewhere(rows: readonly categories.CategoryRow[], places: readonly categories.CategoryRow[]): number[] {
  const paths = new Map(rows.map(({ id, path }) => [id, path]))
  return places.filter(({ id, path }) => paths.get(id) !== path).map(({ id }) => id)
}

/** Runs the work in a transaction, one at a time for each type; afterwards every process sees the change. */
async function changing<Result>(ctx: Ctx, type: CategoryType, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(ctx, async (tx) => {
    await lockTree(tx, `category ${type}`)
    const done = await work(tx)
    await cacheOf(tx).drop(tx.db, String(type))
    return done
  })
  cacheOf(ctx).dropHere(String(type))
  return result
}

async function maxLevels(ctx: Ctx, type: CategoryType): Promise<number> {
  const { category_max_level_product: ofProducts } = await getSettings(ctx)
  return maxCategoryLevels(type, ofProducts)
}

async function findRow(ctx: Ctx, id: number): Promise<categories.CategoryRow> {
  const row = await categories.find(ctx, id)
  if (!row) throw notFound('分类')
  return row
}

/** Categories with the current addresses of their pictures; rows hold storage keys. */
async function withAddresses(ctx: Ctx, nodes: readonly Category[]): Promise<Category[]> {
  const media = await readMedia(ctx)
  return nodes.map((node) => ({ ...node, extra: media.toWire(node.extra) }))
}

/** Registers the picture of a category as used, so that it is not deleted. */
function usePicture(tx: Ctx, id: number, name: string, extra: string): Promise<void> {
  return useFiles(tx, { type: 'category', id, field: 'extra', title: `分类「${name}」` }, extra)
}

/** Every category of a type in display order, from this process's cache; pictures as storage keys. */
function all(ctx: Ctx, type: CategoryType): Promise<readonly Category[]> {
  return cacheOf(ctx).get(String(type), async () => describeAll(await categories.listAll(ctx, type)))
}

function cacheOf({ platform }: Ctx) {
  return platform.caches.named<readonly Category[]>('category', { ttlSeconds: 3600 })
}

function matching({ status = -1, name = '' }: Pick<CategoryTreeQuery, 'status' | 'name'>) {
  const part = name.toLowerCase()
  return (node: Category) => (status === -1 || node.isShow === (status === 1)) && node.name.toLowerCase().includes(part)
}

/** Builds trees from categories in the order given; those whose parent is not among them are roots. */
function toForest<Node extends { child?: Node[] }>(
  nodes: readonly Category[],
  toNode: (node: Category) => Node,
): Node[] {
  const present = new Set(nodes.map(({ id }) => id))
  const childrenOf = Map.groupBy(nodes, ({ pid }) => (present.has(pid) ? pid : 0))
  const grow = (pid: number): Node[] =>
    (childrenOf.get(pid) ?? []).map((node) => {
      const child = grow(node.id)
      return { ...toNode(node), ...(child.length && { child }) }
    })
  return grow(0)
}

/** Converts rows to wire categories; a category is shown when it and all its ancestors are on. */
function describeAll(rows: readonly categories.CategoryRow[]): Category[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isShown = (id: number): boolean => {
    const row = byId.get(id)
    return !row || (row.status && isShown(row.pid))
  }
  return rows.map(({ createdAt, updatedAt, createdBy: _1, updatedBy: _2, path: _3, ...row }) => {
    const isShow = isShown(row.id)
    return { ...row, isShow, disabled: !isShow, createTime: toWireTime(createdAt), updateTime: toWireTime(updatedAt) }
  })
}
