import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const FieldChange = t.Object({
  path: t.String(),
  label: t.String(),
  before: t.Unknown(),
  after: t.Unknown(),
})
export type FieldChange = { path: string; label: string; before: unknown; after: unknown }

export const AuditEntry = t.Object({
  id: t.Id,
  time: t.DateTime,
  actorType: t.OneOf(['admin', 'apikey', 'job', 'system']),
  actorId: t.Nullable(t.Integer()),
  actorName: t.String(),
  /** Of a member of staff, as it is today. */
  actorNick: t.String(),
  ip: t.String(),
  requestId: t.String(),
  action: t.String(),
  objectType: t.String(),
  objectId: t.String(),
  objectName: t.String(),
  diff: t.Array(FieldChange),
})
export type AuditEntry = t.Static<typeof AuditEntry>

export const AuditDetail = t.Object({
  ...AuditEntry.properties,
  sessionId: t.String(),
  permission: t.String(),
  before: t.Nullable(t.Json()),
  after: t.Nullable(t.Json()),
  prevHash: t.String(),
  hash: t.String(),
})
export type AuditDetail = t.Static<typeof AuditDetail>

export const AuditQuery = t.pageQuery({
  actor: t.Optional(t.String({ title: '操作人', maxLength: 100 })),
  objectType: t.Optional(t.String({ title: '对象类型', maxLength: 60 })),
  objectId: t.Optional(t.String({ title: '对象编号', maxLength: 60 })),
  action: t.Optional(t.String({ title: '动作', maxLength: 30 })),
  time: t.Optional(t.TimeRange),
  requestId: t.Optional(t.String({ title: '请求编号', maxLength: 64 })),
})
export type AuditQuery = t.Static<typeof AuditQuery>

export const AuditVerdict = t.Object({
  ok: t.Boolean(),
  checked: t.Integer(),
  firstBroken: t.Optional(t.Integer()),
})
export type AuditVerdict = t.Static<typeof AuditVerdict>

const permission = 'admin:system:audit:list'

export const audit = routes('audit', {
  list: {
    method: 'GET',
    path: '/api/audit',
    permission,
    summary: '审计记录，新的在前',
    query: AuditQuery,
    response: t.pageOf(AuditEntry),
  },
  get: {
    method: 'GET',
    path: '/api/audit/:id',
    permission,
    summary: '审计记录详情',
    params: t.Object({ id: t.Id }),
    response: AuditDetail,
  },
  verify: {
    method: 'POST',
    path: '/api/audit/verify',
    permission,
    summary: '校验审计链',
    response: AuditVerdict,
  },
})
