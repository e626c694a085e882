import { subscribeMoments } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** What the shop tells a buyer (站内消息). */
export const OwnMessage = t.Object({
  id: t.Id,
  mark: t.String({ title: '通知标识' }),
  title: t.String(),
  content: t.String(),
  link: t.String({ description: '商城里的页面，如 /order/20261120' }),
  page: t.String({ title: '小程序页面' }),
  isRead: t.Boolean({ title: '已读' }),
  createTime: t.DateTime,
})
export type OwnMessage = t.Static<typeof OwnMessage>

const base = '/api/front/message'

/** Messages of the shop, as buyers read them. */
export const frontMessage = routes('front-message', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'buyer',
    summary: '我的消息，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(OwnMessage),
  },
  count: {
    method: 'GET',
    path: `${base}/count`,
    permission: 'buyer',
    summary: '我的未读消息数',
    response: t.Object({ unread: t.Integer({ title: '未读消息数' }) }),
  },
  read: {
    method: 'POST',
    path: `${base}/read`,
    permission: 'buyer',
    summary: '把消息标为已读，没有编号时是全部',
    body: t.Object({ ids: t.Optional(t.Array(t.Id, { title: '编号', maxItems: 100, uniqueItems: true })) }),
    response: t.Done,
    errors: [404],
  },
})

/** What a mini-program asks its buyers' leave for, and what they answered. */
export const frontSubscribe = routes('front-subscribe', {
  templates: {
    method: 'GET',
    path: '/api/front/wechat/program/my/temp/list',
    permission: 'visitor',
    summary: '此刻可以请买家订阅的消息，最多三个',
    query: t.Object({ type: t.OneOf(t.keysOf(subscribeMoments), { title: '时机' }) }),
    response: t.Array(
      t.Object({ mark: t.String({ title: '通知标识' }), name: t.String(), tempId: t.String(), tempKey: t.String() }),
    ),
  },
  report: {
    method: 'POST',
    path: '/api/front/wechat/subscribe/report',
    permission: 'buyer',
    summary: '上报买家对订阅消息的选择',
    body: t.Object({
      items: t.Array(
        t.Object({
          templateId: t.String({
            title: '模板ID',
            minLength: 1,
            maxLength: 64,
            pattern: /^[\w-]+$/,
            hint: '模板ID不对',
            example: 'tpl-0001',
          }),
          result: t.OneOf(['accept', 'reject', 'ban', 'filter', 'acceptWithAudio', 'acceptWithAlert'], {
            title: '选择',
          }),
        }),
        { title: '选择', minItems: 1, maxItems: 3 },
      ),
    }),
    response: t.Done,
  },
})
