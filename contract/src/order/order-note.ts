import { type Permission, routes } from '../routes.ts'
import * as t from '../schema.ts'
import { orderNo } from './order-line.ts'

const version = t.Version
const base = '/admin/store/order'

const remark = t.String({ title: '商家备注', maxLength: 512 })
const tagIds = (title: string) => t.Array(t.Integer({ minimum: 1 }), { title, maxItems: 20, uniqueItems: true })
const holdReason = t.String({ title: '挂起原因', minLength: 2, maxLength: 255 })
/** It is put aside until the morning of that day. */
const holdUntil = t.String({
  title: '挂起到',
  pattern: /^\d{4}-\d\d-\d\d$/,
  example: '2026-12-01',
  hint: '日期格式应为 2026-12-01',
})
const content = t.String({ title: '内部留言', minLength: 1, maxLength: 1000 })

/** What can be done with many orders at once, in the order of the menu, and the permission each takes: that of the act itself. */
export const bulkActs = {
  mark: { title: '批量备注', verb: '备注', permission: 'admin:order:mark' },
  tag: { title: '批量打标签', verb: '打标签', permission: 'admin:order:tag' },
  hold: { title: '批量挂起', verb: '挂起', permission: 'admin:order:hold' },
  unhold: { title: '批量解除挂起', verb: '解除挂起', permission: 'admin:order:hold' },
  close: { title: '批量关闭', verb: '关闭', permission: 'admin:order:close' },
} as const satisfies Record<string, { title: string; verb: string; permission: Permission }>
export type BulkAct = keyof typeof bulkActs
export const bulkActNames = t.keysOf(bulkActs)
const undoableActs = ['mark', 'tag', 'hold'] as const
export type UndoableAct = (typeof undoableActs)[number]
/** Whether an act can be taken back for a while. */
export const canUndo = (act: BulkAct): act is UndoableAct => undoableActs.some((name) => name === act)
const permissionsOf = (acts: readonly BulkAct[]) => [...new Set(acts.map((act) => bulkActs[act].permission))]
/** From so many orders on, a task does it. */
export const MANY_ORDERS = 50

export const OrderBulk = t.Object(
  {
    act: t.OneOf(bulkActNames, { title: '操作' }),
    orderNos: t.Array(orderNo, {
      title: '订单',
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      ask: '请选择订单',
      example: ['20261123093015000001'],
    }),
    /** Of mark; with `append` it is added to what is there. */
    remark: t.Optional(remark),
    append: t.Optional(t.Boolean({ title: '追加' })),
    /** Of tag. */
    add: t.Optional(tagIds('加上的标签')),
    remove: t.Optional(tagIds('去掉的标签')),
    /** Of hold and close. */
    reason: t.Optional(t.String({ title: '原因', minLength: 2, maxLength: 255 })),
    until: t.Optional(holdUntil),
  },
  { example: { act: 'mark', orderNos: ['20261123093015000001'], remark: '中午前发' } },
)
export type OrderBulk = t.Static<typeof OrderBulk>

const BulkFailure = t.Object({ orderNo: t.String({ title: '订单号' }), message: t.String({ maxLength: 500 }) })
export type BulkFailure = t.Static<typeof BulkFailure>

const BulkResult = t.Object({
  batchId: t.Id,
  ok: t.Integer({ title: '成功' }),
  failed: t.Array(BulkFailure, { title: '失败', maxItems: 500 }),
})
export type BulkResult = t.Static<typeof BulkResult>
const BulkStarted = t.Object({ batchId: t.Id, taskId: t.String() })

/** How an act on many orders stands. */
export const BulkInfo = t.Object({
  ...BulkResult.properties,
  act: t.OneOf(bulkActNames, { title: '操作' }),
  total: t.Integer({ title: '订单数' }),
  isFinished: t.Boolean({ title: '已完成' }),
  /** It, or taking it back, was cut short: its task was cancelled or its process is gone. */
  isStopped: t.Boolean({ title: '已中断' }),
  /** Until when it can be taken back; null when it cannot be, or was. */
  undoUntil: t.Nullable(t.DateTime),
  /** What taking it back came to; null unless that was asked for. */
  undone: t.Optional(
    t.Object({
      ok: t.Integer({ title: '成功' }),
      failed: t.Array(BulkFailure, { title: '失败', maxItems: 500 }),
      isFinished: t.Boolean({ title: '已完成' }),
    }),
  ),
})
export type BulkInfo = t.Static<typeof BulkInfo>

const timelineKinds = ['order', 'money', 'delivery', 'case', 'note'] as const
export type TimelineKind = (typeof timelineKinds)[number]
/** Whose doing it was: a payment provider's or carrier's, the buyer's, ours, or nobody's. */
const timelineSources = ['channel', 'buyer', 'staff', 'system'] as const

/** Something that happened to an order. */
export const TimelineEntry = t.Object({
  key: t.String(),
  at: t.DateTime,
  kind: t.OneOf(timelineKinds, { title: '分类' }),
  /** What happened, in a word or two, and more of it; '' for nothing. */
  what: t.String({ title: '事件' }),
  text: t.String({ title: '说明' }),
  from: t.OneOf(timelineSources, { title: '来源' }),
  who: t.String({ title: '操作人' }),
  /** Money that came, or went: below 0. Null where none moved. */
  amount: t.Nullable(t.Yuan),
  /** Something that should not have happened. */
  isBad: t.Boolean({ title: '异常' }),
  images: t.Array(t.String({ title: '图片', maxLength: 512 }), { title: '图片' }),
  /** Of what staff said: its id, and whether the caller may still change it. */
  comment: t.Optional(
    t.Object({ id: t.Id, mayChange: t.Boolean({ title: '可修改' }), edited: t.Boolean({ title: '已修改' }) }),
  ),
})
export type TimelineEntry = t.Static<typeof TimelineEntry>

/** 备注, 标签, 挂起, 内部留言, 批量操作 and 动态 of orders. */
export const orderNote = routes('order-note', {
  tag: {
    method: 'POST',
    path: `${base}/tag`,
    permission: 'admin:order:tag',
    summary: '给订单打标签',
    body: t.Object({
      orderNo,
      add: t.Optional(tagIds('加上的标签')),
      remove: t.Optional(tagIds('去掉的标签')),
      version,
    }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  hold: {
    method: 'POST',
    path: `${base}/hold`,
    permission: 'admin:order:hold',
    summary: '挂起订单',
    body: t.Object({ orderNo, reason: holdReason, until: t.Optional(holdUntil), version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  unhold: {
    method: 'POST',
    path: `${base}/unhold`,
    permission: 'admin:order:hold',
    summary: '解除挂起',
    body: t.Object({ orderNo, version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  comment: {
    method: 'POST',
    path: `${base}/comment`,
    permission: 'admin:order:comment',
    summary: '写内部留言',
    body: t.Object({ orderNo, content }),
    response: t.Saved,
    errors: [404],
  },
  editComment: {
    method: 'POST',
    path: `${base}/comment/edit`,
    permission: 'admin:order:comment',
    summary: '修改内部留言',
    body: t.Object({ id: t.Id, content }),
    response: t.Saved,
    errors: [403, 404, 422],
  },
  removeComment: {
    method: 'POST',
    path: `${base}/comment/delete`,
    permission: 'admin:order:comment',
    summary: '删除内部留言',
    body: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [403, 404, 422],
  },
  timeline: {
    method: 'GET',
    path: `${base}/timeline`,
    permission: 'admin:order:info',
    quiet: true,
    summary: '订单动态',
    query: t.Object({ orderNo }),
    response: t.Object({
      /** Newest first. */
      list: t.Array(TimelineEntry, { maxItems: 2000 }),
      /** There was more before. */
      isCut: t.Boolean({ title: '更早的未列出' }),
    }),
    errors: [404],
  },
  bulk: {
    method: 'POST',
    path: `${base}/bulk`,
    /** That of the act. */
    permission: permissionsOf(bulkActNames),
    summary: '批量操作订单',
    body: OrderBulk,
    response: BulkResult,
    accepted: BulkStarted,
    errors: [403, 422],
  },
  bulkInfo: {
    method: 'GET',
    path: `${base}/bulk/info`,
    permission: permissionsOf(bulkActNames),
    quiet: true,
    summary: '批量操作的结果',
    query: t.Object({ batchId: t.Id }),
    response: BulkInfo,
    errors: [404],
  },
  bulkUndo: {
    method: 'POST',
    path: `${base}/bulk/undo`,
    permission: permissionsOf(undoableActs),
    summary: '撤销批量操作',
    body: t.Object({ batchId: t.Id }),
    response: BulkResult,
    accepted: BulkStarted,
    errors: [403, 404, 409, 422],
  },
})
