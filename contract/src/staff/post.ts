import { apiRoutes, enabled, rowOf, sort } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

export const PostDraft = t.Object({
  name: t.String({ title: '岗位名称', minLength: 1, maxLength: 50, ask: '岗位名称不能为空' }),
  sort: sort(999),
  enabled,
  dept: t.Object({ id: t.Id }, { title: '所属部门', ask: '请选择所属部门' }),
})
export type PostDraft = t.Static<typeof PostDraft>

const Post = rowOf(PostDraft, { dept: t.Object({ id: t.Id, name: t.String() }), deptSuperiorName: t.String() })
export type Post = t.Static<typeof Post>

const PostQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '岗位名称', maxLength: 50 })),
  enabled,
  deptId: t.Optional(t.Id),
  createTime: t.Optional(t.TimeRange),
})
export type PostQuery = t.Static<typeof PostQuery>

export const post = routes('post', {
  ...apiRoutes({ what: '岗位', path: '/api/job', permission: 'admin:system:post', draft: PostDraft }),
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
    query: t.Object({ ...PostQuery.properties, ...chosenRows }),
  }),
})
