import type { Review } from '@zhanggui/contract/order/front-shipment.ts'
import { canReceive, canReview } from '@zhanggui/domain/order/order-state.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { requireBuyerPictures } from '../../file/attachment/buyer-picture.service.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { createReplies } from '../../product/reply/product-reply.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { changePoints, listThawing, type ThawingPoints } from '../../user/ledger/ledger.service.ts'
import { type Checked, checkText } from '../../wechat/content-check/content-check.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { receiveOrder, refuseBy, WHAT } from '../order/order-transition.service.ts'
import * as receipts from './receipt.repository.ts'

const BATCH = 200

export const AUTO_RECEIPT = 'orderAutoReceipt'
export const AUTO_COMPLETE = 'orderAutoComplete'
export const UNFREEZE = 'integralUnfreeze'

/** T13: the calling buyer has an order. @throws 404, 409, 422 for a cod order whose money was not taken */
export async function takeOwnOrder(ctx: Ctx, orderNo: string): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canReceive(order))
    await receiveOrder(tx, order, '买家确认收货')
  })
}

async function lockOwn(tx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order || order.isDel) throw notFound(WHAT)
  return order
}

/**
 * The calling buyer reviews a line of an order that came; the last one completes the order (T15).
 * @throws 400 for a picture that the buyer did not upload, 404, 409 unless it was received, for a line that was reviewed or refunded;
 *   422 for a text that WeChat calls an offence
 */
export async function reviewOwnLine(ctx: Ctx, { orderNo, lineId, pics = [], ...said }: Review): Promise<void> {
  const checked = await checkText(ctx, { kind: 'reply', uid: ctx.buyer.uid, text: said.comment })
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canReview(order))
    const lines = await orders.linesOf(tx, order.id)
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw notFound('订单商品')
    if (line.refundNum === line.num) throw stateConflict('该商品已退款，不能评价')
    await requireBuyerPictures(tx, tx.buyer.uid, pics, 'pics')
    if (!(await receipts.reviewLine(tx, order.id, lineId))) throw stateConflict('该商品已评价')
    const isLast = lines.every((each) => each.id === lineId || isSettled(each))
    if (isLast && order.status === 2) await completeOrder(tx, order, '买家评价，交易完成')
    await addReplies(tx, order, [line], { ...said, pics }, checked)
  })
}

/** Whether nobody will review a line any more. */
const isSettled = ({ isReply, refundNum, num }: orders.LineRow) => isReply || refundNum === num

/** T15. The guard is the caller's. @param order locked */
async function completeOrder(tx: Ctx, order: orders.OrderRow, message: string): Promise<void> {
  await orders.changeOrder(tx, order.id, { status: 3, completeTime: tx.now(), autoCompleteTime: null })
  await orders.noteOrder(tx, order.id, { changeType: 'review', message })
}

type Said = { productScore: number; serviceScore: number; comment: string; pics: readonly string[]; isAuto?: boolean }

/** Comes last in a transaction: it locks products. */
async function addReplies(
  tx: Ctx,
  order: orders.OrderRow,
  lines: readonly orders.LineRow[],
  said: Said,
  checked?: Checked,
) {
  const { nickname, avatar } = await receipts.buyerOf(tx, order.uid)
  const media = await readMedia(tx)
  await createReplies(
    tx,
    lines.map(({ id: oid, productId, unique, sku }) => ({
      uid: order.uid,
      oid,
      productId,
      unique,
      sku,
      replyType: 'product' as const,
      ...said,
      nickname,
      avatar: media.toWire(avatar),
    })),
    checked,
  )
}

/** T13 of orders whose time has come, but for those with a lost parcel. Returns how many were received. */
export const receiveDue = (ctx: Ctx, signal: AbortSignal) =>
  eachDue(ctx, 'receive', AUTO_RECEIPT, signal, async (tx, order) => {
    await receiveOrder(tx, order, '超过收货时间，系统自动确认收货')
  })

/** T15 of orders whose time has come, with a good review of what nobody reviewed. Returns how many were completed. */
export async function completeDue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const { auto_reply_days, auto_reply_text } = await getSettings(ctx)
  const said: Said = {
    productScore: 5,
    serviceScore: 5,
    comment: auto_reply_text || '系统默认好评',
    pics: [],
    isAuto: true,
  }
  return eachDue(ctx, 'complete', AUTO_COMPLETE, signal, async (tx, order) => {
    const isReviewed = auto_reply_days > 0 && order.source !== 'reship'
    const open = isReviewed ? (await orders.linesOf(tx, order.id)).filter((line) => !isSettled(line)) : []
    for (const { id } of open) await receipts.reviewLine(tx, order.id, id)
    await completeOrder(tx, order, open.length ? '超过评价时间，系统默认好评，交易完成' : '超过评价时间，交易完成')
    if (open.length) await addReplies(tx, order, open, said)
  })
}

/** Does what is due of orders, each in a transaction of its own, once its order is locked and still due. */
async function eachDue(
  ctx: Ctx,
  kind: receipts.DueKind,
  job: string,
  signal: AbortSignal,
  work: (tx: Ctx, order: orders.OrderRow) => Promise<void>,
): Promise<number> {
  let done = 0
  let after: receipts.Due | undefined
  while (!signal.aborted) {
    const due = await receipts.listDue(ctx, kind, job, after, BATCH)
    done += await eachRow(ctx, job, due, signal, ({ id }) =>
      retried(ctx, async (tx) => {
        // Somebody who holds it is changing it.
        const order = await receipts.lockDue(tx, kind, id)
        if (!order) return false
        await work(tx, order)
        return true
      }),
    )
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return done
}

/** Gives customers the points whose time has come; of an order under refund they wait. Returns how many records thawed. */
export async function thawPoints(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let done = 0
  let after: ThawingPoints | undefined
  while (!signal.aborted) {
    const due = await listThawing(ctx, UNFREEZE, after, BATCH)
    done += await eachRow(ctx, UNFREEZE, due, signal, (record) => retried(ctx, (tx) => thaw(tx, record)))
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return done
}

async function thaw(tx: Ctx, record: ThawingPoints): Promise<boolean> {
  const isOfOrder = record.linkType === 'order' && record.linkId !== ''
  const order = isOfOrder ? await orders.lockOrder(tx, { orderNo: record.linkId }) : undefined
  if (order && (order.refundStatus === 1 || order.refundStatus === 3)) return false
  const { uid, type, integral, linkType, linkId, title, bizKey } = record
  const change = { uid, type, integral, linkType, linkId, title, bizKey }
  const thawed = await changePoints(tx, { ...change, status: 3 })
  // Where they have no room, the record says why they still wait.
  if (!thawed && record.mark === '') await changePoints(tx, { ...change, status: 3, mayWait: true })
  return thawed
}
