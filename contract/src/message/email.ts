import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { email as address } from '../staff/admin-user.ts'

export const MailSettings = t.Object({
  host: t.String(),
  port: t.Integer(),
  user: t.String(),
  pass: t.String({ description: 'masked when set' }),
  from: t.String(),
  ssl: t.Boolean(),
  version: t.Integer(),
  /** Why the caller may not save it, nor try another one. */
  locked: t.Optional(t.String({ title: '不能修改的原因' })),
})
export type MailSettings = t.Static<typeof MailSettings>

export const MailSettingsDraft = t.Object({
  host: t.String({ title: 'SMTP 服务器', maxLength: 100 }),
  port: t.Integer({ title: 'SMTP 端口', minimum: 1, maximum: 65_535 }),
  user: t.String({ title: '邮箱账号', maxLength: 100 }),
  pass: t.Optional(t.String({ title: '邮箱密码' })),
  from: t.Optional(t.String({ title: '发件人', maxLength: 100 })),
  ssl: t.Boolean({ title: '使用 SSL' }),
  version: t.Version,
})
export type MailSettingsDraft = t.Static<typeof MailSettingsDraft>

export const MailDraft = t.Object({
  tos: t.Array(address, { title: '收件人', minItems: 1, maxItems: 50, ask: '请填写收件人' }),
  subject: t.String({ title: '主题', minLength: 1, maxLength: 200 }),
  content: t.String({ title: '内容', minLength: 1, maxLength: 20_000 }),
})
export type MailDraft = t.Static<typeof MailDraft>

/** What came of a try to send: it failed for good, or was made again later. */
export const mailResults = { sent: '已发送', failed: '失败', retried: '失败后重试' } as const
export type MailResult = keyof typeof mailResults

export const MailLogQuery = t.pageQuery({
  result: t.Optional(t.OneOf(t.keysOf(mailResults), { title: '结果' })),
  createTime: t.Optional(t.TimeRange),
})
export type MailLogQuery = t.Static<typeof MailLogQuery>

export const MailLog = t.Object({
  id: t.Id,
  receivers: t.Array(t.String()),
  subject: t.String(),
  result: t.OneOf(t.keysOf(mailResults), { title: '结果' }),
  /** The server's response. */
  answer: t.String({ title: '服务器应答' }),
  createTime: t.DateTime,
})
export type MailLog = t.Static<typeof MailLog>

export const email = routes('email', {
  info: {
    method: 'GET',
    path: '/api/email',
    permission: 'admin:system:email:info',
    summary: '邮件服务器',
    response: MailSettings,
  },
  update: {
    method: 'PUT',
    path: '/api/email',
    permission: 'admin:system:email:update',
    secret: ['pass'],
    summary: '保存邮件服务器',
    body: MailSettingsDraft,
    response: t.Object({ version: t.Integer() }),
  },
  send: {
    method: 'POST',
    path: '/api/email',
    permission: 'admin:system:email:send',
    errors: [502],
    summary: '发送邮件',
    body: MailDraft,
    response: t.Done,
  },
  logs: {
    method: 'GET',
    path: '/api/email/logs',
    permission: 'admin:system:email:info',
    summary: '邮件发送记录',
    query: MailLogQuery,
    response: t.pageOf(MailLog),
  },
})
