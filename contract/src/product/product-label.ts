import { labelRuleKinds } from '@zhanggui/domain/product/product-label.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const LabelRule = t.Object(
  {
    kind: t.OneOf(labelRuleKinds, { title: '规则' }),
    value: t.Integer({ title: '规则数值', minimum: 1, maximum: 9999 }),
  },
  { title: '自动规则' },
)
export const LabelDraft = t.Object({
  name: t.String({ title: '标签名称', minLength: 1, maxLength: 12 }),
  color: t.String({
    title: '标签颜色',
    maxLength: 7,
    pattern: /^#[0-9a-fA-F]{6}$/,
    hint: '颜色格式如 #1677ff',
    ask: '请选择标签颜色',
  }),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 99_999 })),
  isShow: t.Optional(t.Boolean({ title: '显示' })),
  /** Which products have it; without one, staff give it to products. */
  rule: t.Optional(LabelRule),
})
export type LabelDraft = t.Static<typeof LabelDraft>
export const LabelChange = t.Object({ id: t.Id, version: t.Version, ...LabelDraft.properties })
export type LabelChange = t.Static<typeof LabelChange>

const fields = {
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  color: t.String(),
  sort: t.Integer(),
  isShow: t.Boolean(),
  rule: t.Nullable(LabelRule),
  createTime: t.DateTime,
}
export const Label = t.Object(fields)
export type Label = t.Static<typeof Label>
const LabelRow = t.Object({ ...fields, productCount: t.Integer() })
export type LabelRow = t.Static<typeof LabelRow>
export const LabelQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '关键字', maxLength: 12 })),
  isShow: t.Optional(t.Boolean({ title: '显示' })),
})
export type LabelQuery = t.Static<typeof LabelQuery>

const params = t.Object({ id: t.Id })

/** 商品标签: given by staff or found by a rule (catalogue chapter, 2.12). */
export const productLabel = routes('product-label', {
  list: {
    method: 'GET',
    path: '/admin/store/label/list',
    // Also for the form and the filters of products, which offer them.
    permission: ['admin:product:label:list', 'admin:product:list', 'admin:product:save', 'admin:product:update'],
    summary: '商品标签列表',
    query: LabelQuery,
    response: t.pageOf(LabelRow),
  },
  info: {
    method: 'GET',
    path: '/admin/store/label/info/:id',
    permission: 'admin:product:label:info',
    summary: '商品标签详情',
    params,
    response: Label,
  },
  save: {
    method: 'POST',
    path: '/admin/store/label/save',
    permission: 'admin:product:label:save',
    summary: '新增商品标签',
    body: LabelDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/store/label/update',
    permission: 'admin:product:label:update',
    summary: '编辑商品标签',
    body: LabelChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'POST',
    path: '/admin/store/label/delete/:id',
    permission: 'admin:product:label:delete',
    summary: '删除商品标签',
    params,
    response: t.Done,
  },
})
