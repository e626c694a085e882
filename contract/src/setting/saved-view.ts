import { isForStaff, type Route, routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Per account and list. */
export const MAX_VIEWS = 30
/** Views of others that a list shows. */
export const MAX_SHARED = 100
/** A view's rows are counted up to this number. */
export const MAX_VIEW_COUNT = 10_000
/** Rows on a page of a list, at most. */
const MAX_LIMIT = 100

/**
 * What a list is asked for, in its query or, where it is called by POST, in its body; undefined for routes without saved views.
 * Every paged list of the console has them.
 */
export function viewedQuery(route: Route): t.TObject | undefined {
  if (!isForStaff(route) || route.params || route.changes || !(route.method === 'GET' || route.whileSeeing))
    return undefined
  const body = route.method === 'POST' ? (route.body as t.TObject | undefined)?.properties : undefined
  const fields = { ...route.query?.properties, ...body }
  return 'page' in fields && 'limit' in fields ? t.Object(fields) : undefined
}

/** The name of the list's route. */
const page = t.String({
  title: '列表',
  minLength: 1,
  maxLength: 40,
  pattern: /^[a-z-]+[.][a-zA-Z]+$/,
  example: 'order.list',
})

const Column = t.Object({
  name: t.String({ title: '列名', minLength: 1, maxLength: 50 }),
  shown: t.Boolean({ title: '显示' }),
})
const columns = t.Array(Column, { title: '列设置', maxItems: 100 })

export const ViewDraft = t.Object({
  /** Of a view to change. */
  id: t.Optional(t.Id),
  version: t.Version,
  page,
  name: t.String({ title: '视图名称', minLength: 1, maxLength: 20 }),
  /** The query of the list, without page, its size and order. */
  query: t.Json({ title: '筛选条件', example: {} }),
  /** The order in which columns are shown; as everybody likes them if omitted. */
  columns: t.Optional(columns),
  sort: t.Optional(t.String({ title: '排序', maxLength: 50, example: 'createTime' })),
  /** Rows on a page; as everybody likes it if omitted. */
  limit: t.Optional(t.Integer({ title: '每页条数', minimum: 1, maximum: MAX_LIMIT })),
  shared: t.Optional(t.Boolean({ title: '共享' })),
  /** Who gets a shared view: those with one of these roles; all who may see the list if omitted or empty. */
  roleIds: t.Optional(t.Array(t.Integer({ minimum: 1 }), { title: '共享给的角色', maxItems: 50 })),
  seq: t.Optional(t.Integer({ title: '顺序', maximum: 999 })),
})
export type ViewDraft = t.Static<typeof ViewDraft>

/** A view as its list shows it. */
export const SavedView = t.Object({
  /** Below zero: given with the list, not saved by anybody. */
  id: t.Integer({ title: '编号', minimum: -999 }),
  version: t.Integer(),
  name: t.String({ title: '视图名称' }),
  query: t.Json({ title: '筛选条件' }),
  columns: t.Nullable(columns),
  sort: t.String({ title: '排序' }),
  limit: t.Nullable(t.Integer({ title: '每页条数' })),
  shared: t.Boolean({ title: '共享' }),
  /** Those it is shared with; none: all who may see the list. A role that was deleted has no name. */
  roles: t.Array(t.Object({ id: t.Integer(), name: t.String({ title: '角色名称' }) }), { title: '共享给的角色' }),
  seq: t.Integer({ title: '顺序' }),
  own: t.Boolean({ title: '本人的视图' }),
  ownerName: t.String({ title: '创建人' }),
  /** Why the list does not take its query any more; '' while it does. */
  problem: t.String({ title: '失效原因' }),
})
export type SavedView = t.Static<typeof SavedView>

/** Takes it to share a view, and to change a shared one. */
export const SHARE_VIEWS = 'admin:common:view:share'
const base = '/admin/common/view'

/**
 * 视图: filters of a list kept by a name (docs/settings.md, Saved views). Each call also takes the permission of the list, and those that
 * share a view or change a shared one take admin:common:view:share.
 */
export const savedView = routes('saved-view', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'auth',
    summary: '视图列表',
    query: t.Object({ page }),
    response: t.Array(SavedView),
    errors: [403, 404],
    quiet: true,
  },
  roles: {
    method: 'GET',
    path: `${base}/roles`,
    permission: SHARE_VIEWS,
    summary: '可共享的角色',
    response: t.Array(t.Object({ id: t.Id, name: t.String({ title: '角色名称' }) })),
    quiet: true,
  },
  count: {
    method: 'GET',
    path: `${base}/count`,
    permission: 'auth',
    summary: '视图数量',
    query: t.Object({
      ids: t.Array(t.Integer({ minimum: -999, maximum: Number.MAX_SAFE_INTEGER }), {
        title: '视图编号',
        ask: '请选择视图',
        minItems: 1,
        maxItems: MAX_VIEWS + MAX_SHARED,
        example: [1],
      }),
      /** What is searched for besides. */
      keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
    }),
    response: t.Map(t.Integer()),
    quiet: true,
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'auth',
    summary: '保存视图',
    body: ViewDraft,
    response: t.SavedVersion,
    errors: [403, 404, 409, 422],
  },
  /** Puts one's own views of a list in an order. */
  sort: {
    method: 'POST',
    path: `${base}/sort`,
    permission: 'auth',
    summary: '调整视图顺序',
    body: t.Object({
      page,
      ids: t.Array(t.Id, { title: '视图编号', ask: '请选择视图', minItems: 1, maxItems: MAX_VIEWS, uniqueItems: true }),
    }),
    response: t.Done,
    errors: [403, 404],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete`,
    permission: 'auth',
    summary: '删除视图',
    body: t.Ref,
    response: t.Done,
    errors: [403, 404],
  },
})
