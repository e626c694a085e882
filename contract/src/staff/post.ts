import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

export const PostDraft = t.Object({
  name: t.String({ title: '岗位名称', minLength: 1, maxLength: 50, ask: '岗位名称不能为空' }),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 999 })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  dept: t.Object({ id: t.Id }, { title: '所属部门', ask: '请选择所属部门' }),
})
export type PostDraft = t.Static<typeof PostDraft>
export const PostChange = t.Object({ id: t.Id, version: t.Version, ...PostDraft.properties })
export type PostChange = t.Static<typeof PostChange>

export const Post = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  sort: t.Integer(),
  enabled: t.Boolean(),
  dept: t.Object({ id: t.Id, name: t.String() }),
  deptSuperiorName: t.String(),
  createTime: t.DateTime,
})
export type Post = t.Static<typeof Post>

export const PostQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '岗位名称', maxLength: 50 })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  deptId: t.Optional(t.Id),
  createTime: t.Optional(t.TimeRange),
})
export type PostQuery = t.Static<typeof PostQuery>

export const post = routes('post', {
  list: {
    method: 'GET',
    path: '/api/job',
    permission: ['admin:system:post:list', 'admin:system:admin:list'],
    summary: '岗位列表',
    query: PostQuery,
    response: t.pageOf(Post),
  },
  download: exportRoute({
    path: '/api/job/download',
    permission: 'admin:system:post:list',
    summary: '导出岗位',
    query: PostQuery,
  }),
  save: {
    method: 'POST',
    path: '/api/job',
    permission: 'admin:system:post:save',
    summary: '新增岗位',
    body: PostDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/job',
    permission: 'admin:system:post:update',
    summary: '编辑岗位',
    body: PostChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/job',
    permission: 'admin:system:post:delete',
    summary: '删除岗位',
    body: t.Ids,
    response: t.Done,
  },
})
