import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  type BulkAct,
  type BulkFailure,
  type BulkInfo,
  bulkActs,
  canUndo,
  MANY_ORDERS,
  type OrderBulk,
  type UndoableAct,
} from '@zhanggui/contract/order/order-note.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import type { OrderLogType } from '@zhanggui/domain/order/order-log.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { writeSheet } from '../../../platform/content/sheets.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { forbidden, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { isTaskOpen, startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import * as orders from '../order/order.repository.ts'
import { closeByShop, markOrder, trail, withOrder } from '../order/order-change.service.ts'
import * as notes from './order-note.repository.ts'
import { holdOrder, readDay, tagOrder, unholdOrder } from './order-note.service.ts'
import type { BulkChanges } from './order-note.tables.ts'

const TASK = 'order-bulk'
const WHAT = '批量操作'
/** How long it can be taken back. */
const UNDO_MS = 10 * 60_000
/** A task that has not finished by then never will; an act that was cut short can be taken back for as long. */
const RUNNING_MS = 6 * 3600_000
/** What a request does itself takes seconds; after this its process is gone. */
const INLINE_MS = 60_000
const MAX_REMARK = 512

type Params = { bulkId: number; body?: OrderBulk }
type Outcome = { ok: number; failed: BulkFailure[] }
type Progress = (processed: number, failed: number) => Promise<void>

/**
 * Does one act with many orders, each in its own transaction: refusals are listed, the others are changed. From
 * {@link MANY_ORDERS} on a task does it.
 * @throws 400 for what the act needs and has not, 403 without the act's own permission
 */
export async function runBulk(ctx: Ctx, body: OrderBulk) {
  const { act, orderNos } = body
  check(ctx, body)
  const changes: BulkChanges = { total: orderNos.length, done: [], same: 0, failed: [], isFinished: false }
  const row = { act, operatorId: ctx.actor.userId, changes, expiresAt: inFuture(ctx, RUNNING_MS) }
  if (orderNos.length >= MANY_ORDERS)
    return inTransaction(ctx, async (tx) => {
      const batchId = await notes.insertBulk(tx, row)
      const title = `${bulkActs[act].title} ${orderNos.length} 单`
      const { taskId } = await startTask(tx, { type: TASK, title, params: { bulkId: batchId, body } })
      await notes.updateBulk(tx, batchId, { taskId })
      return new Accepted({ batchId, taskId })
    })
  const batchId = await notes.insertBulk(ctx, row)
  return { batchId, ...(await doAll(ctx, { id: batchId, changes }, body)) }
}

/** Registers the task that changes many orders, or takes that back. */
export function registerBulks({ tasks }: Platform): void {
  tasks.handle<Params>(TASK, { needs: undefined, restartable: true }, runTask)
}

async function runTask(ctx: Ctx, { bulkId, body }: Params, work: TaskWork): Promise<TaskResult> {
  const row = await notes.findBulk(ctx, bulkId)
  if (!row) throw notFound(WHAT)
  if (body && row.undoneAt) throw new Refusal('该操作已撤销，不能继续')
  const total = body ? body.orderNos.length : row.changes.done.length
  const progress: Progress = (processed, failed) => work.progress({ processed, total, failed })
  if (body) check(ctx, body)
  const { ok, failed } = body ? await doAll(ctx, row, body, progress) : await undoAll(ctx, row, progress)
  const message = `成功 ${ok} 单，失败 ${failed.length} 单`
  if (!failed.length) return { rows: ok, message }
  const errorFile = await work.newFile('xlsx')
  const columns = [
    { title: '订单号', value: ({ orderNo }: BulkFailure) => orderNo, width: 24 },
    { title: '原因', value: (failure: BulkFailure) => failure.message, width: 60 },
  ]
  const sheet = writeSheet(bulkActs[row.act].title, columns, failed, 'xlsx')
  await pipeline(sheet, createWriteStream(errorFile.path, { mode: 0o600 }), { signal: work.signal })
  return { rows: ok, message, errorFile }
}

/** @throws 403 without the permission of the act itself */
function requireRight(actor: Ctx['actor'], act: BulkAct): void {
  const { permission } = bulkActs[act]
  if (!holds(actor, permission)) throw forbidden(permission)
}

/** @throws 403 without the permission of the act itself, 400 without what the act needs */
function check(ctx: Ctx, { act, remark, add, remove, reason, until }: OrderBulk): void {
  requireRight(ctx.actor, act)
  if (act === 'mark' && remark === undefined) throw new BadInput('请输入商家备注', 'remark')
  if (act === 'tag' && !add?.length && !remove?.length) throw new BadInput('请选择标签', 'add')
  if ((act === 'hold' || act === 'close') && !reason) throw new BadInput('请输入原因', 'reason')
  if (act === 'hold' && until) readDay(ctx, until)
  if (act === 'close' && reason && reason.length > 100) throw new BadInput('原因不能超过100个字符', 'reason')
}

/** Does what is left: a run that was cut short goes on with the orders it has not changed. */
async function doAll(
  ctx: Ctx,
  { id, changes }: Pick<notes.BulkRow, 'id' | 'changes'>,
  body: OrderBulk,
  progress?: Progress,
): Promise<Outcome> {
  const done = new Set(changes.done.map(({ orderNo }) => orderNo))
  let same = 0
  const outcome = await each(ctx, body.orderNos, progress, async (orderNo) => {
    if (!done.has(orderNo) && !(await doOne(ctx, id, body, orderNo))) same++
  })
  const ending = { failed: outcome.failed, same, isFinished: true }
  await notes.updateBulk(ctx, id, ending, inFuture(ctx, UNDO_MS))
  return outcome
}

/** The work for each of some orders; what is refused is listed with its reason. */
async function each(
  ctx: Ctx,
  orderNos: readonly string[],
  progress: Progress | undefined,
  work: (orderNo: string) => Promise<void>,
): Promise<Outcome> {
  const failed: BulkFailure[] = []
  for (const [index, orderNo] of orderNos.entries()) {
    try {
      await work(orderNo)
    } catch (error) {
      failed.push({ orderNo, message: explain(ctx, error) })
    }
    await progress?.(index + 1, failed.length)
  }
  return { ok: orderNos.length - failed.length, failed }
}

/** The message of a refusal; internal errors are logged and answered with an apology. */
function explain(ctx: Ctx, error: unknown): string {
  if (isRefusal(error)) return error.message
  ctx.log.error({ err: error }, 'an order was not changed')
  return '系统繁忙，请稍后再试'
}

/** Changes one order and records what it was. Returns false when it was as wanted already. */
function doOne(ctx: Ctx, bulkId: number, body: OrderBulk, orderNo: string): Promise<boolean> {
  return withOrder(ctx, { orderNo }, async (tx, order) => {
    const { version } = await actOn(tx, order, body)
    if (version === order.version) return false
    const before = canUndo(body.act) ? partOf(order, body.act) : {}
    await notes.addDone(tx, bulkId, { orderId: order.id, orderNo, version, before })
    return true
  })
}

function actOn(tx: Ctx, order: orders.OrderRow, body: OrderBulk) {
  const { act, remark = '', append, add, remove, reason = '', until } = body
  const { orderNo } = order
  switch (act) {
    case 'mark':
      return markOrder(tx, { orderNo, remark: append ? appended(order.remark, remark) : remark })
    case 'tag':
      return tagOrder(tx, { orderNo, ...(add && { add }), ...(remove && { remove }) })
    case 'hold':
      return holdOrder(tx, { orderNo, reason, until })
    case 'unhold':
      return unholdOrder(tx, { orderNo })
    case 'close':
      return closeByShop(tx, { orderNo, reason })
  }
}

function appended(before: string, more: string): string {
  const text = [before, more].filter(Boolean).join('；')
  if (text.length > MAX_REMARK) throw new Refusal(`备注加上原有内容超过 ${MAX_REMARK} 个字`)
  return text
}

/** What an act changes of an order. */
function partOf(order: orders.OrderRow, act: UndoableAct): orders.OrderSet {
  const { remark, tagIds, hold, holdReason, holdUntil, printStale } = order
  switch (act) {
    case 'mark':
      return { remark, printStale }
    case 'tag':
      return { tagIds }
    case 'hold':
      return { hold, holdReason, holdUntil, printStale }
  }
}

/** What the log says of an act that is taken back. */
const logTypes: Record<UndoableAct, OrderLogType> = { mark: 'mark', tag: 'tag', hold: 'unhold' }

/**
 * Puts the orders of a bulk back to what they were, but for those that changed since. A bulk that was cut short can be
 * taken back as far as it came, and so can what its undoing left.
 * @throws 403, 404 for another's, 409 when it was taken back before or still runs, 422 for other acts and after ten minutes
 */
export async function undoBulk(ctx: Ctx, { batchId }: { batchId: number }) {
  const act = (await ownBulk(ctx, batchId)).act
  if (!canUndo(act)) throw new Refusal(`${bulkActs[act].title}不能撤销`)
  requireRight(ctx.actor, act)
  const begun = await inTransaction(ctx, async (tx) => {
    const locked = await notes.lockBulk(tx, batchId)
    const { undone, done } = locked.changes
    if (undone?.isFinished) throw stateConflict('该操作已撤销')
    if (await isRunning(tx, locked))
      throw stateConflict(undone ? '正在撤销，请稍候' : `${WHAT}尚未完成，请完成后再撤销`)
    if (ctx.now() >= locked.expiresAt) throw new Refusal('已超过10分钟，不能撤销')
    if (!done.length) throw new Refusal('没有可以撤销的订单')
    const title = `撤销：${bulkActs[act].title} ${done.length} 单`
    const task = done.length >= MANY_ORDERS && (await startTask(tx, { type: TASK, title, params: { bulkId: batchId } }))
    await notes.beginUndo(tx, batchId, { ok: 0, failed: [], isFinished: false, ...task })
    return task ? new Accepted({ batchId, ...task }) : locked
  })
  return begun instanceof Accepted ? begun : { batchId, ...(await undoAll(ctx, begun)) }
}

async function undoAll(ctx: Ctx, { id, act, changes }: notes.BulkRow, progress?: Progress): Promise<Outcome> {
  const undone = new Set(changes.undoneNos)
  const byNo = new Map(changes.done.map((done) => [done.orderNo, done]))
  const outcome = await each(ctx, [...byNo.keys()], progress, async (orderNo) => {
    const done = byNo.get(orderNo)
    if (done && !undone.has(orderNo)) await undoOne(ctx, id, act as UndoableAct, done)
  })
  await notes.updateBulk(ctx, id, { undone: { ...outcome, isFinished: true } })
  return outcome
}

function undoOne(
  ctx: Ctx,
  bulkId: number,
  act: UndoableAct,
  { orderNo, version, before }: BulkChanges['done'][number],
): Promise<void> {
  return withOrder(ctx, { orderNo }, async (tx, order) => {
    if (order.version !== version) throw stateConflict('之后有其他改动，保持不变')
    await orders.changeOrder(tx, order.id, before)
    await orders.noteOrder(tx, order.id, { changeType: logTypes[act], message: `撤销${bulkActs[act].title}` })
    await trail(tx, order, 'undo', partOf(order, act), before)
    await notes.addUndone(tx, bulkId, orderNo)
  })
}

/** How a bulk of the caller's stands. @throws 404 */
export async function getBulk(ctx: Ctx, batchId: number): Promise<BulkInfo> {
  const row = await ownBulk(ctx, batchId)
  const { total, done, same, failed, isFinished, undone } = row.changes
  const { act, expiresAt } = row
  const isUnended = !(undone ?? row.changes).isFinished
  const isStopped = isUnended && !(await isRunning(ctx, row))
  const mayUndo = done.length > 0 && canUndo(act) && ctx.now() < expiresAt
  const isOpen = mayUndo && (isStopped || (isFinished && !undone))
  const { ok = 0, failed: kept = [], isFinished: isUndone = false } = undone ?? {}
  return {
    batchId,
    act,
    total,
    ok: done.length + same,
    failed,
    isFinished,
    isStopped,
    undoUntil: isOpen ? toWireTime(expiresAt) : null,
    ...(undone && { undone: { ok: ok || (row.changes.undoneNos?.length ?? 0), failed: kept, isFinished: isUndone } }),
  }
}

/** Whether a task or a request is at it, or at taking it back. */
async function isRunning(ctx: Ctx, { changes, createdAt, undoneAt }: notes.BulkRow): Promise<boolean> {
  const work = changes.undone ?? changes
  if (work.isFinished) return false
  if (work.taskId) return isTaskOpen(ctx, work.taskId)
  return ctx.now().getTime() - (undoneAt ?? createdAt).getTime() < INLINE_MS
}

async function ownBulk(ctx: Ctx, id: number): Promise<notes.BulkRow> {
  const row = await notes.findBulk(ctx, id)
  if (!row || row.operatorId !== ctx.actor.userId) throw notFound(WHAT)
  return row
}

const inFuture = ({ now }: Ctx, milliseconds: number) => new Date(now().getTime() + milliseconds)
