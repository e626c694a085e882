import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const fieldMap = t.Map(t.String({ maxLength: 200 }), {
  title: '模板字段',
  description: '每个字段填什么，{变量} 会被替换',
})
const kind = t.OneOfNumbers([1, 2], { title: '种类', description: '1 公众号模板消息，2 小程序订阅消息' })

/** Where a template stands with the platform. */
export const templateStates = { 1: '已同步', 2: '未同步', 3: '平台已没有' } as const
export type TemplateState = keyof typeof templateStates

const typed = {
  kind,
  name: t.String({ title: '模板名称', minLength: 1, maxLength: 64 }),
  /** Its number in the library; '' where it came from the platform. */
  tempKey: t.Optional(t.String({ title: '模板库编号', maxLength: 20, example: '43216' })),
  kidList: t.Optional(
    t.Array(t.String({ maxLength: 30 }), {
      title: '关键词',
      maxItems: 10,
      description: '公众号按顺序填写名称，小程序填写编号',
      example: ['订单号'],
    }),
  ),
  /** The platform's id, of a template that was added there. */
  tempId: t.Optional(
    t.String({
      title: '模板ID',
      maxLength: 64,
      pattern: /^[\w-]*$/,
      hint: '模板ID由字母、数字、下划线和短横线组成',
      example: 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY',
    }),
  ),
  content: t.Optional(
    t.String({
      title: '模板内容',
      maxLength: 1000,
      example: '订单号:{{character_string1.DATA}}',
      description: '一行一个字段，如 订单号:{{character_string1.DATA}}；同步后以平台为准',
    }),
  ),
  fieldMap: t.Optional(fieldMap),
  status: t.Optional(t.Boolean({ title: '启用' })),
}

export const TemplateDraft = t.Object(typed)
export type TemplateDraft = t.Static<typeof TemplateDraft>

export const WechatTemplate = t.Object({
  id: t.Id,
  version: t.Integer(),
  kind,
  name: t.String(),
  tempKey: t.String({ title: '模板库编号' }),
  kidList: t.Array(t.String(), { title: '关键词' }),
  tempId: t.String(),
  content: t.String(),
  fieldMap,
  page: t.String({ title: '小程序页面' }),
  url: t.String({ title: '网页地址' }),
  status: t.Boolean({ title: '启用' }),
  state: t.OneOfNumbers([1, 2, 3], { title: '平台状态', description: '1 已同步，2 未同步，3 平台已没有' }),
  syncError: t.String({ title: '同步失败的原因' }),
  syncTime: t.Nullable(t.DateTime),
  /** What buyers are told of with it. */
  marks: t.Array(t.String(), { title: '用于通知' }),
  createTime: t.DateTime,
})
export type WechatTemplate = t.Static<typeof WechatTemplate>

export const TemplateQuery = t.pageQuery({
  kind: t.Optional(kind),
  name: t.Optional(t.String({ title: '模板名称', maxLength: 64 })),
  status: t.Optional(t.Boolean({ title: '启用' })),
})
export type TemplateQuery = t.Static<typeof TemplateQuery>

const Synced = t.Object({
  added: t.Integer({ title: '新增到平台' }),
  kept: t.Integer({ title: '保持不变' }),
  bound: t.Integer({ title: '对上平台已有的' }),
  failed: t.Array(
    t.Object({ name: t.String(), errcode: t.Integer({ title: '错误码', minimum: -1 }), message: t.String() }),
    { title: '没有成功的' },
  ),
})
export type Synced = t.Static<typeof Synced>

const base = '/admin/wechat/template'
const permission = 'admin:wechat:template'
const params = t.Object({ id: t.Id })
const syncing = { response: Synced, errors: [409, 422, 502] } as const

/** 模板消息, 订阅消息: the templates of both accounts, with where they stand with the platform. */
export const wechatTemplate = routes('wechat-template', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '微信消息模板列表',
    query: TemplateQuery,
    response: t.pageOf(WechatTemplate),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: `${permission}:list`,
    summary: '微信消息模板详情',
    params,
    response: WechatTemplate,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增微信消息模板',
    body: TemplateDraft,
    response: t.SavedVersion,
    errors: [409],
  },
  update: {
    method: 'POST',
    path: `${base}/update/:id`,
    permission: `${permission}:update`,
    summary: '编辑微信消息模板',
    params,
    body: t.Object({ version: t.Version, ...typed }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/update/status/:id`,
    permission: `${permission}:update`,
    summary: '启用停用微信消息模板',
    params,
    body: t.Object({ status: t.Boolean({ title: '启用' }) }),
    response: t.SavedVersion,
    errors: [404],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete/:id`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除微信消息模板，我们加到平台的也从平台删除',
    params,
    response: t.Done,
    errors: [404, 422, 502],
  },
  syncWechat: {
    method: 'POST',
    path: `${base}/whcbqhn/sync`,
    permission: 'admin:wechat:whcbqhn:sync',
    summary: '同步公众号模板消息',
    ...syncing,
  },
  syncRoutine: {
    method: 'POST',
    path: `${base}/routine/sync`,
    permission: 'admin:wechat:routine:sync',
    summary: '同步小程序订阅消息',
    ...syncing,
  },
})
