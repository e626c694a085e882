import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { DOCUMENT_LIMIT, PageComponent, PageUse, pageTerminal } from './page.ts'

const rowFields = {
  id: t.Id,
  version: t.Integer(),
  name: t.String({ title: '模块名称' }),
  terminal: pageTerminal(),
  component: PageComponent,
  /** Pages that show it, live ones first. */
  uses: t.Array(PageUse, { title: '使用的页面' }),
  /** Live or waiting pages show it, so that a change is a publication. */
  isShown: t.Boolean({ title: '线上在用' }),
  updateBy: t.String({ title: '更新人' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
}
export const PageBlock = t.Object(rowFields)
export type PageBlock = t.Static<typeof PageBlock>

const name = t.String({ title: '模块名称', minLength: 1, maxLength: 30 })
const base = '/admin/pagediy/block'
const permission = 'admin:pagediy'

/** 公共模块: a component that several pages show; a change reaches all of them at once. */
export const pageBlock = routes('page-block', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '公共模块',
    query: t.pageQuery({
      name: t.Optional(t.String({ title: '模块名称', maxLength: 30 })),
      terminal: t.Optional(pageTerminal()),
    }),
    response: t.pageOf(PageBlock),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:block`,
    summary: '新增公共模块',
    body: t.Object({ name, terminal: pageTerminal({ example: 3 }), component: PageComponent }),
    bodyLimit: DOCUMENT_LIMIT,
    response: t.SavedVersion,
    errors: [409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:block`,
    summary: '编辑公共模块',
    body: t.Object({ id: t.Id, version: t.Version, name: t.Optional(name), component: t.Optional(PageComponent) }),
    bodyLimit: DOCUMENT_LIMIT,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete/:id`,
    permission: `${permission}:block`,
    summary: '删除公共模块',
    params: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
})
