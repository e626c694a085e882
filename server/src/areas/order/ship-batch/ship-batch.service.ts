import { isDeepStrictEqual } from 'node:util'
import {
  MAX_SHIP_ROWS,
  MAX_SHIP_SHEET,
  type ShipBatchInfo,
  type ShipBatchRow,
  type ShipRow,
  type shipBatch,
  shipBatchStates,
  shipRowStates,
} from '@zhanggui/contract/order/ship-batch.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { bareNumber, numbersCountSince } from '@zhanggui/domain/order/express.ts'
import { WITHDRAW_MINUTES } from '@zhanggui/domain/order/order-state.ts'
import { judgeShipRows, linkedRows } from '@zhanggui/domain/order/ship-batch.ts'
import { MAX_WORDS, numbersOf, type ShipFacts, type ShipRowDraft } from '@zhanggui/domain/order/ship-row.ts'
import {
  type GivenShip,
  type GivenShipRow,
  givenOf,
  hasShipColumns,
  partsOf,
  readShipSheet,
  readShipText,
  shipSheetColumns,
} from '@zhanggui/domain/order/ship-sheet.ts'
import type { ImportLine } from '@zhanggui/domain/sheet-cells.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { readSheet, UnreadableSheet } from '../../../platform/content/sheet-reader.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { checkFileSize, type ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { tellWait } from '../../../platform/work/sheet-wait.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { listChoosableCompanies } from '../../setting/express/express-company.service.ts'
import { seesOrder } from '../order/order-change.service.ts'
import * as batches from './ship-batch.repository.ts'

export const SHIP_TASK = 'order-ship'
export const UNSHIP_TASK = 'order-unship'
const WHAT = '批量发货记录'
/** What is not confirmed is forgotten. */
const KEPT_MS = 2 * 3_600_000
const PASTED = '粘贴的单号'

/**
 * Reads a sheet or a pasted text of tracking numbers, and says of each row what shipping it would do. Nothing is shipped.
 * @throws 400 for what is not such a sheet, 413 above 5 MB
 */
export async function readBatch(ctx: Ctx, files: readonly ReceivedFile[], { text }: { text?: string }) {
  const [file] = files
  const rows = file ? await rowsOf(ctx, file) : rowsIn(text)
  const judged = await judge(
    ctx,
    rows.map((row) => ({ ...row, skipped: false })),
  )
  const batchId = await inTransaction(ctx, async (tx) => {
    const fileName = file?.name ?? PASTED
    const expiresAt = new Date(tx.now().getTime() + KEPT_MS)
    const id = await batches.insert(tx, { fileName, total: rows.length, expiresAt })
    await batches.insertRows(tx, id, judged)
    await audit(tx, { action: 'import', objectId: id, objectName: `${fileName} ${rows.length} 行` })
    return id
  })
  return { batchId, ...(await getBatch(ctx, batchId)) }
}

function rowsOf(ctx: Ctx, { path, extension, bytes }: ReceivedFile): Promise<GivenShipRow[]> {
  checkFileSize(bytes, MAX_SHIP_SHEET)
  const options = { maxRows: MAX_SHIP_ROWS, onWait: tellWait(ctx), hasColumns: hasShipColumns }
  return readSheet(path, extension === 'csv' ? 'csv' : 'xlsx', options, contentOf).catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? badFields([{ field: 'file', message: error.message }]) : error
  })
}

function contentOf(lines: readonly ImportLine[]): GivenShipRow[] {
  const rows = readShipSheet(lines)
  const { orderNo, expressNumber } = shipSheetColumns
  const message = rows
    ? '文件中没有要发货的行，请检查是否选错了文件'
    : `没有找到「${orderNo}」和「${expressNumber}」两列，请检查表头`
  if (!rows?.length) throw badFields([{ field: 'file', message }])
  return rows
}

function rowsIn(text = ''): GivenShipRow[] {
  if (!text.trim()) throw badFields([{ field: 'text', message: '请上传文件，或粘贴订单号和快递单号' }])
  const rows = readShipText(text)
  if (!rows.length) throw badFields([{ field: 'text', message: '粘贴的内容只有表头，请把订单号和快递单号也粘贴进来' }])
  if (rows.length > MAX_SHIP_ROWS)
    throw badFields([{ field: 'text', message: `一次最多 ${MAX_SHIP_ROWS.toLocaleString('en')} 行，请分次粘贴` }])
  return rows
}

type Draft = ShipRowDraft & Pick<GivenShipRow, 'faultIn'>

/** Judges rows by what the shop knows of their orders, carriers and numbers now. */
async function judge(ctx: Ctx, drafts: readonly Draft[]): Promise<batches.RowInsert[]> {
  const orderNos = new Set(drafts.flatMap(({ given }) => partsOf(given.orderNo)))
  const numbers = new Set(drafts.flatMap(({ given }) => numbersOf(given).map(bareNumber)))
  const found = await batches.findOrders(
    ctx,
    [...orderNos].filter((orderNo) => /^\d{20}$/.test(orderNo)),
  )
  const facts: ShipFacts = {
    orders: new Map(found.filter((order) => seesOrder(ctx, order)).map((order) => [order.orderNo, order])),
    carriers: await listChoosableCompanies(ctx),
    uses: await batches.findUses(ctx, [...numbers], numbersCountSince(ctx.now())),
  }
  const judged = judgeShipRows(drafts, facts)
  return drafts.map(({ row, given, fault, faultIn, skipped }, at) => {
    const { row: _, message = '', ...meant } = judged[at] ?? { row }
    return {
      row,
      state: message ? 1 : 0,
      message,
      meant,
      given: { ...given, ...(fault && { fault, faultIn }), ...(skipped && { skipped: '1' }) },
    }
  })
}

function draftOf({ row, given }: batches.RowRecord): Draft {
  const { fault = '', faultIn = '', skipped } = given
  return { row, given: givenOf(given), fault, faultIn: faultIn as Draft['faultIn'], skipped: skipped === '1' }
}

type Mending = RouteInput<typeof shipBatch.mend>['body']

/** A row with the cells that a call names; it is shipped again unless the call leaves it out. */
function mended(draft: Draft, { skipped, clear = [], batchId: _, row: __, ...given }: Mending): Draft {
  const cells: Partial<GivenShip> = { ...Object.fromEntries(clear.map((name) => [name, ''])), ...given }
  // Whoever mends a cell of a row that was told as a whole has looked at it.
  const isFaultGone = draft.faultIn ? cells[draft.faultIn] !== undefined : Object.keys(cells).length > 0
  return {
    ...draft,
    given: givenOf({ ...draft.given, ...cells }),
    ...(isFaultGone && { fault: '', faultIn: '' }),
    skipped: skipped ?? (draft.skipped && !Object.keys(cells).length),
  }
}

/**
 * Corrects cells of a row of a batch, or leaves the row out. The rows that depend on it are judged again.
 * @returns the rows that changed
 * @throws 404; 409 once the batch was confirmed
 */
export function mendRow(ctx: Ctx, body: Mending) {
  const { batchId, row } = body
  return inTransaction(ctx, async (tx) => {
    await lockOpen(tx, batchId)
    const records = await batches.listRows(tx, batchId)
    const record = records.find((each) => each.row === row)
    if (!record) throw notFound('该行')
    const draft = mended(draftOf(record), body)
    const drafts = records.map((each) => (each === record ? draft : draftOf(each)))
    const linked = new Set([draft, ...linkedRows(drafts, [givenOf(record.given), draft.given])])
    const judged = new Map(
      (
        await judge(
          tx,
          drafts.filter((each) => linked.has(each)),
        )
      ).map((fresh) => [fresh.row, fresh]),
    )
    const rows = records.flatMap((stored) => {
      const fresh = judged.get(stored.row)
      return fresh && (stored === record || !isSame(fresh, stored)) ? [{ ...stored, ...fresh }] : []
    })
    await batches.updateRows(tx, batchId, rows)
    await audit(tx, {
      action: 'update',
      objectId: batchId,
      objectName: `第 ${row} 行`,
      before: { content: wordsOf(record.given) },
      after: { content: wordsOf(judged.get(row)?.given ?? {}) },
      labels: { content: '内容' },
    })
    const found = await batches.find(tx, batchId)
    if (!found) throw notFound(WHAT)
    return { total: found.batch.total, ...found.counts, rows: rows.map(toWireRow) }
  })
}

const isSame = (fresh: batches.RowInsert, stored: batches.RowRecord) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify([fresh.given, fresh.meant, fresh.state, fresh.message])), [
    ...[stored.given, stored.meant, stored.state, stored.message],
  ])

const wordsOf = ({ orderNo, express, expressNumber, goods, num, mark, skipped }: Record<string, string>) =>
  [orderNo, express, expressNumber, goods, num, mark, skipped && '不发货'].filter(Boolean).join(' ')

/** A batch that waits to be confirmed, locked. @throws 404, 409 */
async function lockOpen(tx: Ctx, batchId: number): Promise<batches.BatchRow> {
  const batch = await batches.lock(tx, batchId)
  if (!batch) throw notFound(WHAT)
  if (batch.state > 0) throw stateConflict('该批次已提交')
  if (batch.expiresAt && batch.expiresAt <= tx.now()) throw stateConflict('该批次已过期，请重新导入')
  return batch
}

/**
 * Ships the good rows of a batch in the background, once.
 * @throws 404; 409 for one that was confirmed before or is too old; 422 when no row can be shipped
 */
export function confirmBatch(ctx: Ctx, batchId: number) {
  return inTransaction(ctx, async (tx) => {
    const { fileName } = await lockOpen(tx, batchId)
    const ready = (await batches.countStates(tx, batchId)).get(0) ?? 0
    if (!ready) throw new Refusal('没有可以发货的行，请按提示修改后再提交')
    const { taskId } = await startTask(tx, { type: SHIP_TASK, title: `批量发货：${fileName}`, params: { batchId } })
    await batches.update(tx, batchId, { state: 1, taskId, confirmedAt: tx.now(), expiresAt: null })
    await audit(tx, { action: 'ship', objectId: batchId, objectName: `${fileName} ${ready} 行` })
    return new Accepted({ taskId })
  })
}

/**
 * Takes back, in the background, each parcel of a batch that has not left yet (T12).
 * @throws 404; 409 while it is at work; 422 after half an hour, or when nothing was shipped
 */
export function undoBatch(ctx: Ctx, batchId: number) {
  return inTransaction(ctx, async (tx) => {
    if (!(await batches.lock(tx, batchId))) throw notFound(WHAT)
    const found = await batches.find(tx, batchId)
    if (!found) throw notFound(WHAT)
    const { batch } = found
    if (isAtWork(found)) throw stateConflict('该批次正在处理，请等处理完再撤回')
    if (batch.state === 0) throw stateConflict('该批次尚未发货')
    if (!found.counts.shipped) throw new Refusal('没有可以撤回的包裹')
    if (!undoUntil(tx, found)) throw new Refusal(`发货已超过${WITHDRAW_MINUTES}分钟，不能撤回`)
    const { taskId } = await startTask(tx, {
      type: UNSHIP_TASK,
      title: `撤回批量发货：${batch.fileName}`,
      params: { batchId },
    })
    await batches.update(tx, batchId, { taskId })
    await audit(tx, {
      action: 'shipWithdraw',
      objectId: batchId,
      objectName: `${batch.fileName} ${found.counts.shipped} 行`,
    })
    return new Accepted({ taskId })
  })
}

const isAtWork = ({ task }: batches.FoundBatch) => task?.status === 'pending' || task?.status === 'running'

function undoUntil({ now }: Ctx, found: batches.FoundBatch): Date | undefined {
  const { finishedAt } = found.batch
  const until = finishedAt && new Date(finishedAt.getTime() + WITHDRAW_MINUTES * 60_000)
  return until && until > now() && found.counts.shipped && !isAtWork(found) ? until : undefined
}

/** A page of batches, newest first. */
export async function listBatches(ctx: Ctx, query: RouteInput<typeof shipBatch.list>['query']) {
  const page = readPage(query)
  const { rows, ...counted } = await batches.list(ctx, page)
  return { list: rows.map((row) => describe(ctx, row)), ...counted, page: page.page, limit: page.limit }
}

/** A batch with all of its rows. @throws 404 */
export async function getBatch(ctx: Ctx, batchId: number): Promise<ShipBatchInfo> {
  const found = await batches.find(ctx, batchId)
  if (!found) throw notFound(WHAT)
  return { ...describe(ctx, found), rows: (await batches.listRows(ctx, batchId)).map(toWireRow) }
}

function describe(ctx: Ctx, found: batches.FoundBatch): ShipBatchRow {
  const { batch, counts, operatorName, task } = found
  const { id, fileName, total, taskId, createdAt, confirmedAt, finishedAt, expiresAt } = batch
  const isUndoing = task?.type === UNSHIP_TASK && isAtWork(found)
  const state = isUndoing ? 1 : batch.state
  return {
    id,
    fileName,
    total,
    taskId,
    ...counts,
    operatorName: operatorName ?? '',
    state: shipBatchStates[state] ?? 'done',
    isStopped: batch.state === 1 && !isAtWork(found),
    createTime: toWireTime(createdAt),
    confirmTime: wireTime(confirmedAt),
    finishTime: wireTime(finishedAt),
    expireTime: wireTime(expiresAt),
    undoUntil: wireTime(undoUntil(ctx, found) ?? null),
  }
}

export function toWireRow(record: batches.RowRecord): ShipRow {
  const { row, given, state, message, deliveryNo } = record
  const meant = record.meant as batches.Meant | null
  return {
    row,
    ...givenOf(given),
    message,
    deliveryNo,
    state: shipRowStates[state] ?? 'bad',
    expressCode: meant?.expressCode ?? '',
    expressName: meant?.expressName ?? '',
    lines: meant?.lines ?? [],
    guessed: meant?.guessed ?? false,
    guessCode: meant?.guessCode ?? '',
    warning: meant?.warning ?? '',
    receiver: cutText(meant?.receiver ?? '', MAX_WORDS),
    content: meant?.content ?? '',
    ok: state !== 1 && state !== 3,
    skipped: given.skipped === '1',
  }
}
