import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { dataScopes } from './role.ts'

const Scopes = t.Array(
  t.String({
    title: '权限',
    maxLength: 100,
    pattern: /^admin(:[a-z0-9]+){1,8}$/,
    example: 'admin:system:dept:list',
    hint: '权限标识格式不正确',
  }),
  { title: '权限', minItems: 1, maxItems: 500, uniqueItems: true, ask: '请选择权限' },
)

export const ApiKeyDraft = t.Object({
  name: t.String({ title: '名称', minLength: 1, maxLength: 50, ask: '请输入名称' }),
  scopes: Scopes,
  dataScope: t.Optional(t.OneOf(dataScopes, { title: '数据范围' })),
  depts: t.Optional(t.Array(t.Ref, { title: '部门', maxItems: 200 })),
  ipAllow: t.Optional(
    t.Array(t.String({ title: 'IP白名单', maxLength: 64, example: '192.168.1.0/24' }), {
      title: 'IP白名单',
      maxItems: 50,
    }),
  ),
  rateLimit: t.Optional(t.Integer({ title: '每分钟调用上限', minimum: 1, maximum: 6000 })),
  expiresAt: t.Optional(
    t.String({
      title: '到期时间',
      maxLength: 19,
      pattern: /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/,
      example: '2099-12-31',
      hint: '到期时间格式不正确',
    }),
  ),
  status: t.Optional(t.Boolean({ title: '状态' })),
})
export type ApiKeyDraft = t.Static<typeof ApiKeyDraft>
export const ApiKeyChange = t.Object({ id: t.Id, version: t.Version, ...ApiKeyDraft.properties })
export type ApiKeyChange = t.Static<typeof ApiKeyChange>

export const ApiKey = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  prefix: t.String({ description: '密钥的前11个字符，认得出是哪一个' }),
  scopes: t.Array(t.String(), { maxItems: 500 }),
  dataScope: t.OneOf(dataScopes),
  depts: t.Array(t.Ref),
  ipAllow: t.Array(t.String()),
  rateLimit: t.Integer(),
  expiresAt: t.DateTime,
  expired: t.Boolean(),
  status: t.Boolean(),
  lastUsedTime: t.Nullable(t.DateTime),
  lastIp: t.String(),
  owner: t.Object({ id: t.Id, name: t.String() }),
  ownerActive: t.Boolean({ description: '创建人的账号可用；否则密钥也不能用' }),
  createTime: t.DateTime,
})
export type ApiKey = t.Static<typeof ApiKey>

export const ApiKeyQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '名称或前缀', pasted: 'keyword', maxLength: 50 })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  createTime: t.Optional(t.TimeRange),
})
export type ApiKeyQuery = t.Static<typeof ApiKeyQuery>

/** The permissions the caller may grant a key, page by page. */
export const ScopeGroup = t.Object({
  title: t.String(),
  scopes: t.Array(t.Object({ permission: t.String(), label: t.String() })),
})
export type ScopeGroup = t.Static<typeof ScopeGroup>

export const apiKey = routes('api-key', {
  list: {
    method: 'GET',
    path: '/api/apiKeys',
    permission: 'admin:system:apikey:list',
    summary: 'API密钥列表，新建在前',
    query: ApiKeyQuery,
    response: t.pageOf(ApiKey),
  },
  scopes: {
    method: 'GET',
    path: '/api/apiKeys/scopes',
    permission: ['admin:system:apikey:save', 'admin:system:apikey:update'],
    summary: '可授予密钥的权限（选择用）',
    response: t.Array(ScopeGroup),
  },
  save: {
    method: 'POST',
    path: '/api/apiKeys',
    permission: 'admin:system:apikey:save',
    reauth: true,
    unkept: true,
    summary: '新增API密钥',
    body: ApiKeyDraft,
    response: t.Object({
      ...t.SavedVersion.properties,
      key: t.String({ description: '密钥全文，只在此处显示一次' }),
    }),
  },
  update: {
    method: 'PUT',
    path: '/api/apiKeys',
    permission: 'admin:system:apikey:update',
    reauth: true,
    summary: '编辑API密钥',
    body: ApiKeyChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/apiKeys',
    permission: 'admin:system:apikey:delete',
    reauth: true,
    summary: '删除API密钥',
    body: t.Ids,
    response: t.Done,
  },
})
