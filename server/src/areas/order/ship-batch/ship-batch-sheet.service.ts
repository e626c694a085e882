import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type ShipColumn, shipSheetColumns } from '@zhanggui/domain/order/ship-sheet.ts'
import { type SheetColumn, sheetTypes, writeSheet } from '../../../platform/content/sheets.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import type { TaskFile, TaskWork } from '../../../platform/work/tasks.ts'
import * as batches from './ship-batch.repository.ts'

const NAME = '未发货的行'
const names = Object.keys(shipSheetColumns) as ShipColumn[]

/** Its columns are those of a sheet to ship by: once mended, it can be imported again. */
const columns: SheetColumn<batches.RowRecord>[] = [
  { title: '行号', value: ({ row }) => row, width: 8 },
  ...names.map((name) => ({
    title: shipSheetColumns[name],
    value: ({ given }: batches.RowRecord) => given[name] ?? '',
    width: name === 'orderNo' || name === 'expressNumber' ? 26 : 16,
  })),
  { title: '原因', value: ({ message }) => message || '没有发货，任务未完成', width: 50 },
]

/** Rows that were not shipped: bad ones, failed ones, and those that a task that ended early has left. */
const notShipped = (ctx: Ctx, batchId: number, isOver: boolean) =>
  batches.listRows(ctx, batchId, isOver ? [0, 1, 3] : [1, 3])

/** The rows of a batch that were not shipped, each with its reason. @throws 404, 422 when there are none */
export async function openFailed(ctx: Ctx, batchId: number): Promise<FileAnswer> {
  const found = await batches.find(ctx, batchId)
  if (!found) throw notFound('批量发货记录')
  const { state, fileName } = found.batch
  const rows = await notShipped(ctx, batchId, state > 0)
  if (!rows.length) throw new Refusal('没有未发货的行')
  const content = await buffer(writeSheet(NAME, columns, rows, 'xlsx'))
  const saveAs = `${NAME}-${fileName.replace(/\.\w+$/, '')}.xlsx`
  return { mime: sheetTypes.xlsx, bytes: content.length, open: async () => Readable.from([content]), saveAs }
}

/** The same as the error file of a task. */
export async function writeFailed(
  ctx: Ctx,
  batchId: number,
  work: Pick<TaskWork, 'newFile' | 'signal'>,
): Promise<TaskFile> {
  const file = await work.newFile('xlsx')
  const sheet = writeSheet(NAME, columns, await notShipped(ctx, batchId, true), 'xlsx')
  await pipeline(sheet, createWriteStream(file.path, { mode: 0o600 }), { signal: work.signal })
  return file
}
