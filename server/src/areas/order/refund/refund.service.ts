import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import {
  type RefundForm,
  type RefundQuestion,
  type RefundSum,
  refund as refundRoutes,
  type SavedRefund,
} from '@zhanggui/contract/order/refund.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { canRefund } from '@zhanggui/domain/order/order-state.ts'
import { quoteRefund, type RefundQuote } from '@zhanggui/domain/order/refund-quote.ts'
import { refundShare } from '@zhanggui/domain/order/refund-share.ts'
import { type RefundMethod, refundMethods, usualMethodOf } from '@zhanggui/domain/payment/payment.ts'
import { approvalKinds } from '@zhanggui/domain/work/approval.ts'
import { audit } from '../../../platform/data/audit.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import type { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { fateOfCoupon } from '../../coupon/copy/coupon-use.service.ts'
import {
  findRefund,
  firstAsk,
  insertRefund,
  lockRefundRow,
  type RefundPart,
  type RefundRow,
  sendSoon,
} from '../../payment/refund/refund.service.ts'
import {
  netOf,
  refuseSentBack,
  requireVoucher,
  shareParts,
  sumOfWay,
  toHandOver,
  waitForStaff,
} from '../../payment/refund/refund-parts.service.ts'
import { settleParts } from '../../payment/refund/refund-settle.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { findPurse, pointsMissing } from '../../user/ledger/ledger.service.ts'
import { approvable, askApproval, asksAbove, type Wish } from '../../work/approval/approval.service.ts'
import { moneyOf } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder, withOrder } from '../order/order-change.service.ts'
import { onRefunding } from '../order/order-effects.service.ts'
import { refuseBy, WHAT } from '../order/order-transition.service.ts'
import { casesOf } from './refund-case.service.ts'
import { requireCreditOf } from './refund-credit.service.ts'
import { repaidOf, sumText } from './refund-finish.service.ts'
import { insertLines } from './refund-line.repository.ts'
import { leaving, teamFailed } from './refund-team.service.ts'

/** Has money of an order go back. */
export const MAY_REFUND = refundRoutes.start.permission

/** What is to go back of an order. Neither units nor an amount: everything that is left. */
export type RefundWish = {
  lines?: { lineId: number; num: number }[] | undefined
  /** The whole sum, freight in it; the defaults of the units otherwise. */
  amountFen?: number | undefined
  /** What of it is freight, where that is not decided. */
  postageFen?: number | undefined
  /** Units that had been sent go back on the shelf. */
  restock?: boolean | undefined
  /** To where the money came from, unless given. */
  method?: RefundMethod | undefined
  reason: string
  voucher?: string | undefined
  /** The case of the order that asks for it, and ends with it. Of a return the units that were sent go first. */
  caseOf?: { id: number; lines: { lineId: number; num: number }[]; sentFirst: boolean } | undefined
  /** Of an edit: the points that it gives for what it adds. */
  pointsGiven?: number | undefined
  /** Of an edit: what of the sum pays for what it adds, on the payment of provider `edit`. No money moves for it. */
  netted?: { paymentId: number; amountFen: number } | undefined
  /** Cash may be handed over later; otherwise staff prove at once that it was. */
  mayWait?: boolean | undefined
  /** It is what an edit of the order takes off. */
  isEdit?: true
  /** `team`: its team failed, or it left one. */
  cause?: RefundRow['cause'] | undefined
}

/**
 * T18: money of an order goes back. By a gateway a job sends it; to the balance, in cash, or of nothing it is back at once
 * (T19). Cash that nobody has handed over waits for staff.
 * @param tx a transaction under `retried`
 * @param order locked
 * @throws 400, 409, 422 as the guards say; 403 for staff without the right; 428 above `reauth_amount` for staff without proof
 */
export async function startRefund(tx: Ctx, order: orders.OrderRow, wish: RefundWish): Promise<SavedRefund> {
  refuseBy(canRefund(order))
  const asked = await inCase(tx, order, wish)
  const { caseOf, netted, reason } = asked
  if (!netted) await onRefunding(tx, order)
  const lines = await orders.linesOf(tx, order.id)
  const quote = quoteRefund(order, lines, { ...asked, ...(caseOf && { ofCase: caseOf }) })
  const netFen = quote.totalFen - (netted?.amountFen ?? 0)
  if (tx.caller && netFen > 0 && !holds(tx.actor, MAY_REFUND)) throw forbidden(MAY_REFUND)
  await requireProofAbove(tx, order, netFen)
  const method = await methodOf(tx, order, asked.method)
  const shared = await shareParts(tx, moneyOf(order), netFen, method)
  refuseSentBack(shared)
  if (shared.missingFen)
    throw new Error(`order ${order.orderNo} has no payment for ${shared.missingFen} of ${netFen} fen to go back`)
  const asksFirst = await needsApproval(tx, order, netFen, asked)
  const cashFen = sumOfWay(shared.parts, 'offline')
  const voucher = asksFirst ? '' : (asked.voucher ?? '')
  const isOwed = cashFen > 0 && !voucher
  if (tx.caller && !asked.mayWait && !asksFirst) requireVoucher(shared.parts, voucher)
  if (tx.caller) await requireCreditOf(tx, order, shared.parts)
  if (asksFirst) await askApproval(tx, await approvalOf(tx, order, { ...asked, method }, quote, netFen))
  const parts: RefundPart[] = netted ? [{ ...netted, state: 1, method: 'edit' }] : []
  parts.push(...(isOwed ? waitForStaff(shared.parts) : shared.parts))
  const isWaiting = parts.some(({ state }) => state === 0)
  const { operatorId, operatorName } = operatorOf(tx)
  const refund = await insertRefund(tx, {
    refundNo: await nextNo(tx, 'R'),
    orderId: order.id,
    afterSalesId: caseOf?.id ?? null,
    cause: asked.cause ?? '',
    parts,
    reason,
    voucher,
    amountFen: quote.totalFen,
    goodsAmountFen: quote.goodsFen,
    postageAmountFen: quote.postageFen,
    pointsBack: quote.pointsBack,
    restock: asked.restock ?? false,
    text: quote.text,
    operatorId,
    operatorName,
    method: isWaiting || method !== 'origin' ? method : (parts.at(-1)?.method ?? 'offline'),
    failMsg: isOwed ? toHandOver(cashFen) : '',
    queryAt: isWaiting ? firstAsk(tx) : null,
  })
  const back = quote.lines.map(({ lineId, num, cutNum, moneyFen, points }) => ({
    lineId,
    num,
    cutNum,
    moneyFen,
    points,
  }))
  await insertLines(tx, refund.id, back)
  const { refundNo } = refund
  if (caseOf) await casesOf(tx).start(tx, caseOf.id, refundNo)
  if (tx.caller) await trail(tx, order, refund)
  const stale = order.printTime && quote.lines.some(({ cutNum }) => cutNum) ? { printStale: true } : {}
  const set: orders.OrderSet = { isDel: false, ...stale, ...(await leaving(tx, order, quote)) }
  if (!isWaiting) {
    const { saved, state } = await settleParts(tx, repaidOf(order, set), refund)
    return { ...saved, refundNo, state }
  }
  const saved = await orders.changeOrder(tx, order.id, { ...set, refundStatus: 3 })
  await orders.noteOrder(tx, order.id, {
    changeType: 'refund',
    message: `发起退款 ${sumText(refund)}，${refundMethods[refund.method]}，原因：${reason}`,
    extra: { refundNo, text: quote.text },
  })
  await sendSoon(tx, refund.id)
  return { ...saved, refundNo, state: 0 }
}

/** With a case open it is that case's units that go back, at what was agreed unless the wish says less. */
async function inCase(tx: Ctx, order: orders.OrderRow, wish: RefundWish): Promise<RefundWish> {
  if (wish.caseOf || order.refundStatus !== 1) return wish
  const open = await casesOf(tx).findOpen(tx, order.id)
  if (!open) return wish
  if (wish.lines) throw new Refusal('请在售后单中处理')
  const { id, lines, serviceType, refundAmountFen, postageFen, restock } = open
  return {
    ...wish,
    amountFen: wish.amountFen ?? refundAmountFen,
    postageFen: wish.postageFen ?? (wish.amountFen === undefined ? postageFen : undefined),
    restock: wish.restock ?? restock,
    caseOf: { id, lines, sentFirst: serviceType === 1 },
  }
}

type Refunded = Pick<orders.OrderRow, 'refundPriceFen'>

/** Whether a sum more makes what goes back of an order in all exceed `reauth_amount`: a large one is not split to pass it. */
export async function needsProof(ctx: Ctx, { refundPriceFen }: Refunded, fen: number): Promise<boolean> {
  const { reauth_amount } = await getSettings(ctx)
  return fen > 0 && refundPriceFen + fen > reauth_amount
}

/** @throws 428 for staff without a fresh proof where {@link needsProof} */
export async function requireProofAbove(tx: Ctx, order: Refunded, fen: number): Promise<void> {
  if (tx.caller && (await needsProof(tx, order, fen))) requireProof(tx)
}

/**
 * Whether a second person must agree, by what goes back of the order in all: a large sum is not split to pass the limit. Of a team that
 * failed nobody decides.
 */
export async function needsApproval(
  tx: Ctx,
  { refundPriceFen }: Refunded,
  fen: number,
  { cause }: Pick<RefundWish, 'cause'> = {},
): Promise<boolean> {
  return fen > 0 && cause !== 'team' && asksAbove(tx, refundPriceFen + fen)
}

/** The same for what a job would send back, which asks nobody: it leaves that to staff. */
export async function isLeftToStaff(ctx: Ctx, { refundPriceFen }: Refunded, fen: number): Promise<boolean> {
  const { approval_amount: limit } = await getSettings(ctx)
  return limit > 0 && fen > 0 && refundPriceFen + fen > limit
}

/** What a second person is asked to agree to. */
async function approvalOf(
  tx: Ctx,
  order: orders.OrderRow,
  { caseOf, isEdit, method = 'origin' }: RefundWish,
  quote: RefundQuote,
  amountFen: number,
): Promise<Wish> {
  const { approval_amount: limit } = await getSettings(tx)
  const { orderNo, refundPriceFen, payPriceFen } = order
  const left = payPriceFen - refundPriceFen
  const units = quote.stock.reduce((sum, { cutNum, returnedNum }) => sum + cutNum + returnedNum, 0)
  const kind = isEdit ? 'orderEdit' : caseOf ? 'afterSales' : 'refund'
  return {
    kind,
    amountFen,
    title: `${approvalKinds[kind]} ${yuanText(amountFen)}，订单 …${orderNo.slice(-6)}`,
    object: { type: 'order', id: order.id, name: orderNo, link: `/order/detail/${order.id}` },
    rule: `一笔订单累计退款超过 ${yuanText(limit)}`,
    needs: [MAY_REFUND],
    changes: [
      { name: `退给买家（${refundMethods[method]}）`, now: '', after: `+${yuanText(amountFen)}` },
      { name: '这单还剩', now: yuanText(left), after: yuanText(left - amountFen) },
      ...(quote.pointsBack ? [{ name: '退回积分', now: '', after: `+${quote.pointsBack}` }] : []),
      ...(quote.pointsTaken ? [{ name: '扣回赠送积分', now: '', after: `−${quote.pointsTaken}` }] : []),
      ...(units ? [{ name: '退回库存', now: '', after: `+${units} 件` }] : []),
    ],
  }
}

/** How it goes back: by its gateway, or as it was paid; in cash once the buyer has closed the account. */
async function methodOf(ctx: Ctx, order: orders.OrderRow, wished: RefundMethod | undefined): Promise<RefundMethod> {
  const method = !wished || wished === 'origin' ? usualMethodOf(order.payType) : wished
  if (method !== 'balance') return method
  return (await findPurse(ctx, order.uid))?.hasEnded ? 'offline' : 'balance'
}

/**
 * 退款 by staff.
 * @throws 400 without units or an amount; 404; 409, 422, 428 as {@link startRefund}
 */
export function refundOrder(ctx: Ctx, form: RefundForm): Promise<SavedRefund | Accepted<Asked>> {
  return withOrder(ctx, form, (tx, order) => {
    requireChoice(order, form)
    const call = { route: refundRoutes.start, input: form, reason: form.reason }
    return approvable(tx, call, (own) => startRefund(own, order, wishOf(form)))
  })
}

/** An empty form would send everything back. */
function requireChoice(order: orders.OrderRow, { lines, amount }: RefundQuestion): void {
  if (!lines && amount === undefined && order.refundStatus !== 1)
    throw new BadInput('请选择退款商品，或填写退款金额', 'lines')
}

function wishOf({
  lines,
  amount,
  postage,
  restock,
  method,
  reason = '',
  ...more
}: RefundQuestion & { voucher?: string }) {
  const [amountFen, postageFen] = [amount, postage].map((yuan) => (yuan === undefined ? undefined : toFen(yuan)))
  return { lines, amountFen, postageFen, restock, method, reason, voucher: more.voucher } satisfies RefundWish
}

/** What a refund would come to, as {@link refundOrder} would book it now. @throws as it */
export async function quoteOrderRefund(ctx: Ctx, form: RefundQuestion): Promise<RefundSum> {
  const order = await orders.findOrder(ctx, { orderNo: form.orderNo })
  if (!order || !seesOrder(ctx, order)) throw notFound(WHAT)
  refuseBy(canRefund(order))
  requireChoice(order, form)
  const { caseOf, ...wish } = await inCase(ctx, order, wishOf(form))
  const lines = await orders.linesOf(ctx, order.id)
  const quote = quoteRefund(order, lines, { ...wish, ...(caseOf && { ofCase: caseOf }) })
  const method = await methodOf(ctx, order, wish.method)
  refuseSentBack(await shareParts(ctx, moneyOf(order), quote.totalFen, method))
  return toWireQuote(ctx, order, lines, quote, method)
}

/** What a refund comes to, as the dialogs of refunds and cases show it. */
export async function toWireQuote(
  ctx: Ctx,
  order: orders.OrderRow,
  lines: readonly orders.LineRow[],
  quote: RefundQuote,
  method: RefundMethod,
): Promise<RefundSum> {
  const { pointsBack, pointsTaken, experience, ends, text, postageIsFixed } = quote
  const coupon = await fateOfCoupon(ctx, order, { ends, always: await teamFailed(ctx, order) })
  const skuOf = (skuId: number) => {
    const line = lines.find((each) => each.skuId === skuId)
    return line ? [line.storeName, line.sku === '默认' ? '' : line.sku].filter(Boolean).join(' ') : ''
  }
  const couponOf = (lineId: number, num: number) => {
    const line = lines.find(({ id }) => id === lineId)
    return line && num ? toYuan(refundShare(line.couponShareFen, line.num, line.refundNum, num)) : 0
  }
  return {
    lines: quote.lines.map(({ lineId, num, maxFen, moneyFen, points, text: work }) => ({
      lineId,
      num,
      max: toYuan(maxFen),
      money: toYuan(moneyFen),
      points,
      coupon: couponOf(lineId, num),
      text: work,
    })),
    goods: toYuan(quote.goodsFen),
    postage: toYuan(quote.postageFen),
    total: toYuan(quote.totalFen),
    max: toYuan(quote.maxFen),
    postageMax: toYuan(quote.postageMaxFen),
    postageIsFixed,
    paid: toYuan(quote.paidFen),
    refundedBefore: toYuan(quote.refundedBeforeFen),
    left: toYuan(quote.leftFen),
    pointsBack,
    pointsTaken,
    experience,
    coupon: coupon.text,
    commission: [],
    ends,
    text,
    method,
    asksFirst: await needsApproval(ctx, order, quote.totalFen),
    pointsShort: await pointsMissing(ctx, order.uid, `order:${order.id}:earn`, {
      taken: pointsTaken,
      back: pointsBack,
    }),
    handOver: toYuan(sumOfWay((await shareParts(ctx, moneyOf(order), quote.totalFen, method)).parts, 'offline')),
    stock: quote.stock.map(({ skuId, cutNum, returnedNum }) => ({ sku: skuOf(skuId), num: cutNum + returnedNum })),
  }
}

/** Locks the order of a refund, then the refund. @throws 404 */
export async function lockRefund(tx: Ctx, key: { id: number } | { refundNo: string }) {
  const found = await findRefund(tx, key)
  if (!found?.orderId) throw notFound('退款单')
  // Also of an order deleted for good: late money goes back all the same.
  const order = await orders.lockOrder(tx, { id: found.orderId })
  if (!order || !seesOrder(tx, order)) throw notFound('退款单')
  return { order, refund: await lockRefundRow(tx, found.id) }
}

const LABELS = {
  refundNo: '退款单号',
  amount: '退款金额',
  method: '退款方式',
  reason: '原因',
  voucher: '凭证',
  text: '计算',
}

/** The audit trail of what staff do with a refund. */
export async function trail(
  tx: Ctx,
  { id, orderNo }: Pick<orders.OrderRow, 'id' | 'orderNo'>,
  refund: RefundRow,
  action: AuditAction = 'refund',
): Promise<void> {
  const { refundNo, method, reason, voucher, text } = refund
  await audit(tx, {
    action,
    objectType: 'order',
    objectId: id,
    objectName: orderNo,
    labels: LABELS,
    after: { refundNo, amount: toYuan(netOf(refund)), method: refundMethods[method], reason, voucher, text },
  })
}
