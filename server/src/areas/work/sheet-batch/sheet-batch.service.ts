import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import {
  MAX_BATCH_ROWS,
  MAX_BATCH_SHEET,
  type SheetBatchInfo,
  sheetBatchStates,
  sheetRowStates,
} from '@zhanggui/contract/work/sheet-batch.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { ImportLine } from '@zhanggui/domain/sheet-cells.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { type GivenRow, hasBatchColumns, readBatchSheet, type SheetColumns } from '@zhanggui/domain/work/sheet-batch.ts'
import { readSheet, UnreadableSheet } from '../../../platform/content/sheet-reader.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { forbidden, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { checkFileSize, type ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { tellWait } from '../../../platform/work/sheet-wait.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import * as batches from './sheet-batch.repository.ts'

/** What is not confirmed is forgotten. */
const KEPT_MS = 2 * 3_600_000
const WHAT = '导入记录'

/** What a row will do, or why it cannot. */
export type Judged = { says?: string; message?: string }

/** An import of which each row does something once it is confirmed. */
export type SheetKind<Name extends string> = {
  /** As stored with its batches. */
  kind: string
  /** The type of its task, as stored, and what it is called: 导入发票号码. */
  task: string
  title: string
  permission: string
  columns: SheetColumns<Name>
  action: AuditAction
  /** Judges rows by what the shop knows now, each for itself and beside the others. */
  judge(ctx: Ctx, rows: readonly GivenRow<Name>[]): Promise<Judged[]>
  /** What must be given anew before it is confirmed, as a proof. */
  confirming?(ctx: Ctx, rows: readonly Record<Name, string>[]): Promise<void>
  /** Does a row, in a transaction that also says so of it. @throws what refuses it */
  act(tx: Ctx, given: Record<Name, string>): Promise<void>
}

/**
 * Reads a sheet, and says of each row what it would do. Nothing is done.
 * @throws 400 for what is not such a sheet, 413 above 5 MB
 */
export async function readSheetBatch<Name extends string>(
  ctx: Ctx,
  kind: SheetKind<Name>,
  files: readonly ReceivedFile[],
): Promise<SheetBatchInfo> {
  const [file] = files
  if (!file) throw badFields([{ field: 'file', message: '请上传文件' }])
  const rows = await rowsOf(ctx, kind, file)
  const sound = rows.filter(({ fault }) => !fault)
  const judged = await kind.judge(ctx, sound)
  const of = new Map(sound.map((row, index) => [row, judged[index] ?? {}]))
  const stored = rows.map((row) => {
    const { says = '', message = '' } = row.fault ? { message: row.fault } : (of.get(row) ?? {})
    const words = { says: cutText(says, 255), message: cutText(message, 255) }
    return { row: row.row, given: row.given, state: message ? 1 : 0, ...words }
  })
  const batchId = await inTransaction(ctx, async (tx) => {
    const expiresAt = new Date(tx.now().getTime() + KEPT_MS)
    const id = await batches.insert(tx, { kind: kind.kind, fileName: cutText(file.name, 255), expiresAt }, stored)
    await audit(tx, { action: 'import', objectId: id, objectName: `${file.name} ${rows.length} 行` })
    return id
  })
  return getSheetBatch(ctx, kind, batchId)
}

function rowsOf<Name extends string>(
  ctx: Ctx,
  { columns }: SheetKind<Name>,
  { path, extension, bytes }: ReceivedFile,
): Promise<GivenRow<Name>[]> {
  checkFileSize(bytes, MAX_BATCH_SHEET)
  const options = {
    maxRows: MAX_BATCH_ROWS,
    onWait: tellWait(ctx),
    hasColumns: (first: readonly ImportLine[]) => hasBatchColumns(first, columns),
  }
  const read = (lines: readonly ImportLine[]) => {
    const rows = readBatchSheet(lines, columns)
    const needed = (Object.values(columns) as SheetColumns<Name>[Name][]).filter(({ required }) => required)
    const message = rows
      ? '文件中没有数据，请检查是否选错了文件'
      : `没有找到${needed.map(({ title }) => `「${title}」`).join('、')}列，请检查表头`
    if (!rows?.length) throw badFields([{ field: 'file', message }])
    return rows
  }
  return readSheet(path, extension === 'csv' ? 'csv' : 'xlsx', options, read).catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? badFields([{ field: 'file', message: error.message }]) : error
  })
}

/** A batch with its rows, for those who read it. @throws 404 */
export async function getSheetBatch<Name extends string>(
  ctx: Ctx,
  { kind }: SheetKind<Name>,
  batchId: number,
): Promise<SheetBatchInfo> {
  const found = await batches.find(ctx, kind, batchId)
  if (!found) throw notFound(WHAT)
  const rows = await batches.listRows(ctx, batchId)
  const num = (state: number) => rows.filter((row) => row.state === state).length
  return {
    batchId,
    fileName: found.fileName,
    state: sheetBatchStates[found.state] ?? 'done',
    total: found.total,
    ready: num(0),
    bad: num(1),
    done: num(2),
    failed: num(3),
    taskId: found.taskId,
    rows: rows.map(({ row, given, says, state, message }) => ({
      row,
      given,
      says,
      message,
      state: sheetRowStates[state] ?? 'bad',
    })),
  }
}

/**
 * Does the good rows of a batch in the background, once.
 * @throws 404; 409 for one that was confirmed before; 422 when no row can be done
 */
export function confirmSheetBatch<Name extends string>(ctx: Ctx, kind: SheetKind<Name>, batchId: number) {
  return inTransaction(ctx, async (tx) => {
    const batch = await batches.lock(tx, kind.kind, batchId)
    if (!batch) throw notFound(WHAT)
    if (batch.state > 0) throw stateConflict('该批次已提交')
    const ready = await batches.listRows(tx, batchId, 0)
    if (!ready.length) throw new Refusal('没有可以处理的行，请改好表格再导入')
    await kind.confirming?.(
      tx,
      ready.map(({ given }) => given as Record<Name, string>),
    )
    const { taskId } = await startTask(tx, {
      type: kind.task,
      title: `${kind.title}：${batch.fileName}`,
      params: { batchId },
    })
    await batches.update(tx, batchId, { state: 1, taskId, confirmedAt: tx.now(), expiresAt: null })
    await audit(tx, { action: kind.action, objectId: batchId, objectName: `${batch.fileName} ${ready.length} 行` })
    return new Accepted({ taskId })
  })
}

/** Registers the task that does the rows of such batches. */
export const registerSheetKind =
  <Name extends string>(kind: SheetKind<Name>) =>
  ({ tasks }: Platform): void => {
    tasks.handle<{ batchId: number }>(kind.task, { needs: kind.permission, restartable: true }, (ctx, params, work) =>
      doRows(ctx, kind, params.batchId, work),
    )
  }

/** Rows that are left, each in a transaction that also says so of it: after a crash none is done twice. */
async function doRows<Name extends string>(
  ctx: Ctx,
  kind: SheetKind<Name>,
  batchId: number,
  work: TaskWork,
): Promise<TaskResult> {
  if (!holds(ctx.actor, kind.permission)) throw forbidden(kind.permission)
  const before = await batches.countStates(ctx, batchId)
  let failed = before.get(3) ?? 0
  let processed = (before.get(2) ?? 0) + failed
  const waiting = await batches.listRows(ctx, batchId, 0)
  const total = processed + waiting.length
  for (const row of waiting) {
    if (!(await doRow(ctx, kind, row))) failed++
    await work.progress({ processed: ++processed, total, failed })
  }
  await batches.update(ctx, batchId, { state: 2, finishedAt: ctx.now() })
  return { rows: processed - failed, message: `成功 ${processed - failed}，失败 ${failed + (before.get(1) ?? 0)}` }
}

/** @returns whether it was done */
async function doRow<Name extends string>(ctx: Ctx, kind: SheetKind<Name>, row: batches.RowRecord): Promise<boolean> {
  try {
    await retried(ctx, async (tx) => {
      if (!(await batches.settleRow(tx, row.id, 2))) throw new Refusal('该行已处理')
      await kind.act(tx, row.given as Record<Name, string>)
    })
    return true
  } catch (error) {
    if (!isRefusal(error)) ctx.log.error({ err: error, row: row.row }, 'a row of a sheet was not done')
    await batches.settleRow(ctx, row.id, 3, isRefusal(error) ? error.message : '系统繁忙，请稍后再试')
    return false
  }
}
