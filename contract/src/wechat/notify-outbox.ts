import { buyerMarkKeys, messageChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const status = t.OneOfNumbers([0, 1, 2, 3, 4], {
  title: '状态',
  description: '0 待发送，1 已送达，2 等待重试，3 没送到，4 已跳过',
})
const channel = t.OneOf(t.keysOf(messageChannels), { title: '渠道' })

/** A message to a buyer by one channel. Openids and phones are masked. */
export const NotifyRow = t.Object({
  id: t.Id,
  mark: t.OneOf(buyerMarkKeys, { title: '通知标识' }),
  name: t.String(),
  channel,
  uid: t.Integer({ title: '用户编号' }),
  nickname: t.String({ title: '昵称' }),
  receiver: t.String({ title: '收件人' }),
  title: t.String(),
  content: t.String(),
  status,
  attempts: t.Integer(),
  errcode: t.Integer({ title: '错误码', minimum: -1 }),
  errmsg: t.String({ title: '失败原因' }),
  /** 重发 is possible. */
  mayResend: t.Boolean({ title: '可重发' }),
  nextTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
  sentTime: t.Nullable(t.DateTime),
})
export type NotifyRow = t.Static<typeof NotifyRow>

/** With the messages of the same thing by all channels, itself among them, in the order in which they were tried. */
export const NotifyInfo = t.Object({ ...NotifyRow.properties, tries: t.Array(NotifyRow, { title: '各渠道' }) })
export type NotifyInfo = t.Static<typeof NotifyInfo>

export const NotifyQuery = t.pageQuery({
  channel: t.Optional(channel),
  status: t.Optional(status),
  mark: t.Optional(t.OneOf(buyerMarkKeys, { title: '通知' })),
  keywords: t.Optional(t.String({ title: '买家昵称、编号或手机号', pasted: 'keyword', maxLength: 64 })),
  dateLimit: t.Optional(t.TimeRange),
})
export type NotifyQuery = t.Static<typeof NotifyQuery>

const base = '/admin/notify/outbox'

/** 发送记录 of messages to buyers. */
export const notifyOutbox = routes('notify-outbox', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:notify:outbox',
    summary: '买家通知的发送记录，新的在前',
    query: NotifyQuery,
    response: t.pageOf(NotifyRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:notify:outbox',
    summary: '一条买家通知，和同一件事在其他渠道的通知',
    query: t.Object({ id: t.Id }),
    response: NotifyInfo,
    errors: [404],
  },
  resend: {
    method: 'POST',
    path: `${base}/resend`,
    permission: 'admin:notify:outbox',
    summary: '重发没送到的买家通知',
    body: t.Object({
      ids: t.Array(t.Id, { title: '编号', minItems: 1, maxItems: 100, uniqueItems: true, ask: '请选择要重发的通知' }),
    }),
    response: t.Object({ count: t.Integer({ title: '重发条数' }) }),
    errors: [404, 422],
  },
})
