import type { Permission } from '../routes.ts'
import * as t from '../schema.ts'

/** Rows of a sheet that is read as a preview. */
export const MAX_BATCH_ROWS = 2000
/** Such a sheet is small: these are bytes. */
export const MAX_BATCH_SHEET = 5 * 1024 ** 2

/** Read, at work, finished; by the number of the table. */
export const sheetBatchStates = ['checked', 'running', 'done'] as const
/** Can be done, cannot, done, failed when it was to be done; by the number of the table. */
export const sheetRowStates = ['ready', 'bad', 'done', 'failed'] as const

/** A row: what it says, and what will become of it. */
export const SheetBatchRow = t.Object({
  /** As numbered in the sheet. */
  row: t.Integer({ title: '行号' }),
  /** The cells by their columns. */
  given: t.Map(t.String(), { title: '各列' }),
  /** What it will do, in words. */
  says: t.String({ title: '结果' }),
  state: t.OneOf(sheetRowStates, { title: '状态' }),
  /** Why it cannot be done, or was not. */
  message: t.String({ title: '原因' }),
})
export type SheetBatchRow = t.Static<typeof SheetBatchRow>

/** A sheet that was read; nothing of it is done before it is confirmed. */
export const SheetBatchInfo = t.Object({
  batchId: t.Id,
  fileName: t.String({ title: '文件' }),
  state: t.OneOf(sheetBatchStates, { title: '状态' }),
  total: t.Integer({ title: '行数' }),
  ready: t.Integer({ title: '可处理' }),
  bad: t.Integer({ title: '有错误' }),
  done: t.Integer({ title: '已处理' }),
  failed: t.Integer({ title: '处理失败' }),
  taskId: t.String(),
  rows: t.Array(SheetBatchRow, { title: '各行' }),
})
export type SheetBatchInfo = t.Static<typeof SheetBatchInfo>

export const SheetBatchRef = t.Object({ batchId: t.Id })

/** The three calls of an import that is read, looked at and confirmed. */
export const sheetBatchRoutes = <const Path extends `/${string}`, const Who extends Permission>(
  path: Path,
  permission: Who,
  what: string,
) =>
  ({
    import: {
      method: 'POST',
      path,
      permission,
      summary: `导入${what}：只核对，不处理`,
      files: { kinds: ['sheet'], max: 1 },
      response: SheetBatchInfo,
    },
    batch: {
      method: 'GET',
      path: `${path}/:batchId`,
      permission,
      summary: `导入的${what}`,
      params: SheetBatchRef,
      response: SheetBatchInfo,
      errors: [404],
    },
    confirm: {
      method: 'POST',
      path: `${path}/confirm`,
      permission,
      summary: `确认导入的${what}`,
      body: SheetBatchRef,
      response: t.Done,
      accepted: t.Object({ taskId: t.String() }),
      errors: [404, 409, 422],
    },
  }) as const
