import { notifyEventNames, notifyLevels } from '@zhanggui/domain/message/notify-event.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A notification of the caller, in the list and over the socket. */
export const Notification = t.Object({
  id: t.Id,
  event: t.OneOf(notifyEventNames),
  level: t.OneOf(notifyLevels),
  title: t.String(),
  content: t.String({ maxLength: 1000 }),
  link: t.String({ description: '控制台内的地址，空为无' }),
  objectType: t.String(),
  objectId: t.String(),
  payload: t.Json(),
  readTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Notification = t.Static<typeof Notification>

export const NotificationQuery = t.pageQuery({
  read: t.Optional(t.Boolean({ title: '是否已读' })),
  event: t.Optional(t.OneOf(notifyEventNames, { title: '消息类型', hint: '消息类型不存在' })),
  createTime: t.Optional(t.TimeRange),
})
export type NotificationQuery = t.Static<typeof NotificationQuery>

/** What waits for the caller: unread notifications and announcements, and things to do by name. */
export const NotificationCount = t.Object({
  unread: t.Integer(),
  notices: t.Integer({ description: '未读公告' }),
  todo: t.Map(t.Integer()),
  badges: t.Map(t.Integer(), { description: '菜单角标，按页面组件' }),
  lastId: t.Integer({ description: '最新一条消息的编号，没有消息时为 0' }),
})
export type NotificationCount = t.Static<typeof NotificationCount>

/** One event of the caller's message settings. */
export const NotifyWish = t.Object({
  event: t.OneOf(notifyEventNames, { title: '消息类型', hint: '消息类型不存在' }),
  site: t.Boolean({ title: '站内' }),
  email: t.Boolean({ title: '邮件' }),
  sms: t.Boolean({ title: '短信' }),
  popup: t.Boolean({ title: '弹窗' }),
  sound: t.Boolean({ title: '声音' }),
})
export type NotifyWish = t.Static<typeof NotifyWish>

const wishes = t.Array(NotifyWish, { title: '消息设置', maxItems: 100 })

export const notification = routes('notification', {
  list: {
    method: 'GET',
    path: '/api/notifications',
    permission: 'auth',
    summary: '我的消息，新消息在前',
    query: NotificationQuery,
    response: t.pageOf(Notification),
  },
  count: {
    method: 'GET',
    path: '/api/notifications/count',
    permission: 'auth',
    summary: '未读消息与待办数量',
    response: NotificationCount,
  },
  read: {
    method: 'POST',
    path: '/api/notifications/read',
    permission: 'auth',
    summary: '标记消息已读，不带编号为全部',
    body: t.Object({ ids: t.Optional(t.Array(t.Id, { title: '编号', minItems: 1 })) }),
    response: t.Done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/notifications',
    permission: 'auth',
    summary: '删除我的消息',
    body: t.Ids,
    response: t.Done,
  },
  settings: {
    method: 'GET',
    path: '/api/notifications/settings',
    permission: 'auth',
    summary: '我的消息设置',
    response: wishes,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/notifications/settings',
    permission: 'auth',
    summary: '保存我的消息设置',
    body: wishes,
    response: t.Done,
  },
})
