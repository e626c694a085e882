import {
  productUndo,
  type UndoFound,
  type UndoInfo,
  type UndoKind,
  type UndoLeft,
} from '@zhanggui/contract/product/product-undo.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as products from '../product/product.repository.ts'
import { restoreForm } from '../product/product.service.ts'
import { putOnShelf, recycleProduct, restoreProduct, takeOffShelf } from '../product/product-state.service.ts'
import * as undos from './product-undo.repository.ts'
import {
  changeBetween,
  formBefore,
  hasContent,
  hasFields,
  isAsBefore,
  mergeChanges,
  readSnapshot,
  type UndoChange,
} from './product-undo-change.ts'
import { denialOfChange, denialOfParts } from './product-undo-rights.ts'

const TASK = 'product.undo'
const BATCH = 100
const KEPT_DAYS = 30
const DAY_MS = 24 * 3600_000
const WHAT = '可撤销的操作'
const TAKEN_BACK = '该操作已撤销，不能继续'
/** Old actions deleted by one statement, each with up to 100,000 products. */
const PURGED_AT_ONCE = 5

/** Opens an action on many products, whose changes will be recorded by {@link recorded}. Returns its id. */
export function openUndo(ctx: Ctx, undo: OpenedUndo): Promise<number> {
  return undos.open(ctx, { ...undo, title: cutText(undo.title, 120) })
}

type OpenedUndo = { kind: UndoKind; refId?: number; title: string; actionTaskId?: string }

/**
 * Opens the action of a task, or continues it.
 * @throws 409 when it is being taken back, or was
 */
export function continueUndo(ctx: Ctx, undo: OpenedUndo): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const id = await openUndo(tx, undo)
    const row = await undos.lock(tx, id)
    if (row?.status !== 'open') throw stateConflict(TAKEN_BACK)
    return id
  })
}

/**
 * Continues one's own batch that can still be taken back.
 * @throws 404, 409 when it is being taken back, or was
 */
export function continueBatch(ctx: Ctx, id: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await undos.lock(tx, id)
    if (row?.kind !== 'batch' || row.createdBy !== tx.caller?.userId) throw notFound(WHAT)
    if (row.status !== 'open') throw stateConflict(TAKEN_BACK)
    return id
  })
}

/** Records that an action added a product. @param tx the transaction that added it */
export async function recordAdded(tx: Ctx, undoId: number, productId: number): Promise<void> {
  const row = await products.lock(tx, productId)
  if (row) await undos.storeItem(tx, { undoId, productId, change: null, version: row.version })
}

/**
 * Changes a product and records what the change differs from, in the same transaction. A second change by the same action
 * is added to the first, unless somebody else changed the product between the two.
 * @throws 409 when the action is being taken back, or was: what it changed now would stay
 */
export async function recorded<Result>(
  tx: Ctx,
  undoId: number,
  productId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(await undos.holdOpen(tx, undoId))) throw stateConflict(TAKEN_BACK)
  const before = await readSnapshot(tx, productId)
  const from = { version: before.row.version, ledgerId: await undos.findLastLedgerId(tx, productId) }
  const result = await work()
  const after = await readSnapshot(tx, productId)
  const difference = changeBetween(before, after)
  if (!difference) return result
  const change = { ...difference, from }
  const earlier = await undos.findItem(tx, undoId, productId)
  if (earlier && earlier.version !== before.row.version) return result
  const whole = earlier ? earlier.change && mergeChanges(earlier.change, change) : change
  await undos.storeItem(tx, { undoId, productId, change: whole, version: after.row.version })
  return result
}

/** The number of products that an action added or changed. */
export async function countRecorded(ctx: Ctx, undoId: number): Promise<number> {
  return (await undos.count(ctx, undoId)).total
}

/** Registers the task that takes actions back. */
export function registerUndo({ tasks }: Platform): void {
  tasks.handle<{ undoId: number }>(TASK, { needs: productUndo.start.permission, restartable: true }, runUndo)
}

/**
 * Starts taking an action back; one that stopped on the way is continued.
 * @throws 403 without the right to do what it did, 404, 409 when it was taken back before or is not finished, 422 after thirty
 *   days or when nothing can be taken back
 */
export async function startUndo(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await undos.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (row.status === 'done') throw stateConflict('该操作已撤销')
    if (row.status === 'running' && (await undos.isAtWork(tx, row.taskId))) throw stateConflict('正在撤销，请稍候')
    if (tx.now() >= untilOf(row)) throw new Refusal(`已超过${KEPT_DAYS}天，不能撤销`)
    if (await undos.isAtWork(tx, row.actionTaskId)) throw stateConflict('操作尚未完成，请完成后再撤销')
    const denial = denialOfParts(tx, await undos.listParts(tx, id))
    if (denial) throw forbidden(denial.permission)
    const { recycled, restored } = await undos.forecast(tx, id, await mustBeOff(tx))
    if (!recycled && !restored) throw new Refusal('没有可以撤销的商品，原因见列表')
    const title = `撤销：${row.title}`
    const { taskId } = await startTask(tx, { type: TASK, title, params: { undoId: id } })
    await undos.update(tx, id, { status: 'running', taskId, undoneBy: tx.caller?.userId ?? null })
    const objectName = `${row.title}（回收 ${recycled} 个、还原 ${restored} 个）`
    await audit(tx, { action: 'undo', objectType: 'product-undo', objectId: id, objectName })
    return new Accepted({ taskId })
  })
}

/** Takes the remaining products back, each in a transaction that also stores its outcome, hence once. */
export async function runUndo(
  ctx: Ctx,
  { undoId }: { undoId: number },
  work: Pick<TaskWork, 'progress'>,
): Promise<TaskResult> {
  const { total } = await undos.count(ctx, undoId)
  let after = 0
  let processed = 0
  for (;;) {
    const ids = await undos.listOpen(ctx, undoId, after, BATCH)
    for (const id of ids) {
      await undoOne(ctx, undoId, id)
      await work.progress({ processed: ++processed, total })
      after = id
    }
    if (ids.length < BATCH) break
  }
  await undos.update(ctx, undoId, { status: 'done', finishTime: ctx.now() })
  const { recycled, restored, left } = await undos.count(ctx, undoId)
  const kept = left ? `，${left} 个保持不变，原因见撤销结果` : ''
  return { rows: recycled + restored, message: `回收 ${recycled} 个、还原 ${restored} 个商品${kept}` }
}

async function undoOne(ctx: Ctx, undoId: number, productId: number): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const item = await undos.lockOpen(tx, undoId, productId)
      if (!item) return
      const verdict = await judgeLocked(tx, undoId, productId)
      if (!verdict) return
      const { fault, kept, created } = verdict
      if (fault) return undos.settle(tx, undoId, productId, 'left', reasonOf(verdict))
      // Rights may be lost since it was asked for, and a task may be tried again.
      const denial = denialOfChange(tx, item.change, await readSnapshot(tx, productId))
      if (denial) return undos.settle(tx, undoId, productId, 'left', denial)
      if (created) await recycleProduct(tx, productId)
      else {
        const change = item.change ?? {}
        await restore(tx, productId, change, new Set(kept?.map(({ id }) => id)))
        const now = await readSnapshot(tx, productId)
        if (!kept && isAsBefore(now, change)) await undos.reopenEarlier(tx, item, now.row.version)
      }
      await undos.settle(tx, undoId, productId, created ? 'recycled' : 'restored', reasonOf(verdict))
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await undos.settle(ctx, undoId, productId, 'left', error.message)
  }
}

/** The verdict on a product that is locked with its SKUs, so that it stays true. A deleted one cannot be locked. */
async function judgeLocked(tx: Ctx, undoId: number, productId: number): Promise<undos.Verdict | undefined> {
  await readSnapshot(tx, productId).catch((error) => {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
  })
  return undos.judge(tx, undoId, productId, await mustBeOff(tx))
}

/** Puts a product back to what it was before a change. */
async function restore(tx: Ctx, id: number, change: UndoChange, kept: ReadonlySet<number>): Promise<void> {
  const { state } = change
  let now = await readSnapshot(tx, id)
  if (state && !state.isRecycle && now.row.isRecycle) await restoreProduct(tx, id)
  if (state && !state.isShow && now.row.isShow) await takeOffShelf(tx, id)
  if (hasContent(change)) {
    now = await readSnapshot(tx, id)
    await restoreForm(tx, now.row, formBefore(now, change, kept), hasFields(change))
  }
  if (state?.isShow) await putOnShelf(tx, id)
  if (state?.isRecycle && !now.row.isRecycle) await recycleProduct(tx, id)
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Refusal || error instanceof BadInput || (error instanceof HttpError && error.status < 500)
}

/** Why a product stays as it is, or part of it; '' when all of it goes back. */
function reasonOf({ fault, kept, who, at, outcome, reason }: undos.Verdict): string {
  if (outcome || reason) return reason
  switch (fault) {
    case 'deleted':
      return '已彻底删除'
    case 'recycled':
      return '已在回收站'
    case 'changed':
      return `之后被${who ?? '系统'}修改过（${toWireTime(at)}）`
    case 'moved':
      return '之后有库存变动（销售或调整）'
    case 'shown':
      return '请先下架商品，再进行修改'
    default:
      return kept ? `规格「${kept.map(({ suk }) => suk).join('」「')}」的库存保持不变：之后已售出或盘点` : ''
  }
}

/** Whether the settings forbid to edit products on the shelf. */
async function mustBeOff(ctx: Ctx): Promise<boolean> {
  return (await getSettings(ctx)).product_edit_requires_off_shelf
}

/** @throws 404 */
export async function getUndo(ctx: Ctx, id: number): Promise<UndoInfo> {
  const found = await undos.find(ctx, id)
  if (!found) throw notFound(WHAT)
  const { row, createBy, undoneBy } = found
  const { kind, title, taskId, finishTime } = row
  // One that stopped on the way can be started again, like one that has not begun.
  const status = row.status === 'running' && !(await undos.isAtWork(ctx, taskId)) ? 'open' : row.status
  const counts = status === 'open' ? await undos.forecast(ctx, id, await mustBeOff(ctx)) : await undos.count(ctx, id)
  return {
    id,
    kind,
    title,
    status,
    taskId,
    ...counts,
    createBy: createBy ?? '系统',
    createTime: toWireTime(row.createdAt),
    until: toWireTime(untilOf(row)),
    undoneBy: undoneBy ?? '',
    finishTime: finishTime && toWireTime(finishTime),
  }
}

/** The actions that requests began and that can be taken back, or were; the newest first. */
export async function findUndos(ctx: Ctx, requestIds: readonly string[]): Promise<UndoFound[]> {
  const rows = await undos.listOf(ctx, requestIds)
  const known = rows.filter((row) => row.status !== 'open' || ctx.now() < untilOf(row))
  return known.map(({ id, requestId, title, status }) => ({ id, requestId, title, status }))
}

/** A page of the products that stay as they are, or with part of it, and why. */
export async function listLeft(ctx: Ctx, { id, ...left }: RouteInput<typeof productUndo.left>['query']) {
  const { page, limit, ...asked } = readPage(left)
  const { rows, total } = await undos.listLeft(ctx, id, await mustBeOff(ctx), { page, limit, ...asked })
  const list = rows.map((verdict): UndoLeft => {
    return { id: verdict.productId, storeName: verdict.storeName, reason: reasonOf(verdict) }
  })
  return { list, total, page, limit }
}

const untilOf = ({ createdAt }: undos.UndoRecord) => new Date(createdAt.getTime() + KEPT_DAYS * DAY_MS)

/** Deletes what is needed to take back actions that are older than thirty days. */
export async function purgeUndos(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)
  let purged = 0
  while (!signal.aborted) {
    const gone = await undos.removeOld(ctx, before, PURGED_AT_ONCE)
    purged += gone
    if (!gone) break
  }
  return purged
}
