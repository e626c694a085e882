import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const BrandDraft = t.Object({
  name: t.String({ title: '品牌名称', minLength: 1, maxLength: 32 }),
  logo: t.Optional(t.String({ title: '品牌标志', maxLength: 512 })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 99_999 })),
  isShow: t.Optional(t.Boolean({ title: '显示' })),
})
export type BrandDraft = t.Static<typeof BrandDraft>
export const BrandChange = t.Object({ id: t.Id, version: t.Version, ...BrandDraft.properties })
export type BrandChange = t.Static<typeof BrandChange>

const fields = {
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  logo: t.String(),
  /** A to Z, or # where the name begins with something else. */
  initial: t.String(),
  sort: t.Integer(),
  isShow: t.Boolean(),
  createTime: t.DateTime,
}
export const Brand = t.Object(fields)
export type Brand = t.Static<typeof Brand>
/** With how many products have it, counted up to 10,000. */
const BrandRow = t.Object({ ...fields, productCount: t.Integer() })
export type BrandRow = t.Static<typeof BrandRow>
export const BrandQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '关键字', maxLength: 32 })),
  isShow: t.Optional(t.Boolean({ title: '显示' })),
})
export type BrandQuery = t.Static<typeof BrandQuery>

const params = t.Object({ id: t.Id })

/** 品牌 (catalogue chapter, 2.12). */
export const brand = routes('brand', {
  list: {
    method: 'GET',
    path: '/admin/store/brand/list',
    // Also for the form and the filters of products, which offer them.
    permission: ['admin:product:brand:list', 'admin:product:list', 'admin:product:save', 'admin:product:update'],
    summary: '品牌列表',
    query: BrandQuery,
    response: t.pageOf(BrandRow),
  },
  info: {
    method: 'GET',
    path: '/admin/store/brand/info/:id',
    permission: 'admin:product:brand:info',
    summary: '品牌详情',
    params,
    response: Brand,
  },
  save: {
    method: 'POST',
    path: '/admin/store/brand/save',
    permission: 'admin:product:brand:save',
    summary: '新增品牌',
    body: BrandDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/store/brand/update',
    permission: 'admin:product:brand:update',
    summary: '编辑品牌',
    body: BrandChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'POST',
    path: '/admin/store/brand/delete/:id',
    permission: 'admin:product:brand:delete',
    summary: '删除品牌',
    params,
    response: t.Done,
  },
})
