import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** One field of a settings group, for the screen. */
export const SettingField = t.Object({
  key: t.String(),
  label: t.String(),
  type: t.String(),
  help: t.Optional(t.String()),
  unit: t.Optional(t.String()),
  required: t.Optional(t.Boolean()),
  min: t.Optional(t.Number()),
  max: t.Optional(t.Number()),
  decimals: t.Optional(t.Integer()),
  multiline: t.Optional(t.Boolean()),
  options: t.Optional(t.Array(t.Object({ label: t.String(), value: t.Unknown() }))),
  /** The amounts of each row, with their minimum. */
  columns: t.Optional(t.Array(t.Object({ key: t.String(), label: t.String(), min: t.Number() }))),
  visibleIf: t.Optional(t.Object({ key: t.String(), in: t.Array(t.Unknown()) })),
  restart: t.Optional(t.Boolean()),
  /** Why the caller may not change it, who may save the rest of the group. */
  locked: t.Optional(t.String({ title: '不能修改的原因' })),
})
export type SettingField = t.Static<typeof SettingField>

/** What 测试连接 tries, and the settings group it uses. */
export const settingTests = {
  storage: 'storage',
  email: 'email',
  sms: 'sms',
  express: 'logistics',
  map: 'logistics',
  pay: 'pay',
  wechat: 'wechat',
  routine: 'routine',
} as const
export type SettingTest = keyof typeof settingTests
export const testNames = Object.keys(settingTests) as SettingTest[]

export const SettingGroup = t.Object({
  name: t.String(),
  label: t.String(),
  canSave: t.Boolean(),
  /** Why the caller may not save it. */
  locked: t.Optional(t.String({ title: '不能修改的原因' })),
  tests: t.Array(t.OneOf(testNames)),
  fields: t.Array(SettingField),
})
export type SettingGroup = t.Static<typeof SettingGroup>

export const SettingValues = t.Object({ values: t.Json(), version: t.Integer(), defaults: t.Json() })
export type SettingValues = t.Static<typeof SettingValues>

export const SettingHistory = t.Object({
  id: t.Id,
  version: t.Integer(),
  changes: t.Array(t.Object({ key: t.String(), label: t.String(), before: t.Unknown(), after: t.Unknown() })),
  createBy: t.String(),
  createTime: t.DateTime,
})
export type SettingHistory = t.Static<typeof SettingHistory>

export const ClientSettings = t.Object({
  uploadType: t.Integer(),
  imageExt: t.Array(t.String()),
  imageMaxSize: t.Integer(),
  videoExt: t.Array(t.String()),
  videoMaxSize: t.Integer(),
  fileExt: t.Array(t.String()),
  fileMaxSize: t.Integer(),
  mapKey: t.String(),
  storeStock: t.Integer(),
})
export type ClientSettings = t.Static<typeof ClientSettings>

const params = t.Object({ group: t.String({ title: '设置分组', maxLength: 30, pattern: /^[a-z]+$/, example: 'site' }) })
/** A group may require more (docs/settings.md, Settings); the service checks that. */
const mayRead = [
  ...['admin:system:config:info', 'admin:marketing:integral:config', 'admin:retail:spread:manage:get'],
] as const
const maySave = [
  ...['admin:system:config:save:form', 'admin:marketing:integral:save', 'admin:retail:spread:manage:set'],
] as const

export const setting = routes('setting', {
  groups: {
    method: 'GET',
    path: '/api/settings/groups',
    permission: mayRead,
    summary: '系统设置分组',
    response: t.Array(SettingGroup),
  },
  client: {
    method: 'GET',
    path: '/api/settings/client',
    permission: 'auth',
    summary: '界面用到的设置',
    response: ClientSettings,
  },
  info: {
    method: 'GET',
    path: '/api/settings/:group',
    permission: mayRead,
    summary: '系统设置',
    params,
    response: SettingValues,
  },
  save: {
    method: 'PUT',
    path: '/api/settings/:group',
    permission: maySave,
    summary: '保存系统设置',
    params,
    body: t.Object({ values: t.Json({ title: '设置' }), version: t.Version }),
    secret: ['values'],
    response: t.Object({ id: t.String(), version: t.Integer() }),
  },
  test: {
    method: 'POST',
    path: '/api/settings/test/:kind',
    permission: maySave,
    summary: '测试系统设置',
    params: t.Object({ kind: t.OneOf(testNames, { title: '测试项目' }) }),
    body: t.Object({ values: t.Json({ title: '设置' }) }),
    secret: ['values'],
    response: t.Object({ ok: t.Boolean(), message: t.String() }),
  },
  history: {
    method: 'GET',
    path: '/api/settings/:group/history',
    permission: mayRead,
    summary: '系统设置的修改记录',
    params,
    query: t.pageQuery({}),
    response: t.pageOf(SettingHistory),
  },
})
