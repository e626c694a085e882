import { apiRoutes, enabled, rowOf, sort } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

export const DeptDraft = t.Object({
  name: t.String({ title: '部门名称', minLength: 1, maxLength: 50, ask: '部门名称不能为空' }),
  pid: t.Optional(t.Integer({ title: '上级部门', maximum: Number.MAX_SAFE_INTEGER })),
  sort: sort(999),
  enabled,
})
export type DeptDraft = t.Static<typeof DeptDraft>

const row = rowOf(DeptDraft, {})
export type Dept = t.Static<typeof row> & { children?: Dept[] }
const Dept = t.Tree<Dept>(row.properties)

export const DeptQuery = t.Object({
  name: t.Optional(t.String({ title: '部门名称', maxLength: 50 })),
  enabled,
  pid: t.Optional(t.Integer({ title: '上级部门', maximum: Number.MAX_SAFE_INTEGER })),
  createTime: t.Optional(t.TimeRange),
})
export type DeptQuery = t.Static<typeof DeptQuery>

export const dept = routes('dept', {
  ...apiRoutes({ what: '部门', path: '/api/dept', permission: 'admin:system:dept', draft: DeptDraft }),
  list: {
    method: 'GET',
    path: '/api/dept',
    permission: ['admin:system:dept:list', 'admin:system:admin:list'],
    summary: '部门列表（树）',
    query: DeptQuery,
    response: t.Array(Dept),
  },
  download: exportRoute({
    path: '/api/dept/download',
    permission: 'admin:system:dept:list',
    summary: '导出部门',
    query: t.Object({ ...DeptQuery.properties, ...chosenRows }),
  }),
})
