import type { CaseForm } from '@zhanggui/contract/order/after-sales.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, yuanText } from '@zhanggui/domain/money.ts'
import {
  type CaseLine,
  canApprove,
  canEndCase,
  canMoveOn,
  canOpenCase,
  type ServiceType,
  serviceTypes,
} from '@zhanggui/domain/order/after-sales.ts'
import { quoteRefund } from '@zhanggui/domain/order/refund-quote.ts'
import type { RefundMethod } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import * as orders from '../order/order.repository.ts'
import { eventOf, refuseBy } from '../order/order-transition.service.ts'
import { endWaitingEdit } from '../order-edit/order-edit.service.ts'
import { MAY_REFUND, startRefund } from '../refund/refund.service.ts'
import * as cases from './after-sales.repository.ts'

/*
 * The steps of a case (docs/orders.md, Transitions), each in a transaction that has locked its order, then the case.
 */

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** After a case ends without money, the buyer has so long to confirm receipt. */
const TIME_TO_RECEIVE_MS = 3 * DAY_MS
/** Owner of the files that cases show. */
const FILES = 'afterSales'
/** Cases that are settled at once because nothing was sent; its handler is the jobs'. */
export const AUTO_QUEUE = 'after-sales-auto'

type Lines = Pick<CaseForm, 'serviceType' | 'lines'>

/** What a buyer is asked to choose a reason from. */
export async function listReasons(ctx: Ctx): Promise<string[]> {
  const { stor_reason } = await getSettings(ctx)
  return [
    ...new Set(
      stor_reason
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
}

/**
 * T16: opens a case of an order: a request of its buyer, or of staff for them.
 * @param order locked; that it is the buyer's, or within the caller's stores, is the caller's to see to
 * @throws 400 for another reason than the shop's, 409 while a case or a refund is open, 422 as `canOpenCase` says
 */
export async function openCase(
  tx: Ctx,
  order: orders.OrderRow,
  form: CaseForm,
): Promise<{ id: number; version: number; salesNo: string }> {
  const rows = await orders.linesOf(tx, order.id)
  const wish = { serviceType: form.serviceType, lines: readLines(form) }
  await judge(tx, order, rows, wish, form.reason)
  await endWaitingEdit(tx, order)
  const { after_sales_audit_hours: hours, refund_auto_unshipped } = await getSettings(tx)
  const quote = quoteOf(order, rows, wish)
  const now = tx.now()
  const salesNo = await nextNo(tx, 'S')
  const media = await readMedia(tx)
  const saved = await cases.insertCase(
    tx,
    {
      salesNo,
      orderId: order.id,
      orderNo: order.orderNo,
      uid: order.uid,
      shippingType: order.shippingType,
      storeId: order.storeId,
      ...textOf(form, media),
      refundAmountFen: quote.totalFen,
      postageFen: quote.postageFen,
      auditDeadline: hours ? new Date(now.getTime() + hours * HOUR_MS) : null,
    },
    quote.lines,
  )
  await cases.claimUnits(tx, wish.lines)
  await orders.changeOrder(tx, order.id, {
    refundStatus: 1,
    isDel: false,
    ...(order.printTime && { printStale: true }),
  })
  const said = `申请${serviceTypes[form.serviceType]} ${yuanText(quote.totalFen)}，原因：${form.reason}`
  await orders.noteOrder(tx, order.id, {
    changeType: 'afterApply',
    message: `${said}（${salesNo}）`,
    extra: { salesId: saved.id, salesNo },
  })
  const images = textOf(form, media).images
  await cases.noteCase(tx, saved.id, {
    what: 'apply',
    message: [said, form.explain].filter(Boolean).join('。'),
    images,
  })
  await keepImages(tx, saved.id, salesNo, 'images', images)
  await tell(tx, { ...order, id: saved.id, orderId: order.id, salesNo }, 'refundApplied', {
    amount: amountText(quote.totalFen),
    reason: form.reason,
  })
  await emit(tx, 'refund.applied', { ...eventOf(order), salesId: saved.id, salesNo })
  await todoChanged(tx)
  // Of staff, those who may refund: the setting is for buyers.
  const isTrusted = !tx.caller || holds(tx.actor, MAY_REFUND)
  if (refund_auto_unshipped && isTrusted && isSettledAlone({ serviceType: form.serviceType }, order))
    await tx.platform.jobs.enqueue(tx, AUTO_QUEUE, { salesId: saved.id })
  return { ...saved, salesNo }
}

/** Whether a case is settled without staff where the shop wishes so: nothing was sent, and nothing printed. */
export function isSettledAlone(
  { serviceType }: { serviceType: ServiceType },
  { sentNum, printTime, status }: Pick<orders.OrderRow, 'sentNum' | 'printTime' | 'status'>,
): boolean {
  return serviceType === 0 && sentNum === 0 && status === 0 && !printTime
}

/** The buyer changes what is asked for; the amount is recomputed. */
export async function changeRequest(tx: Ctx, order: orders.OrderRow, row: cases.CaseRow, form: CaseForm) {
  const [rows, before] = [await orders.linesOf(tx, order.id), await cases.linesOfCase(tx, row.id)]
  const wish = { serviceType: form.serviceType, lines: readLines(form) }
  // As if it were asked for now: this case does not stand in its own way.
  await judge(tx, { ...order, refundStatus: 0 }, rows, wish, form.reason)
  const quote = quoteOf(order, rows, wish)
  await cases.claimUnits(
    tx,
    before.map(({ lineId, num }) => ({ lineId, num: -num })),
  )
  await cases.claimUnits(tx, wish.lines)
  await cases.replaceLines(tx, row.id, quote.lines)
  const media = await readMedia(tx)
  const text = textOf(form, media)
  const saved = await cases.changeCase(tx, row.id, {
    ...text,
    refundAmountFen: quote.totalFen,
    postageFen: quote.postageFen,
  })
  const said = `修改申请：${serviceTypes[form.serviceType]} ${yuanText(quote.totalFen)}，原因：${form.reason}`
  await cases.noteCase(tx, row.id, {
    what: 'change',
    message: [said, form.explain].filter(Boolean).join('。'),
    images: text.images,
  })
  await keepImages(tx, row.id, row.salesNo, 'images', text.images)
  return saved
}

type Facts = { order: orders.OrderRow; lines: readonly orders.LineRow[] }

/**
 * Recomputes the open case of an order when a parcel was taken back: what was never sent goes back with its freight. An amount
 * that the shop agreed on otherwise stays.
 * @param before the order, locked, as it was when the case was last reckoned
 */
export async function reckonAnew(tx: Ctx, before: Facts, { order, lines: rows }: Facts): Promise<void> {
  const row = await cases.lockOpen(tx, order.id)
  if (!row) return
  const wish = { serviceType: row.serviceType, lines: await cases.linesOfCase(tx, row.id) }
  const [was, quote] = [quoteOf(before.order, before.lines, wish), quoteOf(order, rows, wish)]
  const isUsual = row.refundAmountFen === was.totalFen && row.postageFen === was.postageFen
  if (!isUsual || (quote.totalFen === was.totalFen && quote.postageFen === was.postageFen)) return
  await cases.changeCase(tx, row.id, { refundAmountFen: quote.totalFen, postageFen: quote.postageFen })
  const message = `包裹已撤回，退款金额由 ${yuanText(was.totalFen)} 改为 ${yuanText(quote.totalFen)}（含运费 ${yuanText(quote.postageFen)}）`
  await cases.noteCase(tx, row.id, { what: 'change', message })
}

/** A line that is named twice counts once, with both numbers. */
function readLines({ lines }: Pick<CaseForm, 'lines'>) {
  const ids = lines.map(({ lineId }) => lineId)
  if (new Set(ids).size < ids.length) throw new BadInput('同一商品只能填写一次', 'lines')
  return lines
}

/** What a request would come to now, refused as {@link openCase} would. @throws 400, 409, 422 */
export async function quoteRequest(ctx: Ctx, order: orders.OrderRow, form: Lines) {
  const rows = await orders.linesOf(ctx, order.id)
  const wish = { serviceType: form.serviceType, lines: readLines(form) }
  await judgeLines(ctx, order, rows, wish)
  return quoteOf(order, rows, wish)
}

async function judge(tx: Ctx, order: orders.OrderRow, rows: readonly orders.LineRow[], wish: Lines, reason: string) {
  await judgeLines(tx, order, rows, wish)
  if (!(await listReasons(tx)).includes(reason)) throw new BadInput('请选择退款原因', 'reason')
}

async function judgeLines(tx: Ctx, order: orders.OrderRow, rows: readonly orders.LineRow[], wish: Lines) {
  const { order_after_sale_days: saleDays } = await getSettings(tx)
  const refusals = await cases.refusalsOf(tx, order.id)
  const lines = rows.map((line): CaseLine => ({ ...line, refusals: refusals.get(line.id) ?? 0 }))
  refuseBy(canOpenCase(order, lines, wish, { receiveTime: order.receiveTime, saleDays, now: tx.now() }))
}

/** What goes back by default for what is asked for. */
export function quoteOf(
  order: orders.OrderRow,
  rows: readonly orders.LineRow[],
  { serviceType, lines }: Lines,
  more: { amountFen?: number | undefined; postageFen?: number | undefined; restock?: boolean } = {},
) {
  return quoteRefund(order, rows, { ...more, ofCase: { lines, sentFirst: serviceType === 1 } })
}

/** The most that can go back for a case: its goods, and the freight that is left. */
export function mostOf(order: orders.OrderRow, rows: readonly orders.LineRow[], wish: Lines) {
  const { goodsFen, postageMaxFen } = quoteOf(order, rows, wish)
  return { goodsFen, postageFen: postageMaxFen, totalFen: goodsFen + postageMaxFen }
}

function textOf({ serviceType, reason, explain = '', images = [] }: CaseForm, media: Media) {
  return { serviceType, reason, explain, images: images.map(media.toStored) }
}

/** The pictures of a case cannot be deleted while it shows them. */
export function keepImages(tx: Ctx, id: number, salesNo: string, field: string, images: readonly string[]) {
  return useFiles(tx, { type: FILES, id, field, title: `售后单「${salesNo}」的图片` }, images.join(' '))
}

/**
 * T17: a case ends without money, and the order goes on as it was.
 * @param how `forTeam`: all of the order goes back instead, because of its team
 * @throws 409 while its money is on its way, and for the order of a team that failed
 */
export async function endCase(
  tx: Ctx,
  order: orders.OrderRow,
  row: cases.CaseRow,
  how: { salesState: 1 | 2 | 3; message: string; images?: string[]; set?: cases.CaseSet; forTeam?: true },
) {
  if (!how.forTeam) refuseBy(canEndCase(order))
  const { salesState, message, images = [], set } = how
  const lines = await cases.linesOfCase(tx, row.id)
  await cases.claimUnits(
    tx,
    lines.map(({ lineId, num }) => ({ lineId, num: -num })),
  )
  const later = new Date(tx.now().getTime() + TIME_TO_RECEIVE_MS)
  const { autoReceiveTime } = order
  await orders.changeOrder(tx, order.id, {
    refundStatus: 0,
    ...(order.status === 1 && {
      autoReceiveTime: autoReceiveTime && autoReceiveTime > later ? autoReceiveTime : later,
    }),
  })
  await orders.noteOrder(tx, order.id, {
    changeType: salesState === 2 ? 'afterRefuse' : 'afterRevoke',
    message: `${message}（${row.salesNo}）`,
    extra: { salesId: row.id, salesNo: row.salesNo },
  })
  const saved = await cases.changeCase(tx, row.id, { ...set, state: 3, salesState, completeTime: tx.now() })
  await cases.noteCase(tx, row.id, { what: endings[salesState], message, images })
  await todoChanged(tx)
  return saved
}

const endings = { 1: 'revoke', 2: 'refuse', 3: 'timeout' } as const

/** What goes back: in all, and what of it is freight. */
export type Agreed = { refundAmountFen?: number | undefined; postageFen?: number | undefined }

/** What is agreed on, within what can go back. @throws 422 退款金额超过可退金额, 400 for nothing */
export function agree(
  order: orders.OrderRow,
  rows: readonly orders.LineRow[],
  row: Pick<cases.CaseRow, 'serviceType' | 'refundAmountFen' | 'postageFen'>,
  lines: readonly { lineId: number; num: number }[],
  given: Agreed,
) {
  const wish = { serviceType: row.serviceType, lines: [...lines] }
  const amountFen = given.refundAmountFen ?? row.refundAmountFen
  const postageFen = Math.min(given.postageFen ?? row.postageFen, amountFen)
  const most = mostOf(order, rows, wish)
  if (amountFen > most.totalFen || (given.postageFen ?? 0) > most.postageFen || amountFen - postageFen > most.goodsFen)
    throw new Refusal(
      `退款金额超过可退金额，最多可退 ${yuanText(most.goodsFen + Math.min(postageFen, most.postageFen))}`,
    )
  const quote = quoteOf(order, rows, wish, { amountFen, postageFen })
  return { refundAmountFen: quote.totalFen, postageFen: quote.postageFen, quote }
}

/** A refund of the money of a case. */
export type MoneyWish = Agreed & { method?: RefundMethod | undefined; voucher?: string | undefined }

/**
 * The shop approves that money goes back for goods that stay where they are: at once.
 * @param row locked, its order too
 */
export async function approveMoney(tx: Ctx, order: orders.OrderRow, row: cases.CaseRow, wish: MoneyWish) {
  refuseBy(canApprove(row))
  const [rows, lines] = [await orders.linesOf(tx, order.id), await cases.linesOfCase(tx, row.id)]
  const { refundAmountFen, postageFen } = agree(order, rows, row, lines, wish)
  const agreed = { refundAmountFen, postageFen }
  await cases.changeCase(tx, row.id, { ...agreed, state: 1, auditTime: tx.now() })
  await cases.noteCase(tx, row.id, { what: 'approve', message: `同意退款 ${yuanText(refundAmountFen)}` })
  return payBack(tx, order, { ...row, ...agreed }, lines, { ...wish, mayWait: true })
}

/**
 * T18 for a case: its money goes back; the job, or T19 at once, finishes it.
 * @param wish `mayWait`: cash is handed over later, so the case waits for staff
 */
export async function payBack(
  tx: Ctx,
  order: orders.OrderRow,
  row: cases.CaseRow,
  lines: readonly cases.CaseLineDraft[],
  { method, voucher, mayWait }: Pick<MoneyWish, 'method' | 'voucher'> & { mayWait?: boolean },
) {
  const units = lines.map(({ lineId, num }) => ({ lineId, num }))
  const started = await startRefund(tx, order, {
    amountFen: row.refundAmountFen,
    postageFen: row.postageFen,
    restock: row.restock,
    ...(method && { method }),
    ...(voucher && { voucher }),
    ...(mayWait && { mayWait }),
    reason: row.reason,
    caseOf: { id: row.id, lines: units, sentFirst: row.serviceType === 1 },
  })
  const saved = await cases.lockCase(tx, row.id)
  if (!saved) throw new Error(`case ${row.id} is gone`)
  await todoChanged(tx)
  return { id: row.id, version: saved.version, refundNo: started.refundNo, state: started.state }
}

/** Where returns go to. */
export type ReturnPlace = { consignee: string; phone: string; address: string }

/** The address of the settings. */
export async function usualPlace(ctx: Ctx): Promise<ReturnPlace> {
  const { refund_name, refund_phone, refund_address } = await getSettings(ctx)
  return { consignee: refund_name, phone: refund_phone, address: refund_address }
}

/**
 * The shop approves a return: the buyer sends the goods back.
 * @throws 400 without a complete address
 */
export async function approveReturn(
  tx: Ctx,
  order: orders.OrderRow,
  row: cases.CaseRow,
  { place, ...given }: Agreed & { place: Partial<ReturnPlace> },
) {
  refuseBy(canApprove(row) ?? canMoveOn(order))
  const usual = await usualPlace(tx)
  const to = {
    consignee: place.consignee || usual.consignee,
    phone: place.phone || usual.phone,
    address: place.address || usual.address,
  }
  const missing = (['consignee', 'phone', 'address'] as const).find((field) => !to[field])
  if (missing) throw new BadInput('请填写退货收货人信息', missing)
  const [rows, lines] = [await orders.linesOf(tx, order.id), await cases.linesOfCase(tx, row.id)]
  const { refundAmountFen, postageFen } = agree(order, rows, row, lines, given)
  const { after_sales_return_days: days } = await getSettings(tx)
  const returnDeadline = new Date(tx.now().getTime() + days * DAY_MS)
  const saved = await cases.changeCase(tx, row.id, {
    ...to,
    refundAmountFen,
    postageFen,
    state: 1,
    auditTime: tx.now(),
    returnDeadline,
  })
  const until = toWireTime(returnDeadline).slice(0, 16)
  await cases.noteCase(tx, row.id, {
    what: 'approve',
    message: `同意退货，收到后退款 ${yuanText(refundAmountFen)}；请在 ${until} 前寄到：${to.consignee} ${to.phone} ${to.address}`,
  })
  await tell(tx, row, 'returnApproved', { ...to, deadline: until })
  await todoChanged(tx)
  return saved
}

/** The shop refuses: the request, or what came back. */
export async function refuseCase(
  tx: Ctx,
  order: orders.OrderRow,
  row: cases.CaseRow,
  { reason, images }: { reason: string; images: readonly string[] },
) {
  const media = await readMedia(tx)
  const kept = images.map(media.toStored)
  const saved = await endCase(tx, order, row, {
    salesState: 2,
    message: `拒绝退款：${reason}`,
    images: kept,
    set: { refuseReason: reason, auditTime: row.auditTime ?? tx.now(), ...(kept.length && { inspectImages: kept }) },
  })
  await keepImages(tx, row.id, row.salesNo, 'inspectImages', kept)
  await tell(tx, row, 'refundRefuse', { reason, refundPrice: amountText(row.refundAmountFen) })
  return saved
}

async function tell(
  tx: Ctx,
  row: Pick<cases.CaseRow, 'id' | 'orderNo' | 'salesNo' | 'uid'> & { orderId: number },
  mark: 'refundApplied' | 'refundRefuse' | 'returnApproved',
  values: Record<string, string>,
) {
  await tellBuyer(tx, {
    mark,
    uid: row.uid,
    bizId: row.id,
    link: `/aftersales/detail/${row.id}`,
    values: { orderNo: row.orderNo, salesNo: row.salesNo, ...values },
  })
}
