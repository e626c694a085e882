import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Which rows the holders of a role see (docs/access.md, Data scope). */
export const dataScopes = ['全部', '本级', '自定义', '本门店', '仅本人'] as const
export type DataScope = (typeof dataScopes)[number]

const RoleFields = {
  name: t.String({ title: '角色名称', minLength: 2, maxLength: 20, ask: '请输入角色名称' }),
  dataScope: t.Optional(t.OneOf(dataScopes, { title: '数据权限' })),
  depts: t.Optional(t.Array(t.Ref, { title: '数据权限部门' })),
  level: t.Optional(t.Integer({ title: '角色级别', minimum: 1, maximum: 99 })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  remark: t.Optional(t.String({ title: '描述' })),
}
const code = t.String({
  title: '角色标识',
  minLength: 1,
  maxLength: 32,
  pattern: /^[a-z][a-z0-9_]{1,31}$/,
  example: 'sales',
  hint: '角色标识须以小写字母开头，由2到32位小写字母、数字和下划线组成',
})
const menus = t.Array(t.Ref, { title: '菜单', maxItems: 5000 })

export const RoleDraft = t.Object({ ...RoleFields, permission: code, menus: t.Optional(menus) })
export type RoleDraft = t.Static<typeof RoleDraft>
export const RoleChange = t.Object({ id: t.Id, version: t.Version, ...RoleFields })
export type RoleChange = t.Static<typeof RoleChange>

export const Role = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  permission: t.String(),
  dataScope: t.OneOf(dataScopes),
  level: t.Integer(),
  status: t.Boolean(),
  remark: t.String(),
  userCount: t.Integer(),
  depts: t.Array(t.Ref, { maxItems: 10_000 }),
  createTime: t.DateTime,
})
export type Role = t.Static<typeof Role>
export const RoleDetail = t.Object({ ...Role.properties, menus })
export type RoleDetail = t.Static<typeof RoleDetail>

export const RoleOption = t.Object({
  id: t.Id,
  name: t.String(),
  permission: t.String(),
  level: t.Integer(),
  dataScope: t.OneOf(dataScopes),
  status: t.Boolean(),
})
export type RoleOption = t.Static<typeof RoleOption>

export const RoleQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  createTime: t.Optional(t.TimeRange),
})
export type RoleQuery = t.Static<typeof RoleQuery>

const params = t.Object({ id: t.Id })

export const role = routes('role', {
  list: {
    method: 'GET',
    path: '/api/roles',
    permission: 'admin:system:role:list',
    summary: '角色列表',
    query: RoleQuery,
    response: t.pageOf(Role),
  },
  all: {
    method: 'GET',
    path: '/api/roles/all',
    permission: ['admin:system:role:list', 'admin:system:admin:list', 'admin:system:admin:save'],
    summary: '全部角色（选择用）',
    response: t.Array(RoleOption),
  },
  level: {
    method: 'GET',
    path: '/api/roles/level',
    permission: 'auth',
    summary: '当前用户的角色级别',
    response: t.Object({ level: t.Integer() }),
  },
  info: {
    method: 'GET',
    path: '/api/roles/:id',
    permission: 'admin:system:role:info',
    summary: '角色详情',
    params,
    response: RoleDetail,
  },
  users: {
    method: 'GET',
    path: '/api/roles/:id/users',
    permission: 'admin:system:role:info',
    summary: '角色下的管理员',
    params,
    response: t.Array(t.Object({ id: t.Id, username: t.String(), nickName: t.String(), enabled: t.Boolean() })),
  },
  save: {
    method: 'POST',
    path: '/api/roles',
    permission: 'admin:system:role:save',
    reauth: true,
    summary: '新增角色',
    body: RoleDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/roles',
    permission: 'admin:system:role:update',
    reauth: true,
    summary: '编辑角色',
    body: RoleChange,
    response: t.SavedVersion,
  },
  updateMenus: {
    method: 'PUT',
    path: '/api/roles/menu',
    permission: 'admin:system:role:update',
    reauth: true,
    summary: '分配角色菜单',
    body: t.Object({ id: t.Id, menus, version: t.Version }),
    response: t.SavedVersion,
  },
  updateStatus: {
    method: 'PUT',
    path: '/api/roles/:id/status',
    permission: 'admin:system:role:update:status',
    reauth: true,
    summary: '启用或停用角色',
    params,
    body: t.Object({ status: t.Boolean({ title: '状态' }) }),
    response: t.SavedVersion,
  },
  copy: {
    method: 'POST',
    path: '/api/roles/:id/copy',
    permission: 'admin:system:role:save',
    reauth: true,
    summary: '复制角色',
    params,
    body: t.Object({ name: RoleFields.name, permission: code }),
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/roles',
    permission: 'admin:system:role:delete',
    reauth: true,
    summary: '删除角色',
    body: t.Ids,
    response: t.Done,
  },
})
