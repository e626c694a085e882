import type { Claimable, FrontCase, FrontCaseRow, frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import {
  canChange,
  canEndCase,
  canForget,
  canMoveOn,
  canOpenCase,
  canRevoke,
  canSendBack,
  claimable,
} from '@zhanggui/domain/order/after-sales.ts'
import { tidyNumber } from '@zhanggui/domain/order/express.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { fateOfCoupon } from '../../coupon/copy/coupon-use.service.ts'
import { requireBuyerPictures } from '../../file/attachment/buyer-picture.service.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as orders from '../order/order.repository.ts'
import { toWireLine } from '../order/order-describe.service.ts'
import { eventOf, WHAT as ORDER, refuseBy } from '../order/order-transition.service.ts'
import * as cases from './after-sales.repository.ts'
import { WHAT } from './after-sales.service.ts'
import { deadlineOf, stateTextOf, toWireStep } from './after-sales-describe.service.ts'
import { changeRequest, endCase, listReasons, openCase, quoteOf, quoteRequest } from './after-sales-flow.service.ts'

type Input<Name extends keyof typeof frontAfterSales> = RouteInput<(typeof frontAfterSales)[Name]>

/** What of an order of the calling buyer can be asked back, by the calculator of refunds. @throws 404, also for another's */
export async function getClaimable(ctx: Ctx, orderNo: string): Promise<Claimable> {
  const order = await orders.findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order) throw notFound(ORDER)
  const rows = await orders.linesOf(ctx, order.id)
  const media = await readMedia(ctx)
  const { order_after_sale_days: saleDays } = await getSettings(ctx)
  const rules = { receiveTime: order.receiveTime, saleDays, now: ctx.now() }
  const refusal = canOpenCase(order, [], { serviceType: 0, lines: [] }, rules)?.message ?? ''
  const all = rows.flatMap((line) => {
    const num = claimable(line, 0)
    return num ? [{ lineId: line.id, num }] : []
  })
  const moneyOf = (line: orders.LineRow, num: number) =>
    num > 0 ? (quoteOf(order, rows, { serviceType: 0, lines: [{ lineId: line.id, num }] }).lines[0]?.moneyFen ?? 0) : 0
  return {
    orderNo,
    payPrice: toYuan(order.payPriceFen),
    postage: toYuan(all.length && order.paid ? quoteOf(order, rows, { serviceType: 0, lines: all }).postageFen : 0),
    reasons: await listReasons(ctx),
    lines: rows.map((line) => ({
      ...toWireLine(line, media),
      maxNum: claimable(line, 0),
      maxReturnNum: claimable(line, 1),
      refundable: toYuan(moneyOf(line, claimable(line, 0))),
      unitRefund: toYuan(moneyOf(line, Math.min(1, claimable(line, 0)))),
    })),
    refusal,
  }
}

/**
 * What the calling buyer would ask back with these units, as {@link applyOwn} would take it now. Changes nothing.
 * @throws 400, 404, 409, 422 as {@link applyOwn}, but for the reason
 */
export async function quoteOwn(ctx: Ctx, { orderNo, ...wish }: Input<'quote'>['body']) {
  const order = await orders.findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order || order.isDel) throw notFound(ORDER)
  const quote = await quoteRequest(ctx, order, wish)
  const coupon = await fateOfCoupon(ctx, order, { ends: quote.ends, always: order.pinkStatus === 3 })
  return {
    lines: quote.lines.map(({ lineId, num, moneyFen, text }) => ({ lineId, num, money: toYuan(moneyFen), text })),
    postage: toYuan(quote.postageFen),
    total: toYuan(quote.totalFen),
    pointsBack: quote.pointsBack,
    coupon: coupon.text,
  }
}

/** Staff hear of each request, so asking and taking back in turn is bounded: so many of one order within a day. */
const MAX_REQUESTS = 6
const DAY_MS = 24 * 3600_000

/** T16: the calling buyer asks for money or goods to be settled. @throws 400, 404, 409, 422 as {@link openCase}, and for too many */
export function applyOwn(ctx: Ctx, { orderNo, ...form }: Input<'apply'>['body']) {
  return retried(ctx, async (tx) => {
    const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
    if (!order || order.isDel) throw notFound(ORDER)
    if ((await cases.countSince(tx, order.id, new Date(tx.now().getTime() - DAY_MS))) >= MAX_REQUESTS)
      throw new Refusal('该订单今天申请售后的次数过多，请明天再试，或联系商家')
    await requireBuyerPictures(tx, tx.buyer.uid, form.images ?? [], 'images')
    const { id, salesNo } = await openCase(tx, order, form)
    return { id, salesNo }
  })
}

/** A page of the calling buyer's cases. */
export async function listOwnCases(ctx: Ctx, { query }: Input<'list'>) {
  const { tab = 'all', ...left } = query
  const paging = readPage(left)
  const { rows, total } = await cases.listOwn(ctx, ctx.buyer.uid, tab, paging)
  const lines = await cases.linesOfCases(
    ctx,
    rows.map(({ sale }) => sale.id),
  )
  const media = await readMedia(ctx)
  const ofCase = Map.groupBy(lines, ({ afterSalesId }) => afterSalesId)
  const list = rows.map((row) => toRow(row, ofCase.get(row.sale.id) ?? [], media))
  return { list, total, page: paging.page, limit: paging.limit }
}

type Line = Awaited<ReturnType<typeof cases.linesOfCases>>[number]

/** Where a case stands, as its buyer reads it. */
const textOf = ({ sale, refundState }: cases.OwnCaseRow) =>
  stateTextOf(sale, refundState === null ? null : { state: refundState })

/** The cases of an order of the calling buyer, in short, newest first. */
export async function casesOfOwnOrder(ctx: Ctx, orderId: number) {
  return (await cases.listOwnOfOrder(ctx, orderId)).map((row) => ({
    id: row.sale.id,
    salesNo: row.sale.salesNo,
    stateStr: textOf(row),
    refundAmount: toYuan(row.sale.refundAmountFen),
    createTime: toWireTime(row.sale.createdAt),
  }))
}

function toRow(own: cases.OwnCaseRow, lines: readonly Line[], media: Media): FrontCaseRow {
  const { sale: row } = own
  const { id, version, salesNo, orderNo, serviceType, state, salesState } = row
  return {
    id,
    version,
    salesNo,
    orderNo,
    serviceType,
    state,
    salesState,
    stateStr: textOf(own),
    refundAmount: toYuan(row.refundAmountFen),
    createTime: toWireTime(row.createdAt),
    deadline: deadlineOf(row),
    lines: lines.map(({ afterSalesId: _, moneyFen, image, ...line }) => ({
      ...line,
      image: media.toWire(image),
      money: toYuan(moneyFen),
    })),
  }
}

/** A case of the calling buyer. @throws 404, also for another's */
export async function getOwnCase(ctx: Ctx, id: number): Promise<FrontCase> {
  const own = await cases.findWithRefund(ctx, id)
  const row = requireOwn(ctx, own?.sale)
  const [lines, log, order] = [
    await cases.linesOfCases(ctx, [id]),
    await cases.logOf(ctx, id),
    await orders.findOrder(ctx, { id: row.orderId }),
  ]
  const media = await readMedia(ctx)
  const { reason, explain, received, refuseReason, inspectMark, consignee, phone, address } = row
  const { expressCode, expressName, expressNo } = row
  return {
    ...toRow({ sale: row, refundState: own?.refundState ?? null }, lines, media),
    postage: toYuan(row.postageFen),
    reason,
    explain,
    images: row.images.map(media.toWire),
    received,
    refuseReason,
    inspectMark,
    inspectImages: row.inspectImages.map(media.toWire),
    consignee,
    phone,
    address,
    expressCode,
    expressName,
    expressNo,
    // Buyers hear of the shop, not of its people.
    log: log.map((step) => ({
      ...toWireStep(step, media),
      ...(step.operatorType === 'admin' && { operatorName: '商家' }),
    })),
    canChange: !canChange(row) && order !== undefined && !canMoveOn(order),
    canRevoke: !canRevoke(row) && order !== undefined && !canEndCase(order),
    canSendBack: !canSendBack(row) && order !== undefined && !canMoveOn(order),
    canDelete: !canForget(row),
  }
}

const findOwn = async (ctx: Ctx, id: number): Promise<cases.CaseRow> => requireOwn(ctx, await cases.findCase(ctx, id))

function requireOwn(ctx: Ctx, row: cases.CaseRow | undefined): cases.CaseRow {
  if (!row || row.uid !== ctx.buyer.uid || row.isDel) throw notFound(WHAT)
  return row
}

/** Locks the order of a case of the calling buyer, then the case. @throws 404, also for another's */
async function withOwnCase<Result>(
  ctx: Ctx,
  id: number,
  work: (tx: Ctx, order: orders.OrderRow, row: cases.CaseRow) => Promise<Result>,
): Promise<Result> {
  const found = await findOwn(ctx, id)
  return retried(ctx, async (tx) => {
    const order = await orders.lockOrder(tx, { id: found.orderId })
    const row = order && (await cases.lockCase(tx, id))
    if (!order || !row || row.isDel) throw notFound(WHAT)
    return work(tx, order, row)
  })
}

/** The calling buyer changes a request that waits for the shop. @throws 400, 404, 409 once it was handled, 422 */
export function changeOwn(ctx: Ctx, { id, ...form }: Input<'update'>['body']) {
  return withOwnCase(ctx, id, async (tx, order, row) => {
    refuseBy(canChange(row) ?? canMoveOn(order))
    const { toStored } = await readMedia(tx)
    // What the case shows already was judged before; its upload may be stored with another of the same content.
    const added = (form.images ?? []).filter((image) => !row.images.includes(toStored(image)))
    await requireBuyerPictures(tx, row.uid, added, 'images')
    return changeRequest(tx, order, row, form)
  })
}

/** T17: the calling buyer takes a request back. @throws 404, 409 once the parcel has left or money is on its way */
export function revokeOwn(ctx: Ctx, id: number) {
  return withOwnCase(ctx, id, async (tx, order, row) => {
    refuseBy(canRevoke(row))
    return endCase(tx, order, row, { salesState: 1, message: '买家撤销售后申请' })
  })
}

/** The calling buyer tells the number of the parcel on its way back. @throws 404, 409 unless the shop waits for it, 422 */
export function sendOwnBack(ctx: Ctx, { id, expressCode, ...typed }: Input<'sendBack'>['body']) {
  const expressNo = tidyNumber(typed.expressNo)
  return withOwnCase(ctx, id, async (tx, order, row) => {
    refuseBy(canSendBack(row) ?? canMoveOn(order))
    const carrier = await cases.findCarrier(tx, expressCode)
    if (!carrier) throw new Refusal('请选择快递公司')
    const saved = await cases.changeCase(tx, id, {
      state: 2,
      expressCode: carrier.code,
      expressName: carrier.name,
      expressNo,
      deliveryTime: tx.now(),
    })
    await cases.noteCase(tx, id, { what: 'sendBack', message: `已寄回：${carrier.name} ${expressNo}` })
    await emit(tx, 'return.sent', { ...eventOf(order), salesId: id, salesNo: row.salesNo })
    await todoChanged(tx)
    return saved
  })
}

/** The calling buyer takes a case that has ended out of the list. @throws 404, 409 */
export function forgetOwn(ctx: Ctx, id: number) {
  return withOwnCase(ctx, id, async (tx, _, row) => {
    refuseBy(canForget(row))
    await cases.changeCase(tx, id, { isDel: true })
    return {}
  })
}
