import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { faultOfStale, isFurther } from '@zhanggui/domain/order/ship-batch.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds, type Platform } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import type { TaskResult, TaskWork } from '../../../platform/work/tasks.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { lockOrder, WHAT as ORDER } from '../order/order-transition.service.ts'
import { shipInTx } from '../shipment/shipment.service.ts'
import { withdrawShipment } from '../shipment/shipment-change.service.ts'
import * as batches from './ship-batch.repository.ts'
import { SHIP_TASK, UNSHIP_TASK } from './ship-batch.service.ts'
import { writeFailed } from './ship-batch-sheet.service.ts'

type Work = Pick<TaskWork, 'id' | 'progress' | 'newFile' | 'signal'>

/** Registers the tasks that ship a batch, and take it back. */
export function registerShipBatches({ tasks }: Platform): void {
  const rules = { needs: shipBatch.confirm.permission, restartable: true } as const
  tasks.handle<{ batchId: number }>(SHIP_TASK, rules, shipRows)
  tasks.handle<{ batchId: number }>(UNSHIP_TASK, rules, withdrawRows)
}

function requirePermission({ actor }: Ctx): void {
  if (!holds(actor, shipBatch.confirm.permission)) throw forbidden(shipBatch.confirm.permission)
}

/**
 * Ships the rows of a confirmed batch that are left, each in a transaction that also says so of the row: a process that goes
 * on after a crash ships none of them twice.
 */
async function shipRows(ctx: Ctx, { batchId }: { batchId: number }, work: Work): Promise<TaskResult> {
  requirePermission(ctx)
  // Once it is taken back, another task has the batch: this one, when it is tried again, ships nothing.
  const found = await batches.find(ctx, batchId)
  if (found?.batch.taskId !== work.id) throw new Refusal('该批次已撤回，不能继续发货')
  const before = await batches.countStates(ctx, batchId)
  let failed = before.get(3) ?? 0
  let processed = (before.get(2) ?? 0) + failed
  const waiting = await batches.listRows(ctx, batchId, [0])
  const total = processed + waiting.length
  const meantOf = ({ meant }: batches.RowRecord) => meant as batches.Meant
  // What is added to parcels comes after them, goods that travel in the parcel of another row after that.
  const leading = waiting.filter((row) => meantOf(row).joins === undefined && !isFurther(meantOf(row)))
  const further = waiting.filter((row) => isFurther(meantOf(row)))
  const joining = waiting.filter((row) => meantOf(row).joins !== undefined)
  try {
    for (const row of [...leading, ...further]) {
      if (!(await shipRow(ctx, batchId, row, meantOf(row)))) failed++
      await work.progress({ processed: ++processed, total, failed })
    }
    for (const row of joining) {
      if (!(await follow(ctx, batchId, row, meantOf(row).joins))) failed++
      await work.progress({ processed: ++processed, total, failed })
    }
  } finally {
    const counts = await batches.countStates(ctx, batchId)
    const isDone = !counts.get(0)
    const set = { shipped: counts.get(2) ?? 0, failed: counts.get(3) ?? 0, finishedAt: ctx.now() }
    await batches.update(ctx, batchId, { ...set, ...(isDone && { state: 2 }) })
  }
  const shipped = processed - failed
  // Also the rows that could not be shipped from the start, as the page counts them.
  const left = failed + (before.get(1) ?? 0)
  const message = `成功 ${shipped}，失败 ${left}`
  if (!left) return { rows: shipped, message }
  return { rows: shipped, message, errorFile: await writeFailed(ctx, batchId, work) }
}

/** Ships a row. Returns whether it went. */
async function shipRow(ctx: Ctx, batchId: number, row: batches.RowRecord, meant: batches.Meant): Promise<boolean> {
  try {
    await retried(ctx, async (tx) => {
      const orders = await lockAll(tx, [...new Set(meant.parcels.map(({ orderNo }) => orderNo))])
      await refuseStale(tx, meant)
      const [first] = orders.values()
      const deliveryNos: string[] = []
      for (const { orderNo, number, lines } of meant.parcels) {
        // Once a parcel of it was sent, the order is not what was locked first.
        const order = orders.get(orderNo) ?? (await lockOrder(tx, { orderNo }))
        orders.delete(orderNo)
        if (order.addressKey !== first?.addressKey) throw new Refusal('收货信息不一致，不能合并发货')
        const isAgain = lines?.length === 0 && (await batches.hasNumber(tx, order.id, number))
        if (isAgain) throw new Refusal('该快递单号已是本订单的包裹，请勿重复发货')
        const command = {
          deliveryType: 'express' as const,
          expressCode: meant.expressCode,
          expressNumber: number,
          mark: row.given.mark ?? '',
          ...(lines && { lines }),
        }
        deliveryNos.push((await shipInTx(tx, order, command, { batchId })).deliveryNo)
      }
      const set = { state: 2, deliveryNo: deliveryNos[0] ?? '', meant: { ...meant, deliveryNos } }
      if (!(await batches.settleRow(tx, row, set))) throw new Refusal('该行已处理')
    })
    return true
  } catch (error) {
    await batches.settleRow(ctx, row, { state: 3, message: explain(ctx, error, row) })
    return false
  }
}

/** @throws 422 where an order changed after staff looked at it */
async function refuseStale(tx: Ctx, { parcels }: batches.Meant): Promise<void> {
  const found = await batches.findOrders(tx, [...new Set(parcels.map(({ orderNo }) => orderNo))])
  const orders = new Map(found.map((order) => [order.orderNo, order]))
  for (const parcel of parcels) {
    const order = orders.get(parcel.orderNo)
    if (!order) throw notFound(ORDER)
    const fault = faultOfStale(parcel, order)
    if (fault) throw new Refusal(fault)
  }
}

/** Locks the orders of a row, in ascending id. @throws 404 */
async function lockAll(tx: Ctx, orderNos: readonly string[]) {
  const keys = orderNos.length > 1 ? await batches.idsOf(tx, orderNos) : orderNos.map((orderNo) => ({ orderNo }))
  const locked = new Map<string, Awaited<ReturnType<typeof lockOrder>>>()
  for (const key of keys) {
    const order = await lockOrder(tx, key)
    if (seesOrder(tx, order)) locked.set(order.orderNo, order)
  }
  if (locked.size < orderNos.length) throw notFound(ORDER)
  return locked
}

/** Goods that travelled in the parcel of another row fared as that one did. */
async function follow(ctx: Ctx, batchId: number, row: batches.RowRecord, lead: number | undefined): Promise<boolean> {
  const leading = (await batches.listRows(ctx, batchId, [2, 3])).find((each) => each.row === lead)
  const { state = 3, message = '同一包裹的行未发货', deliveryNo = '' } = leading ?? {}
  await batches.settleRow(ctx, row, { state, message, deliveryNo })
  return state === 2
}

/** The words of a refusal; other errors are logged, and staff read an apology. */
function explain(ctx: Ctx, error: unknown, { row }: Pick<batches.RowRecord, 'row'>): string {
  if (isRefusal(error)) return error.message
  ctx.log.error({ err: error, row }, 'a row of a batch was not shipped')
  return '系统繁忙，请稍后再试'
}

/** Takes back what a batch sent, parcel by parcel; a row is taken back when all its parcels are. */
async function withdrawRows(ctx: Ctx, { batchId }: { batchId: number }, work: Work): Promise<TaskResult> {
  requirePermission(ctx)
  const parcels = await batches.listParcels(ctx, batchId)
  const faults = new Map<string, string>()
  for (const [index, { deliveryNo, state }] of parcels.entries()) {
    if (state !== 2)
      await withdrawShipment(ctx, { deliveryNo }).catch((error: unknown) => {
        faults.set(deliveryNo, explain(ctx, error, { row: index }))
      })
    await work.progress({ processed: index + 1, total: parcels.length, failed: faults.size })
  }
  const open = new Map(
    (await batches.listParcels(ctx, batchId)).flatMap(({ deliveryNo, state, expressNo }) =>
      state === 2 ? [] : [[deliveryNo, `${expressNo} ${faults.get(deliveryNo) ?? '已收货'}`]],
    ),
  )
  for (const row of await batches.listRows(ctx, batchId, [2])) {
    const meant = row.meant as batches.Meant
    const left = (meant.deliveryNos ?? [row.deliveryNo]).flatMap((deliveryNo) => open.get(deliveryNo) ?? [])
    await batches.settleRow(
      ctx,
      row,
      left.length ? { message: `未能撤回：${left.join('；')}` } : { state: 4, message: '' },
    )
  }
  const counts = await batches.countStates(ctx, batchId)
  const [shipped, withdrawn] = [counts.get(2) ?? 0, counts.get(4) ?? 0]
  await batches.update(ctx, batchId, { shipped, ...(!shipped && { state: 3 }) })
  return { rows: withdrawn, message: `已撤回 ${withdrawn}，未能撤回 ${shipped}` }
}
