import { notifyLevels } from '@zhanggui/domain/message/notify-event.ts'
import { apiRoutes } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const noticeStatuses = ['draft', 'published', 'withdrawn'] as const
export const noticeStatusNames = { draft: '草稿', published: '已发布', withdrawn: '已撤回' } as const
export type NoticeStatus = (typeof noticeStatuses)[number]
export const noticeTargets = ['all', 'roles', 'users'] as const
export const noticeTargetNames = { all: '全部人员', roles: '指定角色', users: '指定用户' } as const
export type NoticeTargets = (typeof noticeTargets)[number]

/** Maximum length of an announcement's text, including its tags. */
export const NOTICE_LENGTH = 20_000

const moment = (title: string, example: string) =>
  t.Optional(
    t.Nullable(
      t.String({
        title,
        pattern: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$|^$/,
        example,
        hint: `${title}格式不正确`,
        maxLength: 19,
      }),
    ),
  )

export const NoticeDraft = t.Object({
  title: t.String({ title: '公告标题', minLength: 1, maxLength: 100 }),
  content: t.String({ title: '公告内容', minLength: 1, maxLength: NOTICE_LENGTH }),
  level: t.Optional(t.OneOf(notifyLevels, { title: '级别' })),
  targets: t.Optional(t.OneOf(noticeTargets, { title: '通知范围' })),
  targetIds: t.Optional(t.Array(t.Id, { title: '通知对象', maxItems: 500, uniqueItems: true })),
  startTime: moment('开始时间', '2099-12-01 08:00:00'),
  endTime: moment('结束时间', '2099-12-31 20:00:00'),
  pinned: t.Optional(t.Boolean({ title: '置顶' })),
})
export type NoticeDraft = t.Static<typeof NoticeDraft>

const NoticeCore = t.Object({
  id: t.Id,
  title: t.String(),
  content: t.String({ maxLength: NOTICE_LENGTH }),
  level: t.OneOf(notifyLevels),
  pinned: t.Boolean(),
  publishTime: t.Nullable(t.DateTime),
})

export const Notice = t.Object({
  ...NoticeCore.properties,
  version: t.Integer(),
  targets: t.OneOf(noticeTargets),
  targetIds: t.Array(t.Id, { maxItems: 500 }),
  startTime: t.Nullable(t.DateTime),
  endTime: t.Nullable(t.DateTime),
  status: t.OneOf(noticeStatuses),
  readCount: t.Integer({ description: '已读人数' }),
  targetCount: t.Integer({ description: '通知人数' }),
  createTime: t.DateTime,
})
export type Notice = t.Static<typeof Notice>

/** An announcement as its readers see it. */
export const OwnNotice = t.Object({ ...NoticeCore.properties, read: t.Boolean() })
export type OwnNotice = t.Static<typeof OwnNotice>

/** A reader of an announcement, and when they read it. */
export const NoticeReader = t.Object({
  id: t.Id,
  username: t.String(),
  nickName: t.String(),
  readTime: t.Nullable(t.DateTime),
})
export type NoticeReader = t.Static<typeof NoticeReader>

export const NoticeQuery = t.pageQuery({
  title: t.Optional(t.String({ title: '公告标题', maxLength: 100 })),
  status: t.Optional(t.OneOf(noticeStatuses, { title: '状态' })),
  level: t.Optional(t.OneOf(notifyLevels, { title: '级别' })),
  createTime: t.Optional(t.TimeRange),
})
export type NoticeQuery = t.Static<typeof NoticeQuery>

const ById = t.Object({ id: t.Id })

export const notice = routes('notice', {
  ...apiRoutes({ what: '公告', path: '/api/notices', permission: 'admin:system:notice', draft: NoticeDraft }),
  list: {
    method: 'GET',
    path: '/api/notices',
    permission: 'admin:system:notice:list',
    summary: '公告列表',
    query: NoticeQuery,
    response: t.pageOf(Notice),
  },
  readers: {
    method: 'GET',
    path: '/api/notices/:id/readers',
    permission: 'admin:system:notice:list',
    summary: '公告阅读情况',
    params: ById,
    query: t.pageQuery({ read: t.Optional(t.Boolean({ title: '是否已读' })) }),
    response: t.pageOf(NoticeReader),
  },
  publish: {
    method: 'POST',
    path: '/api/notices/:id/publish',
    permission: 'admin:system:notice:update',
    summary: '发布公告',
    params: ById,
    response: t.SavedVersion,
  },
  withdraw: {
    method: 'POST',
    path: '/api/notices/:id/withdraw',
    permission: 'admin:system:notice:update',
    summary: '撤回公告',
    params: ById,
    response: t.SavedVersion,
  },
  own: {
    method: 'GET',
    path: '/api/notices/own',
    permission: 'auth',
    summary: '我的公告，置顶和新公告在前',
    query: t.pageQuery({ read: t.Optional(t.Boolean({ title: '是否已读' })) }),
    response: t.pageOf(OwnNotice),
  },
  read: {
    method: 'POST',
    path: '/api/notices/:id/read',
    permission: 'auth',
    summary: '标记公告已读',
    params: ById,
    response: t.Done,
  },
})
