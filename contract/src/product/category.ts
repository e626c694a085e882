import { categoryTypes } from '@zhanggui/domain/product/category.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const pid = t.Integer({ title: '父级分类', maximum: Number.MAX_SAFE_INTEGER })
const type = t.OneOfNumbers(categoryTypes, { title: '分类类型', hint: '不支持的分类类型' })
const sort = t.Integer({ title: '排序', maximum: 99_999 })
const fields = {
  name: t.String({ title: '分类名称', minLength: 1, maxLength: 50 }),
  pid: t.Optional(pid),
  extra: t.Optional(t.String({ title: '分类图标', clearable: true, maxLength: 512 })),
  sort: t.Optional(sort),
  status: t.Optional(t.Boolean({ title: '状态' })),
}

export const CategoryDraft = t.Object({ type: t.Optional(type), ...fields })
export type CategoryDraft = t.Static<typeof CategoryDraft>
export const CategoryChange = t.Object({ id: t.Id, version: t.Version, type: t.Optional(type), ...fields })
export type CategoryChange = t.Static<typeof CategoryChange>

const nodeFields = {
  id: t.Id,
  version: t.Integer(),
  pid: t.Integer(),
  /** 1 at the top. */
  level: t.Integer(),
  name: t.String(),
  type: t.Integer(),
  sort: t.Integer(),
  /** Its own switch, whatever those of its ancestors. */
  status: t.Boolean(),
  /** Whether it and all its ancestors are on. */
  isShow: t.Boolean(),
  disabled: t.Boolean(),
}
/** A category in pickers; `child` is absent where it has no children. */
export type CategoryNode = t.Static<t.TObject<typeof nodeFields>> & { child?: CategoryNode[] }
const CategoryNode = t.Tree<CategoryNode>(nodeFields)

const rowFields = { ...nodeFields, extra: t.String(), createTime: t.DateTime, updateTime: t.DateTime }
export const Category = t.Object(rowFields)
export type Category = t.Static<typeof Category>

const managedFields = { ...rowFields, productCount: t.Integer() }
/** A category on the management page; `productCount` counts the undeleted products in it and below. */
export type ManagedCategory = t.Static<t.TObject<typeof managedFields>> & { child?: ManagedCategory[] }
const ManagedCategory = t.Tree<ManagedCategory>(managedFields)

const filter = {
  type: t.Optional(type),
  /** -1 all, 1 shown, 0 hidden by its own switch or an ancestor's. */
  status: t.Optional(t.OneOfNumbers([-1, 0, 1], { title: '分类状态' })),
  name: t.Optional(t.String({ title: '分类名称', maxLength: 50 })),
}
export const CategoryTreeQuery = t.Object(filter)
export type CategoryTreeQuery = t.Static<typeof CategoryTreeQuery>
export const CategoryQuery = t.pageQuery({ pid: t.Optional(pid), ...filter })
export type CategoryQuery = t.Static<typeof CategoryQuery>

export const CategoryMoves = t.Object({
  moves: t.Array(t.Object({ id: t.Id, pid, sort }), { title: '排序', minItems: 1, maxItems: 500 }),
})
export type CategoryMoves = t.Static<typeof CategoryMoves>

export const CategoryRemoval = t.Object({
  id: t.Id,
  /** The category its products move to. */
  moveTo: t.Optional(t.Integer({ title: '转移到', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  /** Deletes it even when coupons or pages refer to it. */
  force: t.Optional(t.Boolean({ title: '强制删除' })),
})
export type CategoryRemoval = t.Static<typeof CategoryRemoval>

/** 分类 of products, media and articles (docs/catalogue.md, Categories, brands, labels, parameters, specifications). */
export const category = routes('category', {
  pick: {
    method: 'GET',
    path: '/api/category/list',
    permission: 'auth',
    summary: '分类树（选择用）',
    etag: true,
    query: CategoryTreeQuery,
    response: t.Array(CategoryNode),
  },
  tree: {
    method: 'GET',
    path: '/admin/category/list/tree',
    permission: 'admin:category:list:tree',
    summary: '分类树',
    query: CategoryTreeQuery,
    response: t.Array(ManagedCategory),
  },
  list: {
    method: 'GET',
    path: '/admin/category/list',
    permission: 'admin:category:list',
    summary: '分类列表',
    query: CategoryQuery,
    response: t.pageOf(Category),
  },
  listIds: {
    method: 'GET',
    path: '/admin/category/list/ids',
    permission: 'admin:category:list:ids',
    summary: '按编号查询分类',
    query: t.Object({ ids: t.Array(t.Id, { title: '分类', minItems: 1 }) }),
    response: t.Array(Category),
  },
  info: {
    method: 'GET',
    path: '/admin/category/info',
    permission: 'admin:category:info',
    summary: '分类详情',
    query: t.Object({ id: t.Id }),
    response: Category,
  },
  save: {
    method: 'POST',
    path: '/admin/category/save',
    permission: 'admin:category:save',
    summary: '新增分类',
    body: CategoryDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/category/update',
    permission: 'admin:category:update',
    summary: '编辑分类',
    body: CategoryChange,
    response: t.SavedVersion,
  },
  updateStatus: {
    method: 'GET',
    path: '/admin/category/updateStatus/:id',
    permission: 'admin:category:update:status',
    changes: true,
    summary: '显示或隐藏分类',
    params: t.Object({ id: t.Id }),
    response: t.SavedVersion,
  },
  sort: {
    method: 'POST',
    path: '/admin/category/sort',
    permission: 'admin:category:update',
    errors: [404],
    summary: '分类排序与移动',
    body: CategoryMoves,
    response: t.Done,
  },
  remove: {
    method: 'GET',
    path: '/admin/category/delete',
    permission: 'admin:category:delete',
    changes: true,
    summary: '删除分类',
    query: CategoryRemoval,
    response: t.Done,
  },
})
