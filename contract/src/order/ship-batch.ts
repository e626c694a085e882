import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { ExportFile } from '../work/export.ts'
import { orderFilters } from './order.ts'
import { orderNo } from './order-line.ts'

/** Rows of a sheet or a pasted text. */
export const MAX_SHIP_ROWS = 2000
/** A sheet to ship by is small: these are bytes. */
export const MAX_SHIP_SHEET = 5 * 1024 ** 2

/** Read, at work, finished, taken back; by the number of the table. */
export const shipBatchStates = ['checked', 'running', 'done', 'withdrawn'] as const
/** Can be shipped, cannot, shipped, failed when it was to be shipped, taken back; by the number of the table. */
export const shipRowStates = ['ready', 'bad', 'shipped', 'failed', 'withdrawn'] as const

/** What a row says, as read; staff may rewrite it. */
const given = {
  /** One or more, separated by commas: those of one receiver travel as one parcel. */
  orderNo: t.String({ title: '订单号', maxLength: 255 }),
  /** The carrier as the sheet names it; '' to be guessed from the number. */
  express: t.String({ title: '快递公司', maxLength: 50 }),
  /** One or more, separated by commas: a parcel each. */
  expressNumber: t.String({ title: '快递单号', maxLength: 255 }),
  /** Bar codes or own codes of what is in the parcel; '' for all that is left. */
  goods: t.String({ title: '商品编号', maxLength: 500 }),
  num: t.String({ title: '数量', maxLength: 100 }),
  mark: t.String({ title: '备注', maxLength: 500 }),
}

/** A row of a batch: what it says, and what will become of it. */
export const ShipRow = t.Object({
  /** As numbered in the sheet. */
  row: t.Integer(),
  ...given,
  expressCode: t.String({ title: '快递公司编码' }),
  expressName: t.String({ title: '快递公司' }),
  /** Not all that is left, but these. */
  lines: t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '数量' }) }), { title: '发货商品' }),
  ok: t.Boolean(),
  state: t.OneOf(shipRowStates),
  /** Why it cannot be shipped, or was not. */
  message: t.String({ maxLength: 255 }),
  /** What staff should look at before they confirm. */
  warning: t.String({ title: '提醒', maxLength: 255 }),
  /** The carrier was guessed from the number. */
  guessed: t.Boolean({ title: '公司由单号推断' }),
  /** The carrier that the number looks like, where the sheet names another; ''. */
  guessCode: t.String({ title: '像是哪家公司' }),
  /** Staff decided not to ship it. */
  skipped: t.Boolean({ title: '不发货' }),
  /** Name, masked phone and region. */
  receiver: t.String({ title: '收货信息', maxLength: 255 }),
  /** What leaves, in short. */
  content: t.String({ title: '商品', maxLength: 255 }),
  deliveryNo: t.String({ title: '发货单号' }),
})
export type ShipRow = t.Static<typeof ShipRow>

const shipColumns = t.keysOf(given)

const counts = {
  total: t.Integer({ title: '行数' }),
  /** Rows that can be shipped, that cannot, and that should be looked at. */
  ready: t.Integer({ title: '可发货' }),
  bad: t.Integer({ title: '有错误' }),
  warned: t.Integer({ title: '需核对' }),
  shipped: t.Integer({ title: '已发货' }),
  failed: t.Integer({ title: '发货失败' }),
  withdrawn: t.Integer({ title: '已撤回' }),
}

const fields = {
  id: t.Id,
  fileName: t.String({ title: '文件' }),
  state: t.OneOf(shipBatchStates),
  ...counts,
  taskId: t.String(),
  /** It ended without having shipped all that was ready: cancelled, or the server failed. */
  isStopped: t.Boolean({ title: '已中断' }),
  operatorName: t.String({ title: '操作人' }),
  createTime: t.DateTime,
  confirmTime: t.Nullable(t.DateTime),
  finishTime: t.Nullable(t.DateTime),
  /** Until when it can be confirmed; null afterwards. */
  expireTime: t.Nullable(t.DateTime),
  /** Until when it can be taken back; null when it cannot. */
  undoUntil: t.Nullable(t.DateTime),
}
export const ShipBatchRow = t.Object(fields)
export type ShipBatchRow = t.Static<typeof ShipBatchRow>
export const ShipBatchInfo = t.Object({ ...fields, rows: t.Array(ShipRow) })
export type ShipBatchInfo = t.Static<typeof ShipBatchInfo>

const batch = t.Object({ batchId: t.Id })
const permission = 'admin:order:send:import'
const base = '/admin/store/order/batch/send'

/** 批量发货: by a sheet of numbers, or a pasted text. */
export const shipBatch = routes('ship-batch', {
  read: {
    method: 'POST',
    path: `${base}/import`,
    permission,
    summary: '导入快递单号',
    files: { kinds: ['sheet'], max: 1, orAddress: true },
    body: t.Object({
      /** Instead of a file: a row a line, with tabs, commas or spaces between. */
      text: t.Optional(
        t.String({ title: '单号内容', maxLength: 200_000, example: '20261123101500123456 YT1234567890123' }),
      ),
    }),
    response: t.Object({ batchId: t.Id, ...ShipBatchInfo.properties }),
  },
  mend: {
    method: 'POST',
    path: `${base}/row`,
    permission,
    summary: '修改导入的发货行',
    body: t.Object({
      batchId: t.Id,
      row: t.Integer({ title: '行号', minimum: 1 }),
      ...(Object.fromEntries(Object.entries(given).map(([name, field]) => [name, t.Optional(field)])) as {
        [Name in keyof typeof given]: ReturnType<typeof t.Optional<(typeof given)[Name]>>
      }),
      /** Columns to be emptied: in a call a blank text is none. What is neither named here nor given stays. */
      clear: t.Optional(t.Array(t.OneOf(shipColumns), { title: '清空的列', maxItems: shipColumns.length })),
      /** Leaves the row out. */
      skipped: t.Optional(t.Boolean({ title: '不发货' })),
    }),
    /** Other rows may follow: those with the same number or order. */
    response: t.Object({ ...counts, rows: t.Array(ShipRow) }),
    errors: [404, 409],
  },
  confirm: {
    method: 'POST',
    path: `${base}/confirm`,
    permission,
    summary: '确认批量发货',
    body: batch,
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
    errors: [404, 409, 422],
  },
  undo: {
    method: 'POST',
    path: `${base}/undo`,
    permission,
    summary: '撤回批量发货',
    body: batch,
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
    errors: [404, 409, 422],
  },
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission,
    summary: '批量发货记录，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(ShipBatchRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:batchId`,
    permission,
    summary: '批量发货详情',
    params: batch,
    response: ShipBatchInfo,
    errors: [404],
  },
  failed: {
    method: 'GET',
    path: `${base}/fail/:batchId`,
    permission,
    summary: '下载未发货的行',
    params: batch,
    response: t.File,
    errors: [404, 422],
  },
  /** The sheet that ERPs and courier tools fill in: receivers in full, for those who may ship. */
  template: {
    method: 'GET',
    path: `${base}/template`,
    permission: 'admin:order:send',
    summary: '导出待发货表',
    changes: true,
    query: t.Object({
      ...orderFilters,
      orderNos: t.Optional(t.Array(orderNo, { title: '订单号', maxItems: 500 })),
      /** Only what was neither printed nor taken into a sheet before. */
      unprinted: t.Optional(t.Boolean({ title: '只导出未打印的' })),
    }),
    response: t.Object({
      ...ExportFile.properties,
      /** Orders in it; then those left out, by why. */
      count: t.Integer({ title: '订单数' }),
      held: t.Integer({ title: '挂起' }),
      refunding: t.Integer({ title: '退款中' }),
      waiting: t.Integer({ title: '待成团' }),
      edited: t.Integer({ title: '改单中' }),
    }),
    errors: [422],
  },
})
