import {
  MAX_VIEW_COUNT,
  MAX_VIEWS,
  type SavedView,
  SHARE_VIEWS,
  type ViewDraft,
} from '@zhanggui/contract/setting/saved-view.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { maskTyped } from '../../../platform/data/masked.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import {
  conflict,
  forbidden,
  HttpError,
  notFound,
  refuseTaken,
  versionConflict,
} from '../../../platform/http/errors.ts'
import { may } from '../../../platform/http/gate.ts'
import type { ServedList } from '../../../platform/http/serve.ts'
import * as views from './saved-view.repository.ts'

type Query = Record<string, unknown>

/** Views that come with a list, each with an id below zero of its own: an area adds those of its lists. */
export type GivenViews = { page: string; views: readonly { id: number; name: string; query: Query }[] }
export const givenViews = defineHook<GivenViews>('views given with lists')

const WHAT = '视图'
const COUNT_SECONDS = 10
/** So long views are counted for one call; what is left is counted by the next, which finds the others remembered. */
const COUNT_MS = 1000
/** What a list is asked for besides its filters. */
const PAGING = ['page', 'limit', 'size', 'sort']

/** The views of a list: those given with it, the caller's and those that others share. @throws 403 without the list's permission */
export async function listViews(ctx: Ctx, page: string): Promise<SavedView[]> {
  const of = requireList(ctx, page)
  const saved = await views.list(ctx, page)
  const shared = [...new Set(saved.flatMap(({ view }) => view.roleIds))]
  const names = new Map((shared.length ? await views.findRoles(ctx, shared) : []).map(({ id, name }) => [id, name]))
  return [
    ...givenOf(ctx, page).map(({ id, name, query }) => ({
      id,
      version: 0,
      name,
      query,
      columns: null,
      sort: '',
      limit: null,
      shared: true,
      roles: [],
      seq: 0,
      own: false,
      ownerName: '',
      problem: '',
    })),
    ...saved.map(({ view, ownerName }) => ({
      ...show(view, names),
      own: view.ownerId === ctx.actor.userId,
      ownerName: ownerName ?? '',
      ...judged(of, view),
    })),
  ]
}

/** The roles a view can be shared with. */
export function listRoles(ctx: Ctx) {
  return views.findRoles(ctx)
}

/**
 * How many rows views find, each up to 10,000: of those the caller sees and whose queries their lists still take.
 * @param keywords found besides, in views without keywords of their own
 */
export async function countViews(ctx: Ctx, ids: readonly number[], keywords = ''): Promise<Record<string, number>> {
  const { userId, permVersion, seeing } = ctx.actor
  const cache = ctx.platform.caches.named<number | null>('view-count', { ttlSeconds: COUNT_SECONDS, max: 10_000 })
  const counts: Record<string, number> = {}
  const found = await findCounted(ctx, ids)
  // From here on, so that each call counts at least one.
  const until = performance.now() + COUNT_MS
  for (const { of, id, version, query } of found) {
    if (performance.now() > until) break
    // What it finds depends on what the caller may see, and as whom.
    const eyes = [userId, permVersion, seeing?.kind, seeing?.id].join('.')
    const key = `${eyes} ${id}.${version} ${keywords}`
    const searched = keywords && 'keywords' in of.asks.properties ? { keywords } : {}
    const count = await cache.get(key, () => countRows(ctx, of, { ...searched, ...query }))
    if (count !== null) counts[id] = count
  }
  return counts
}

/** Those of some views that the caller sees and whose lists take their queries. */
async function findCounted(ctx: Ctx, ids: readonly number[]) {
  const mayAsk = ({ route }: ServedList) => may(ctx.actor, route.permission)
  const given = ctx.platform.hooks.of(givenViews).flatMap(({ page, views: all }) => {
    const of = ctx.platform.lists.get(page)
    return of && mayAsk(of) ? all.filter(({ id }) => ids.includes(id)).map((view) => ({ of, version: 0, ...view })) : []
  })
  const own = ids.filter((id) => id > 0)
  const saved = own.length ? await views.findSeen(ctx, own) : []
  return [
    ...given,
    ...saved.flatMap(({ id, version, ...view }) => {
      const of = ctx.platform.lists.get(view.page)
      if (!of || !mayAsk(of)) return []
      const { query, problem } = judged(of, view)
      return problem ? [] : [{ of, id, version, query }]
    }),
  ]
}

/**
 * Adds a view of the caller's, or with an id changes one.
 * @throws 400 for a query that the list refuses, or a role that is not there; 403 without the list's permission, or without that
 * for shared views; 404 for what another keeps for themselves or for other roles, 409 for a name taken, 422 for one more than 30
 */
export async function saveView(ctx: Ctx, { id, version, ...draft }: ViewDraft) {
  const of = requireList(ctx, draft.page)
  const { page, name, columns = null, sort = '', limit = null, shared = false, seq } = draft
  if (shared) requireSharing(ctx)
  const roleIds = shared ? await requireRoles(ctx, draft.roleIds) : []
  const query = await judge(ctx, of, draft.query, sort)
  const row = { page, name, query, columns, sort, limit, shared, roleIds, seq }
  return inTransaction(ctx, async (tx) => {
    if (id === undefined) {
      const saved = await views.add(tx, row)
      if (saved === 'many') throw new Refusal(`最多保存 ${MAX_VIEWS} 个视图，请先删除不用的视图`)
      if (saved === 'taken') throw nameTaken()
      await audit(tx, { objectId: saved.id, objectName: name, after: logged(tx, { ...row, seq: undefined }) })
      return saved
    }
    const before = await lockOwn(tx, id, page)
    const saved = await refuseTaken(views.update(tx, id, version, { ...row, seq: seq ?? before.seq }), nameTaken)
    if (!saved) throw versionConflict(show(before))
    await audit(tx, {
      objectId: id,
      objectName: name,
      before: logged(tx, shown(before)),
      after: logged(tx, { ...row, seq: seq ?? before.seq }),
    })
    return saved
  })
}

/** Puts the caller's views of a list in the order of these ids. @throws 403 without the list's permission, 404 for one that is not theirs */
export async function sortViews(ctx: Ctx, page: string, ids: readonly number[]): Promise<void> {
  requireList(ctx, page)
  await inTransaction(ctx, async (tx) => {
    if ((await views.sort(tx, page, ids)) < ids.length) throw notFound(WHAT)
  })
}

/** Deletes a view. @throws as {@link saveView} */
export async function removeView(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockOwn(tx, id)
    await views.remove(tx, [id])
    await audit(tx, { objectId: id, objectName: before.name, before: logged(tx, shown(before)) })
  })
}

/** A view as the trail keeps it, with what staff call its list: 订单列表. Phones that it looks for are masked. */
function logged<View extends { page: string }>({ platform }: Ctx, { page, ...view }: View): object {
  const called = platform.lists.get(page)?.route.summary.split('，')[0] ?? page
  return { ...(maskTyped(view) as object), page: called }
}

/** Locks a view that the caller may change: their own, and with the permission what is shared with them. */
async function lockOwn(tx: Ctx, id: number, page?: string): Promise<views.View> {
  const view = await views.lock(tx, id)
  if (!view || (page !== undefined && view.page !== page)) throw notFound(WHAT)
  const isSeen = view.ownerId === tx.actor.userId || (await views.findSeen(tx, [id])).length > 0
  if (!isSeen) throw notFound(WHAT)
  requireList(tx, view.page)
  if (view.shared) requireSharing(tx)
  return view
}

/** @throws 403 without the list's permission, 404 for what is no list */
function requireList({ actor, platform }: Ctx, page: string): ServedList {
  const of = platform.lists.get(page)
  if (!of) throw notFound('列表')
  const { permission } = of.route
  if (!may(actor, permission)) throw forbidden([permission].flat()[0])
  return of
}

/** @throws 400 for a role that is not there */
async function requireRoles(ctx: Ctx, ids: readonly number[] = []): Promise<number[]> {
  const asked = [...new Set(ids)]
  if (asked.length && (await views.findRoles(ctx, asked)).length < asked.length)
    throw new BadInput('共享给的角色不存在，请重新选择', 'roleIds')
  return asked
}

function requireSharing({ actor }: Ctx): void {
  if (!holds(actor, SHARE_VIEWS)) throw forbidden(SHARE_VIEWS)
}

const nameTaken = () => conflict('视图名称已存在', 'name')
const givenOf = ({ platform }: Ctx, page: string) =>
  platform.hooks.of(givenViews).flatMap((given) => (given.page === page ? given.views : []))

/**
 * A query as its list takes it, without what a list is asked for besides.
 * @throws 400 as the list would refuse it
 */
async function judge(ctx: Ctx, of: ServedList, typed: Query, sort: string): Promise<Query> {
  const query = read(of, typed, sort)
  const filters = filtersOf(query)
  if (!Object.keys(filters).length && !sort) throw new BadInput('请先筛选，再存为视图', 'query')
  await of.ask(ctx, { ...query, page: 1, limit: 1 })
  return filters
}

const filtersOf = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !PAGING.includes(name)))

/** @throws 400 for what the contract of the list refuses */
function read({ asks, read: readTyped }: ServedList, typed: Query, sort: string): Query {
  if (sort && !('sort' in asks.properties)) throw new BadInput('此列表不能这样排序', 'sort')
  return readTyped({ ...typed, ...(sort && { sort }), page: 1, limit: 1 }) as Query
}

/** A view's query as its list takes it today, without filters that the list has no more, and why it takes none of it. */
function judged(
  of: ServedList,
  { query, sort }: Pick<views.View, 'query' | 'sort'>,
): { query: Query; problem: string } {
  try {
    const filters = filtersOf(read(of, query, sort))
    const isEmpty = !Object.keys(filters).length && !sort
    return { query: filters, problem: isEmpty ? '列表不再有这些筛选条件，请重新筛选后保存' : '' }
  } catch (error) {
    if (isRefusal(error)) return { query, problem: `${error.message}，请重新筛选后保存` }
    throw error
  }
}

async function countRows(ctx: Ctx, of: ServedList, query: Query): Promise<number | null> {
  try {
    const { total } = (await of.ask(ctx, { ...query, page: 1, limit: 1 })) as { total?: number }
    return total === undefined ? null : Math.min(total, MAX_VIEW_COUNT)
  } catch (error) {
    // What it names may be gone, or not be looked up now: the list says so when it is opened.
    if (isRefusal(error) || (error instanceof HttpError && error.status === 429)) return null
    throw error
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof BadInput || (error instanceof HttpError && error.status === 400)

/** A view as the trail shows it. */
function shown({ page, name, query, columns, sort, limit, shared, roleIds, seq }: views.View) {
  return { page, name, query, columns, sort, limit, shared, roleIds, seq }
}

function show(view: views.View, names: ReadonlyMap<number, string> = new Map()) {
  const { page: _, roleIds, ...fields } = shown(view)
  const roles = roleIds.map((id) => ({ id, name: names.get(id) ?? '' }))
  return { id: view.id, version: view.version, ...fields, roles }
}
