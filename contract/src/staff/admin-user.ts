import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'
import { newPassword, nickName, username } from './auth.ts'

export const sexes = ['男', '女'] as const

/** A mobile number; also its masked form, `138****5678`, which leaves the stored one unchanged. */
export const phone = t.String({
  title: '手机号码',
  pasted: 'phone',
  pattern: /^1([3-9]\d{9}|\d{2}\*{4}\d{4})$/,
  example: '13800138000',
  hint: '请输入正确的11位手机号码',
})

export const email = t.String({
  title: '邮箱',
  maxLength: 100,
  pattern: /^[^\s@<>()[\]\\.,;:"]+(\.[^\s@<>()[\]\\.,;:"]+)*@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/,
  example: 'zhangsan@example.com',
  hint: '请输入正确的邮箱地址',
})

const AdminUserFields = {
  nickName,
  phone: t.Optional(phone),
  /** Also its masked form, `abc***@x.com`, which leaves the stored one unchanged. */
  email: t.Optional(email),
  sex: t.Optional(t.OneOf(sexes, { title: '性别' })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  dept: t.Optional(t.Object({ id: t.Id }, { title: '部门' })),
  job: t.Optional(t.Object({ id: t.Id }, { title: '岗位' })),
  roles: t.Array(t.Ref, { title: '角色', minItems: 1, maxItems: 50, ask: '角色不能为空' }),
  storeIds: t.Optional(t.Array(t.Id, { title: '门店' })),
  isSms: t.Optional(t.Boolean({ title: '接收短信' })),
  remark: t.Optional(t.String({ title: '备注' })),
  introduction: t.Optional(t.String({ title: '简介' })),
}

export const AdminUserDraft = t.Object({ username, password: t.Optional(newPassword), ...AdminUserFields })
export type AdminUserDraft = t.Static<typeof AdminUserDraft>
export const AdminUserChange = t.Object({ id: t.Id, version: t.Version, ...AdminUserFields })
export type AdminUserChange = t.Static<typeof AdminUserChange>

const Named = t.Object({ id: t.Id, name: t.String() })
export const AdminUser = t.Object({
  id: t.Id,
  version: t.Integer(),
  username: t.String(),
  nickName: t.String(),
  phone: t.String(),
  email: t.String(),
  sex: t.String(),
  avatar: t.String(),
  enabled: t.Boolean(),
  dept: t.Nullable(Named),
  job: t.Nullable(Named),
  roles: t.Array(t.Object({ id: t.Id, name: t.String(), level: t.Integer() })),
  storeIds: t.Array(t.Id, { maxItems: 10_000 }),
  isSms: t.Boolean(),
  remark: t.String(),
  introduction: t.String(),
  mustChangePassword: t.Boolean(),
  mfaEnabled: t.Boolean(),
  lockedUntil: t.Nullable(t.DateTime),
  passwordTime: t.Nullable(t.DateTime),
  lastLoginTime: t.Nullable(t.DateTime),
  lastLoginIp: t.String(),
  loginCount: t.Integer(),
  createTime: t.DateTime,
})
export type AdminUser = t.Static<typeof AdminUser>

export const AdminUserQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  deptId: t.Optional(t.Id),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  roleId: t.Optional(t.Id),
  createTime: t.Optional(t.TimeRange),
})
export type AdminUserQuery = t.Static<typeof AdminUserQuery>

const params = t.Object({ id: t.Id })

export const adminUser = routes('admin-user', {
  list: {
    method: 'GET',
    path: '/api/users',
    permission: 'admin:system:admin:list',
    summary: '管理员列表',
    query: AdminUserQuery,
    response: t.pageOf(AdminUser),
  },
  all: {
    method: 'GET',
    path: '/api/users/all',
    permission: 'auth',
    summary: '全部管理员（选择用）',
    response: t.Array(t.Object({ id: t.Id, nickName: t.String() })),
  },
  info: {
    method: 'GET',
    path: '/api/users/:id',
    permission: 'admin:system:admin:info',
    summary: '管理员详情',
    params,
    response: AdminUser,
  },
  download: exportRoute({
    path: '/api/users/download',
    permission: 'admin:system:admin:export',
    summary: '导出管理员',
    query: t.Object({ ...AdminUserQuery.properties, ...chosenRows }),
  }),
  save: {
    method: 'POST',
    path: '/api/users',
    permission: 'admin:system:admin:save',
    reauth: true,
    secret: ['password'],
    unkept: true,
    summary: '新增管理员',
    body: AdminUserDraft,
    response: t.Object({ id: t.Id, version: t.Integer(), initialPassword: t.Optional(t.String()) }),
  },
  update: {
    method: 'PUT',
    path: '/api/users',
    permission: 'admin:system:admin:update',
    reauth: true,
    summary: '编辑管理员',
    body: AdminUserChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/users',
    permission: 'admin:system:admin:delete',
    reauth: true,
    summary: '删除管理员',
    body: t.Ids,
    response: t.Done,
  },
  updateStatus: {
    method: 'PUT',
    path: '/api/users/:id/status',
    permission: 'admin:system:admin:update:status',
    reauth: true,
    summary: '激活或锁定管理员',
    params,
    body: t.Object({ enabled: t.Boolean({ title: '状态' }) }),
    response: t.SavedVersion,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/users/:id/resetPass',
    permission: 'admin:system:admin:reset:password',
    reauth: true,
    unkept: true,
    summary: '重置管理员密码',
    params,
    response: t.Object({ password: t.String() }),
  },
  removeTotp: {
    method: 'DELETE',
    path: '/api/users/:id/totp',
    permission: 'admin:system:admin:update',
    reauth: true,
    summary: '关闭管理员的两步验证',
    params,
    response: t.Done,
  },
  unlock: {
    method: 'POST',
    path: '/api/users/:id/unlock',
    permission: 'admin:system:admin:update:status',
    summary: '解除登录锁定',
    params,
    response: t.Done,
  },
  kick: {
    method: 'POST',
    path: '/api/users/:id/kick',
    permission: 'admin:system:online:kick',
    summary: '强制下线',
    params,
    response: t.Done,
  },
})
