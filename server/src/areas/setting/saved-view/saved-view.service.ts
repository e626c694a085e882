import type { Route } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { MAX_VIEW_COUNT, MAX_VIEWS, type SavedView, type ViewDraft } from '@zhanggui/contract/setting/saved-view.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
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
import { makeReader } from '../../../platform/http/input/validation.ts'
import * as views from './saved-view.repository.ts'

type Query = Record<string, unknown>
type Listing = Route & { query: TObject }

/** A list that views are saved of: an area adds its own. */
export type ViewedList = {
  /** Its route: what a view may ask for, and who may have views of it. */
  route: Listing
  /** The list itself, which counts what it finds within the caller's data scope. */
  list(ctx: Ctx, query: Query): Promise<{ total: number }>
  /** Views that come with the list, each with an id below zero of its own. */
  given?: readonly { id: number; name: string; query: Query }[]
}
export const viewedLists = defineHook<ViewedList>('viewed lists')

/** Declares a list that views are saved of; the compiler holds list and route together. */
export function viewedList<ListQuery>(
  route: Listing,
  list: (ctx: Ctx, query: ListQuery) => Promise<{ total: number }>,
  given: ViewedList['given'] = [],
): ViewedList {
  return { route, list: (ctx, query) => list(ctx, query as ListQuery), given }
}

export const SHARE = 'admin:common:view:share'
const WHAT = '视图'
const COUNT_SECONDS = 10
/** What a list is asked for besides its filters. */
const PAGING = ['page', 'limit', 'sort']

/** The views of a list: those given with it, the caller's and those that others share. @throws 403 without the list's permission */
export async function listViews(ctx: Ctx, page: string): Promise<SavedView[]> {
  const of = requireList(ctx, page)
  const saved = await views.list(ctx, page)
  return [
    ...(of.given ?? []).map(({ id, name, query }) => ({
      ...{ id, version: 0, name, query, columns: null, sort: '', shared: true, seq: 0 },
      ...{ own: false, ownerName: '', problem: '' },
    })),
    ...saved.map(({ view, ownerName }) => ({
      ...show(view),
      ...{ own: view.ownerId === ctx.actor.userId, ownerName: ownerName ?? '', problem: problemOf(of, view) },
    })),
  ]
}

/**
 * How many rows views find, each up to 10,000: of those the caller sees and whose queries their lists still take.
 * @param keywords found besides, in views without keywords of their own
 */
export async function countViews(ctx: Ctx, ids: readonly number[], keywords = ''): Promise<Record<string, number>> {
  const lists = listsOf(ctx).filter(({ route }) => may(ctx.actor, route.permission))
  const given = lists.flatMap((of) => (of.given ?? []).map((view) => ({ of, version: 0, ...view })))
  const saved = (
    await views.findSeen(
      ctx,
      ids.filter((id) => id > 0),
    )
  ).flatMap((view) => {
    const of = lists.find(({ route }) => route.name === view.page)
    return of && !problemOf(of, view) ? [{ of, ...view }] : []
  })
  const { userId, permVersion } = ctx.actor
  const cache = ctx.platform.caches.named<number | null>('view-count', { ttlSeconds: COUNT_SECONDS })
  const counts: Record<string, number> = {}
  for (const { of, id, version, query } of [...given.filter(({ id: own }) => ids.includes(own)), ...saved]) {
    // What it finds depends on what the caller may see.
    const key = `${userId}.${permVersion} ${id}.${version} ${keywords}`
    const count = await cache.get(key, () => countRows(ctx, of, { ...(keywords && { keywords }), ...query }))
    if (count !== null) counts[id] = count
  }
  return counts
}

/**
 * Adds a view of the caller's, or with an id changes one.
 * @throws 400 for a query that the list refuses; 403 without the list's permission, or without that for shared views; 404 for
 * what another keeps for themselves, 409 for a name taken, 422 for one more than 30
 */
export async function saveView(ctx: Ctx, { id, version, ...draft }: ViewDraft) {
  const of = requireList(ctx, draft.page)
  const { page, name, columns = null, sort = '', shared = false, seq } = draft
  if (shared) requireSharing(ctx)
  const query = await judge(ctx, of, draft.query, sort)
  const row = { page, name, query, columns, sort, shared, seq }
  return inTransaction(ctx, async (tx) => {
    if (id === undefined) {
      const saved = await views.add(tx, row)
      if (saved === 'many') throw new Refusal(`最多保存 ${MAX_VIEWS} 个视图，请先删除不用的视图`)
      if (saved === 'taken') throw nameTaken()
      await audit(tx, { objectId: saved.id, objectName: name, after: { ...row, seq: undefined } })
      return saved
    }
    const before = await lockOwn(tx, id, page)
    const saved = await refuseTaken(views.update(tx, id, version, { ...row, seq: seq ?? before.seq }), nameTaken)
    if (!saved) throw versionConflict(show(before))
    await audit(tx, {
      objectId: id,
      objectName: name,
      before: shown(before),
      after: { ...row, seq: seq ?? before.seq },
    })
    return saved
  })
}

/** Deletes a view. @throws as {@link saveView} */
export async function removeView(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockOwn(tx, id)
    await views.remove(tx, [id])
    await audit(tx, { objectId: id, objectName: before.name, before: shown(before) })
  })
}

/** Locks a view that the caller may change: their own, and with the permission what is shared. */
async function lockOwn(tx: Ctx, id: number, page?: string): Promise<views.View> {
  const view = await views.lock(tx, id)
  const isOwn = view?.ownerId === tx.actor.userId
  if (!view || !(isOwn || view.shared) || (page !== undefined && view.page !== page)) throw notFound(WHAT)
  requireList(tx, view.page)
  if (view.shared) requireSharing(tx)
  return view
}

const listsOf = (ctx: Ctx) => ctx.platform.hooks.of(viewedLists)

/** @throws 403 without the list's permission */
function requireList(ctx: Ctx, page: string): ViewedList {
  const of = listsOf(ctx).find(({ route }) => route.name === page)
  if (!of) throw notFound('列表')
  const { permission } = of.route
  if (!may(ctx.actor, permission)) throw forbidden([permission].flat()[0])
  return of
}

function requireSharing({ actor }: Ctx): void {
  if (!holds(actor, SHARE)) throw forbidden(SHARE)
}

const nameTaken = () => conflict('视图名称已存在', 'name')

/**
 * A query as its list takes it, without what a list is asked for besides.
 * @throws 400 as the list would refuse it
 */
async function judge(ctx: Ctx, of: ViewedList, typed: Query, sort: string): Promise<Query> {
  const query = read(of, typed, sort)
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !PAGING.includes(name)))
  if (!Object.keys(filters).length && !sort) throw new BadInput('请先筛选，再存为视图', 'query')
  await of.list(ctx, { ...query, page: 1, limit: 1 })
  return filters
}

/** @throws 400 for what the contract of the list refuses */
function read({ route }: ViewedList, typed: Query, sort: string): Query {
  if (sort && !('sort' in route.query.properties)) throw new BadInput('此列表不能这样排序', 'sort')
  const known = readers.get(route.name) ?? makeReader(route.query)
  readers.set(route.name, known)
  return known({ ...typed, ...(sort && { sort }), page: 1, limit: 1 }) as Query
}
/** Compiled once for each list. */
const readers = new Map<string, ReturnType<typeof makeReader>>()

/** Why a list takes a view no more; '' while it does. */
function problemOf(of: ViewedList, { query, sort }: views.View): string {
  try {
    read(of, query, sort)
    return ''
  } catch (error) {
    if (isRefusal(error)) return `${error.message}，请重新筛选后保存`
    throw error
  }
}

async function countRows(ctx: Ctx, of: ViewedList, query: Query): Promise<number | null> {
  try {
    const { total } = await of.list(ctx, { ...query, page: 1, limit: 1 })
    return Math.min(total, MAX_VIEW_COUNT)
  } catch (error) {
    // What it names may be gone: the list says so when it is opened.
    if (isRefusal(error)) return null
    throw error
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof BadInput || (error instanceof HttpError && error.status === 400)

/** A view as the trail shows it. */
function shown({ page, name, query, columns, sort, shared, seq }: views.View) {
  return { page, name, query, columns, sort, shared, seq }
}

function show(view: views.View) {
  const { page: _, ...fields } = shown(view)
  return { id: view.id, version: view.version, ...fields }
}
