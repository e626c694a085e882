import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

export const DeptDraft = t.Object({
  name: t.String({ title: '部门名称', minLength: 1, maxLength: 50, ask: '部门名称不能为空' }),
  pid: t.Optional(t.Integer({ title: '上级部门', maximum: Number.MAX_SAFE_INTEGER })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 999 })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
})
export type DeptDraft = t.Static<typeof DeptDraft>
export const DeptChange = t.Object({ id: t.Id, version: t.Version, ...DeptDraft.properties })
export type DeptChange = t.Static<typeof DeptChange>

const deptFields = {
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  pid: t.Integer(),
  sort: t.Integer(),
  enabled: t.Boolean(),
  createTime: t.DateTime,
}
export type Dept = t.Static<t.TObject<typeof deptFields>> & { children?: Dept[] }
export const Dept = t.Tree<Dept>(deptFields)

export const DeptQuery = t.Object({
  name: t.Optional(t.String({ title: '部门名称', maxLength: 50 })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  pid: t.Optional(t.Integer({ title: '上级部门', maximum: Number.MAX_SAFE_INTEGER })),
  createTime: t.Optional(t.TimeRange),
})
export type DeptQuery = t.Static<typeof DeptQuery>

export const dept = routes('dept', {
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
    query: DeptQuery,
  }),
  save: {
    method: 'POST',
    path: '/api/dept',
    permission: 'admin:system:dept:save',
    summary: '新增部门',
    body: DeptDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/dept',
    permission: 'admin:system:dept:update',
    summary: '编辑部门',
    body: DeptChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/dept',
    permission: 'admin:system:dept:delete',
    summary: '删除部门',
    body: t.Ids,
    response: t.Done,
  },
})
