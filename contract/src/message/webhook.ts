import { webhookEventNames } from '@zhanggui/domain/message/webhook.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Header = t.Object({
  name: t.String({
    title: '请求头名称',
    minLength: 1,
    maxLength: 64,
    pattern: /^[A-Za-z0-9-]+$/,
    example: 'X-Shop',
    hint: '请求头名称只能包含字母、数字和短横线',
  }),
  value: t.String({
    title: '请求头的值',
    maxLength: 500,
    pattern: /^[\x20-\x7e•]*$/,
    example: 'zhanggui',
    hint: '请求头的值只能包含英文、数字和符号',
  }),
})

export const WebhookDraft = t.Object({
  name: t.String({ title: '名称', minLength: 1, maxLength: 50, ask: '请输入名称' }),
  url: t.String({
    title: '推送地址',
    minLength: 1,
    maxLength: 500,
    pattern: /^https?:\/\/\S+$/,
    example: 'https://example.com/hook',
    hint: '推送地址须以 https:// 开头',
  }),
  secret: t.Optional(
    t.String({
      title: '签名密钥',
      maxLength: 100,
      pattern: /^([\x21-\x7e]{16,100})?$/,
      example: '0123456789abcdef',
      hint: '签名密钥须为16到100个英文字符、数字或符号',
    }),
  ),
  events: t.Array(t.OneOf(webhookEventNames, { title: '事件', hint: '事件不存在，请重新选择' }), {
    title: '事件',
    minItems: 1,
    uniqueItems: true,
    ask: '请选择事件',
  }),
  headers: t.Optional(t.Array(Header, { title: '自定义请求头', maxItems: 10 })),
  status: t.Optional(t.Boolean({ title: '状态' })),
})
export type WebhookDraft = t.Static<typeof WebhookDraft>
export const WebhookChange = t.Object({ id: t.Id, version: t.Version, ...WebhookDraft.properties })
export type WebhookChange = t.Static<typeof WebhookChange>

/** 成功, 待发送 (also waiting for a retry), 失败 (given up). */
export const deliveryStates = ['sent', 'waiting', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Webhook = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  url: t.String(),
  events: t.Array(t.OneOf(webhookEventNames)),
  headers: t.Array(t.Object({ name: t.String(), value: t.String({ description: '不显示，以 •••••• 代替' }) })),
  status: t.Boolean(),
  failures: t.Integer({ description: '连续失败次数' }),
  disabledReason: t.String({ description: '被自动停用的原因' }),
  lastState: t.Nullable(t.OneOf(deliveryStates)),
  lastTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Webhook = t.Static<typeof Webhook>

export const WebhookQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '名称或地址', pasted: 'keyword', maxLength: 50 })),
  event: t.Optional(t.OneOf(webhookEventNames, { title: '事件', hint: '事件不存在，请重新选择' })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  /** The last deliveries failed, in a row. */
  failing: t.Optional(t.Boolean({ title: '推送失败' })),
  createTime: t.Optional(t.TimeRange),
})
export type WebhookQuery = t.Static<typeof WebhookQuery>

export const Delivery = t.Object({
  id: t.Id,
  webhookId: t.Id,
  messageId: t.String({ description: '请求头 X-Webhook-Id，重发时不变' }),
  event: t.String(),
  status: t.OneOf(deliveryStates),
  attempts: t.Integer(),
  responseStatus: t.Nullable(t.Integer()),
  error: t.String(),
  ms: t.Integer(),
  test: t.Boolean(),
  nextTime: t.Nullable(t.DateTime),
  lastTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Delivery = t.Static<typeof Delivery>

export const DeliveryDetail = t.Object({
  ...Delivery.properties,
  body: t.String({ description: '发送的内容' }),
  responseBody: t.String({ description: '对方的回答，前1000个字符' }),
  requestId: t.String(),
})
export type DeliveryDetail = t.Static<typeof DeliveryDetail>

export const DeliveryQuery = t.pageQuery({
  webhookId: t.Optional(t.Id),
  event: t.Optional(t.String({ title: '事件', maxLength: 60 })),
  status: t.Optional(t.OneOf(deliveryStates, { title: '结果' })),
  createTime: t.Optional(t.TimeRange),
})
export type DeliveryQuery = t.Static<typeof DeliveryQuery>

const params = t.Object({ id: t.Id })

export const webhook = routes('webhook', {
  list: {
    method: 'GET',
    path: '/api/webhooks',
    permission: 'admin:system:webhook:list',
    summary: 'Webhook列表，新建在前',
    query: WebhookQuery,
    response: t.pageOf(Webhook),
  },
  save: {
    method: 'POST',
    path: '/api/webhooks',
    permission: 'admin:system:webhook:save',
    unkept: true,
    summary: '新增Webhook',
    body: WebhookDraft,
    secret: ['secret', 'headers'],
    response: t.Object({
      ...t.SavedVersion.properties,
      secret: t.String({ description: '签名密钥，只在此处显示一次' }),
    }),
  },
  update: {
    method: 'PUT',
    path: '/api/webhooks',
    permission: 'admin:system:webhook:update',
    summary: '编辑Webhook',
    body: WebhookChange,
    secret: ['secret', 'headers'],
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/webhooks',
    permission: 'admin:system:webhook:delete',
    summary: '删除Webhook',
    body: t.Ids,
    response: t.Done,
  },
  test: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    permission: 'admin:system:webhook:update',
    summary: '发送测试推送',
    params,
    response: DeliveryDetail,
  },
})

export const webhookDelivery = routes('webhook-delivery', {
  list: {
    method: 'GET',
    path: '/api/webhookDeliveries',
    permission: 'admin:system:webhook:list',
    summary: '推送日志，新的在前',
    query: DeliveryQuery,
    response: t.pageOf(Delivery),
  },
  info: {
    method: 'GET',
    path: '/api/webhookDeliveries/:id',
    permission: 'admin:system:webhook:list',
    summary: '推送详情',
    params,
    response: DeliveryDetail,
  },
  resend: {
    method: 'POST',
    path: '/api/webhookDeliveries/:id/resend',
    permission: 'admin:system:webhook:update',
    summary: '重发推送',
    params,
    response: t.Saved,
  },
})
