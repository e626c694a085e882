import { type HistoryObject, historyObjects } from '../history-objects.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** By what something was changed, in words. */
export const historyWays = {
  console: '后台',
  apikey: 'API 密钥',
  batch: '批量操作',
  import: '导入',
  task: '后台任务',
  undo: '撤销',
  restore: '恢复',
  system: '系统',
} as const
export type HistoryWay = keyof typeof historyWays

const HistoryChange = t.Object({
  /** By which the field is restored. */
  path: t.String(),
  label: t.String(),
  before: t.Unknown(),
  after: t.Unknown(),
  /** Why it cannot be put back to `before`; empty if it can. */
  reason: t.String(),
})
export type HistoryChange = { path: string; label: string; before: unknown; after: unknown; reason: string }

const HistoryEntry = t.Object({
  id: t.Id,
  time: t.DateTime,
  actorName: t.String(),
  way: t.OneOf(t.keysOf(historyWays)),
  action: t.String(),
  /** Of a restoration: the moment that was restored, in words. */
  restoredFrom: t.String(),
  changes: t.Array(HistoryChange),
  /** Whether the object can be put back to what it was before this entry. */
  restorable: t.Boolean(),
})
export type HistoryEntry = Omit<t.Static<typeof HistoryEntry>, 'changes'> & { changes: HistoryChange[] }

const params = t.Object({
  object: t.OneOf(t.keysOf(historyObjects) as HistoryObject[], { title: '对象类型', hint: '这类数据没有修改记录' }),
  id: t.String({ title: '编号', maxLength: 60, example: '1' }),
})
const path = t.String({ title: '字段', maxLength: 120 })
const entry = { ...t.Id, title: '修改记录' } as typeof t.Id

const HistoryQuery = t.Object({
  /** Only entries older than this one. */
  before: t.Optional(entry),
  limit: t.Optional(t.Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
  field: t.Optional(path),
  actor: t.Optional(t.String({ title: '操作人', maxLength: 100 })),
  time: t.Optional(t.TimeRange),
})
export type HistoryQuery = t.Static<typeof HistoryQuery>

const History = t.Object({
  list: t.Array(HistoryEntry),
  /** Whether there are older entries than those listed. */
  hasMore: t.Boolean(),
  /** The fields that can be asked for, and who changed something. */
  fields: t.Array(t.Object({ name: t.String(), title: t.String() })),
  actors: t.Array(t.String()),
  /** Days that entries are kept; `cut` says that older ones were dropped. */
  days: t.Integer({ title: '保留天数' }),
  cut: t.Boolean(),
  version: t.Integer(),
  /** Why nothing of the object can be restored; empty if something can. */
  refusal: t.String(),
})
export type History = Omit<t.Static<typeof History>, 'list'> & { list: HistoryEntry[] }

/** What stays as it is, and why. */
const kept = t.Array(t.Object({ label: t.String(), reason: t.String() }))

const RestorePreview = t.Object({
  version: t.Integer(),
  /** What would change: from what it is now to what it was. */
  changes: t.Array(t.Object({ path: t.String(), label: t.String(), before: t.Unknown(), after: t.Unknown() })),
  kept,
})
export type RestorePreview = t.Static<typeof RestorePreview>

const HistorySince = t.Object({
  version: t.Integer(),
  /** The acts since the version that was asked about, the newest first. */
  acts: t.Array(t.Object({ actorName: t.String(), time: t.DateTime, action: t.String() })),
  /** What differs by them, in words. */
  changes: t.Array(t.Object({ path: t.String(), label: t.String(), before: t.Unknown(), after: t.Unknown() })),
  /** The same as values of the edit form, for those who still have the former ones in it. */
  fields: t.Array(t.Object({ name: t.String(), label: t.String(), before: t.Unknown(), after: t.Unknown() })),
})
export type HistorySince = t.Static<typeof HistorySince>

const base = '/api/history/:object/:id'

export const history = routes('history', {
  list: {
    method: 'GET',
    path: base,
    permission: 'auth',
    errors: [403],
    summary: '一个对象的修改记录，新的在前',
    params,
    query: HistoryQuery,
    response: History,
  },
  since: {
    method: 'GET',
    path: `${base}/since`,
    permission: 'auth',
    errors: [403],
    summary: '一个对象在某个版本之后的修改',
    params,
    query: t.Object({ version: t.Integer({ title: '版本号', minimum: 0 }) }),
    response: HistorySince,
  },
  preview: {
    method: 'GET',
    path: `${base}/restore`,
    permission: 'auth',
    errors: [403, 422],
    summary: '预览恢复后的变化',
    params,
    query: t.Object({ entry, field: t.Optional(path) }),
    response: RestorePreview,
  },
  restore: {
    method: 'POST',
    path: `${base}/restore`,
    permission: 'auth',
    errors: [403, 422, 428],
    summary: '恢复到某次修改之前',
    params,
    body: t.Object({ entry, field: t.Optional(path), version: t.Integer({ title: '版本号' }) }),
    response: t.Object({ version: t.Integer(), kept }),
  },
})
