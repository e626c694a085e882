import { type UserColumn, userSheetColumns } from '@zhanggui/domain/user/user-import.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'

/** What an import may do: add customers, change known ones, or both. */
export const userImportModes = ['create', 'update', 'upsert'] as const
export type UserImportMode = (typeof userImportModes)[number]
/**
 * Checked, over without having been confirmed, waiting for an approval, at work, done; `failed` when it stopped on its way; then what
 * takes it back.
 */
export const userImportStatuses = [
  'checked',
  'expired',
  'waiting',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
export type UserImportStatus = (typeof userImportStatuses)[number]

/** Larger sheets of 20,000 customers do not exist. */
export const MAX_USER_SHEET = 10 * 1024 ** 2
/** Without the heading. */
export const MAX_USER_ROWS = 20_000
/** So many imports are in the history. */
export const MAX_USER_IMPORTS = 50

export const userColumns = t.keysOf(userSheetColumns)

/** A problem at a cell. */
const Remark = t.Object({
  row: t.Integer(),
  /** The heading in the file; '' for the whole row. */
  column: t.String(),
  message: t.String({ maxLength: 500 }),
})

const Sample = t.Object({
  row: t.Integer(),
  /** The customer there is, or was made; 0 while there is none. */
  uid: t.Integer({ title: '用户ID', maximum: Number.MAX_SAFE_INTEGER }),
  action: t.OneOf(['create', 'update', 'same', 'invalid'], { title: '处理' }),
  /** Masked. */
  phone: t.String({ title: '手机号' }),
  nickname: t.String({ title: '昵称' }),
  groupName: t.String({ title: '分组' }),
  levelName: t.String({ title: '等级' }),
  money: t.Amount({ title: '余额' }),
  points: t.Integer({ title: '积分' }),
})
export type UserImportSample = t.Static<typeof Sample>

const fields = {
  id: t.Id,
  fileName: t.String({ title: '文件' }),
  mode: t.OneOf(userImportModes, { title: '导入方式' }),
  status: t.OneOf(userImportStatuses, { title: '状态' }),
  /** Rows of the file: in all, of customers to add, to change, that say nothing new, and that cannot be imported. */
  total: t.Integer({ title: '行数' }),
  create: t.Integer({ title: '新增' }),
  update: t.Integer({ title: '更新' }),
  same: t.Integer({ title: '无变化' }),
  invalid: t.Integer({ title: '有错误' }),
  /** What the file opens in all. */
  money: t.Amount({ title: '期初余额' }),
  points: t.Integer({ title: '期初积分', maximum: Number.MAX_SAFE_INTEGER }),
  done: t.Integer({ title: '已导入' }),
  failed: t.Integer({ title: '未能导入' }),
  /** Rows that were taken back, whole; and those of which something stays. */
  back: t.Integer({ title: '已撤销' }),
  left: t.Integer({ title: '未能撤销' }),
  taskId: t.String(),
  undoTaskId: t.String(),
  createBy: t.String({ title: '上传人' }),
  createTime: t.DateTime,
  confirmBy: t.String({ title: '导入人' }),
  confirmTime: t.Nullable(t.DateTime),
  finishTime: t.Nullable(t.DateTime),
  undoBy: t.String({ title: '撤销人' }),
  undoTime: t.Nullable(t.DateTime),
  /** Until when it can be confirmed; null where it cannot. */
  expireTime: t.Nullable(t.DateTime),
  /** Until when it can be taken back; null where it cannot. */
  undoUntil: t.Nullable(t.DateTime),
  /** At work by its state, but its task has ended before its time: it can go on. */
  stopped: t.Boolean({ title: '已中断' }),
  /** Whether file and rows are still kept. */
  hasFile: t.Boolean({ title: '原文件可下载' }),
}
export const UserImportRow = t.Object(fields)
export type UserImportRow = t.Static<typeof UserImportRow>

/** What an import would do, or did; long lists are cut. */
export const UserImportInfo = t.Object({
  ...fields,
  importedBefore: t.Nullable(t.DateTime),
  /** The columns that are read. */
  columns: t.Array(t.Object({ heading: t.String(), field: t.OneOf(userColumns) }), { title: '读取的列' }),
  /** The headings that are not read. */
  ignored: t.Array(t.String(), { title: '未读取的列' }),
  /** Labels that the file makes. */
  newTags: t.Array(t.String(), { title: '将新建的标签' }),
  /** What the caller lacks to confirm it, in words. */
  lacks: t.Array(t.String(), { title: '缺少的权限' }),
  preview: t.Array(Sample),
  errors: t.Array(Remark),
  errorCount: t.Integer(),
  warnings: t.Array(Remark),
  warningCount: t.Integer(),
})
export type UserImportInfo = t.Static<typeof UserImportInfo>

/** What taking an import back does to each customer, and why not. */
export const UserImportUndo = t.Object({
  /** Customers of whom everything goes back. */
  back: t.Integer({ title: '可撤销' }),
  /** At most 200 of those of whom something stays. */
  left: t.Array(t.Object({ uid: t.Id, reason: t.String({ title: '原因' }) })),
  leftCount: t.Integer({ title: '不能撤销' }),
  /** What goes back in all. */
  money: t.Amount({ title: '收回余额' }),
  points: t.Integer({ title: '收回积分', maximum: Number.MAX_SAFE_INTEGER }),
  /** Customers whose account ends. */
  ended: t.Integer({ title: '删除的用户' }),
})
export type UserImportUndo = t.Static<typeof UserImportUndo>

export const UserImportOptions = t.Object({
  mode: t.Optional(t.OneOf(userImportModes, { title: '导入方式', description: '默认 upsert' })),
  columns: t.Optional(
    t.String({
      title: '列的含义',
      maxLength: 5000,
      description: 'JSON 对象，表头到字段，用于不能自动识别的表头',
      example: '{"会员电话":"phone"}',
    }),
  ),
})
export type UserImportOptions = t.Static<typeof UserImportOptions>
export type GivenColumns = Readonly<Record<string, UserColumn>>

const permission = 'admin:user:import'
const params = t.Object({ id: t.Id })
const base = '/admin/user/import'

/** 导入客户: first a check that changes nothing, then the import itself as a task. */
export const userImport = routes('user-import', {
  template: {
    method: 'GET',
    path: `${base}/template`,
    permission,
    summary: '下载客户导入模板',
    response: t.File,
  },
  upload: {
    method: 'POST',
    path: `${base}/upload`,
    permission,
    summary: '上传并检查客户文件',
    files: { kinds: ['sheet'], max: 1 },
    body: UserImportOptions,
    response: t.Object({ importId: t.Id, ...UserImportInfo.properties }),
    errors: [403, 409, 422],
  },
  confirm: {
    method: 'POST',
    path: `${base}/confirm`,
    permission,
    summary: '执行客户导入',
    body: t.Object({
      importId: t.Id,
      policy: t.OneOf(['skip', 'all'], { title: '有错误时', description: 'skip 跳过有错误的行；all 有错误就不导入' }),
    }),
    response: t.Done,
    /** Its task, or the approval that a large sum waits for. */
    accepted: t.Either(t.Object({ taskId: t.String() }), Asked),
    errors: [403, 404, 409, 422, 428],
  },
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission,
    summary: '客户导入记录，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(UserImportRow),
    errors: [422],
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission,
    summary: '客户导入详情',
    params,
    response: UserImportInfo,
    errors: [404, 422],
  },
  file: {
    method: 'GET',
    path: `${base}/file/:id`,
    permission,
    summary: '下载导入的原文件',
    params,
    response: t.File,
    errors: [403, 404, 422],
  },
  errors: {
    method: 'GET',
    path: `${base}/errors/:id`,
    permission,
    summary: '下载带错误原因的行',
    params,
    response: t.File,
    errors: [404, 422],
  },
  undo: {
    method: 'POST',
    path: `${base}/undo`,
    permission,
    summary: '撤销客户导入',
    body: t.Object({
      importId: t.Id,
      dry: t.Optional(t.Boolean({ title: '只试算', description: '只说明会撤销什么，不改动数据' })),
    }),
    response: UserImportUndo,
    accepted: t.Object({ taskId: t.String() }),
    errors: [403, 404, 409, 422],
  },
})
