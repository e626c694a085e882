import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { documentFields, pageKind, pageTerminal } from './page.ts'

const rowFields = {
  /** Of the shop's own templates; null for those that came with the product. */
  id: t.Nullable(t.Id),
  key: t.String({ title: '模板', maxLength: 40 }),
  name: t.String({ title: '模板名称' }),
  terminal: pageTerminal(),
  type: pageKind(),
  coverImage: t.String({ title: '封面', maxLength: 512 }),
  builtin: t.Boolean({ title: '是否内置' }),
  components: t.Integer({ title: '组件数' }),
  createTime: t.Nullable(t.DateTime),
}
export const PageTemplate = t.Object(rowFields)
export type PageTemplate = t.Static<typeof PageTemplate>

export const PageTemplateInfo = t.Object({ ...rowFields, ...documentFields })
export type PageTemplateInfo = t.Static<typeof PageTemplateInfo>

const base = '/admin/pagediy/template'
const permission = 'admin:pagediy'

/** Templates that pages are made from: built-in ones, and those that staff saved. */
export const pageTemplate = routes('page-template', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '页面模板',
    query: t.Object({ type: t.Optional(pageKind()) }),
    response: t.Object({ list: t.Array(PageTemplate, { maxItems: 300 }) }),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:key`,
    permission: `${permission}:list`,
    summary: '页面模板详情',
    params: t.Object({ key: t.String({ title: '模板', maxLength: 40, example: 'mall' }) }),
    response: PageTemplateInfo,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:template`,
    summary: '另存为模板',
    body: t.Object({ pageId: t.Id, name: t.String({ title: '模板名称', minLength: 1, maxLength: 30 }) }),
    response: t.Object({ id: t.Id, key: t.String({ title: '模板' }) }),
    errors: [404, 409, 422],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete/:id`,
    permission: `${permission}:template`,
    summary: '删除页面模板',
    params: t.Object({ id: t.String({ title: '模板', maxLength: 40, example: '1' }) }),
    response: t.Done,
    errors: [404, 422],
  },
})
