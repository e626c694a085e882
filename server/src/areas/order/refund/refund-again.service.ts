import type { RefundAgain, SavedRefund } from '@zhanggui/contract/order/refund.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import type { RefundMethod } from '@zhanggui/domain/payment/payment.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, stateConflict } from '../../../platform/http/errors.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { isStray } from '../../payment/payment/payment.service.ts'
import {
  changeRefund,
  findRefund,
  firstAsk,
  isSilent,
  partNo,
  type RefundPart,
  type RefundRow,
  sendSoon,
} from '../../payment/refund/refund.service.ts'
import {
  lastSent,
  partOf,
  refuseSentBack,
  replaceParts,
  requireVoucher,
  sentBack,
  shareParts,
} from '../../payment/refund/refund-parts.service.ts'
import { askAgain, type PartAnswer } from '../../payment/refund/refund-send.service.ts'
import { settleParts } from '../../payment/refund/refund-settle.service.ts'
import { findPurse } from '../../user/ledger/ledger.service.ts'
import { moneyOf } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { onRefunding } from '../order/order-effects.service.ts'
import { lockRefund, requireProofAbove, trail } from './refund.service.ts'
import { requireCreditOf } from './refund-credit.service.ts'
import { repaidOf, sumText } from './refund-finish.service.ts'
import { judgeAnew } from './refund-judge.service.ts'
import { leaving } from './refund-team.service.ts'

type Answers = ReadonlyMap<number, PartAnswer>

/**
 * A refund that did not come through goes again, by its gateway or another way; or what its provider's own page says of a
 * silent one is booked. Before it goes another way its providers are asked once more: what they sent back after all is booked,
 * and is the answer.
 * @throws 404; 409 for one that is on its way or done, or whose order has changed; 400, 422, 428; 502 for a provider that does
 *   not say whether it has sent the money
 */
export async function refundAgain(ctx: Ctx, form: RefundAgain): Promise<SavedRefund> {
  if (form.outcome && form.method) throw new BadInput('标记结果时不能更换退款方式', 'method')
  const answers = await askBefore(ctx, form)
  const isHeard = [...answers.values()].some((said) => said === 'done' || (form.outcome && said === 'failed'))
  return retried(ctx, async (tx) => {
    const { order, refund } = await lockRefund(tx, { refundNo: form.refundNo })
    const isOver = refund.state === 1 || (form.outcome !== undefined && !isOnItsWay(refund))
    if (isOver && isHeard) return answer(tx, refund.id, order.id)
    if (refund.state === 1) throw stateConflict('该退款已成功')
    if (form.outcome) await markOutcome(tx, order, refund, form.outcome, form.voucher)
    else await sendAgain(tx, order, refund, form, answers)
    return answer(tx, refund.id, order.id)
  })
}

/** Whether a provider is to send something of it. */
export const isOnItsWay = ({ state, parts }: RefundRow) => state === 0 && parts.some((part) => part.state === 0)

/** Asks providers where the call would go on from what they say; what it would refuse anyway asks nobody. */
async function askBefore(ctx: Ctx, { refundNo, outcome }: RefundAgain): Promise<Answers> {
  const refund = await findRefund(ctx, { refundNo })
  const order = refund?.orderId ? await orders.findOrder(ctx, { id: refund.orderId }) : undefined
  if (!refund || refund.state === 1 || !order || !seesOrder(ctx, order)) return new Map()
  const isAsked = outcome ? isOnItsWay(refund) && isSilent(ctx, lastSent(refund)) : !isOnItsWay(refund)
  if (outcome) requireProof(ctx)
  return isAsked ? askAgain(ctx, refund) : new Map()
}

/** The answer, as all now stands. */
async function answer(tx: Ctx, refundId: number, orderId: number): Promise<SavedRefund> {
  const [refund, order] = [await findRefund(tx, { id: refundId }), await orders.findOrder(tx, { id: orderId })]
  if (!refund || !order) throw new Error(`refund ${refundId} is gone`)
  return { id: orderId, version: order.version, refundNo: refund.refundNo, state: refund.state }
}

/** A provider was silent for a day: its own page says how it ended. */
async function markOutcome(
  tx: Ctx,
  order: orders.OrderRow,
  refund: RefundRow,
  outcome: 'succeeded' | 'failed',
  voucher = '',
): Promise<void> {
  requireProof(tx)
  if (!isOnItsWay(refund)) throw stateConflict('该退款没有在等待支付渠道')
  if (!isSilent(tx, lastSent(refund))) throw stateConflict('退款正在处理，24 小时后仍无结果才能标记')
  if (outcome === 'succeeded' && !voucher) throw new BadInput('请填写支付渠道的退款凭证', 'voucher')
  const ended = { state: outcome === 'succeeded' ? 1 : 2, marked: true } as const
  const parts = refund.parts.map((part) => (part.state === 0 ? { ...part, ...ended } : part))
  const failMsg = outcome === 'failed' ? '支付渠道显示退款未成功' : ''
  const marked = { ...refund, parts, failMsg, voucher: addVoucher(refund.voucher, voucher) }
  await trail(tx, order, marked, outcome === 'succeeded' ? 'refundMarkDone' : 'refundMarkFailed')
  await changeRefund(tx, refund.id, { voucher: marked.voucher })
  await settleParts(tx, repaidOf(order), marked)
}

/** A refund of several parts may have several vouchers. */
export function addVoucher(known: string, more: string): string {
  if (!more || known.split('；').includes(more)) return known
  return [...[known, more].filter(Boolean).join('；')].slice(-512).join('')
}

/** 重试 and 改退余额: what was refused goes again, shared over what the payments of the order still have. */
async function sendAgain(
  tx: Ctx,
  order: orders.OrderRow,
  refund: RefundRow,
  form: RefundAgain,
  answers: Answers,
): Promise<void> {
  const { state, surplus } = refund
  // Once a part is back, the rest of it waits for this.
  const isRest = state === 0
  if (isOnItsWay(refund) || (isRest && !refund.parts.some((part) => part.state === 2)))
    throw stateConflict('已有一笔退款正在处理')
  const backFen = refund.parts.reduce((sum, part) => sum + (part.state === 1 ? part.amountFen : 0), 0)
  const openFen = refund.amountFen - backFen
  // With what of it is back already.
  await requireProofAbove(tx, order, openFen && refund.amountFen)
  const judged = !isRest && !surplus && (await judgeAnew(tx, order, refund))
  const { method, voucher } = await wayOf(tx, order, form)
  const planned = surplus ? ofSurplus(tx, refund, method) : await planAnew(tx, order, openFen, method)
  requireVoucher(planned, voucher)
  const { parts, replaced } = replaceParts(refund.parts, planned, (part) => part.state === 1)
  await refuseSent(tx, refund, replaced)
  refuseUnknown(refund, replaced, answers)
  await requireCreditOf(tx, order, parts)
  const again = {
    ...refund,
    parts,
    failMsg: '',
    voucher: addVoucher(refund.voucher, voucher),
    tries: 0,
    method: method === 'origin' ? refund.method : method,
  }
  await trail(tx, order, again, 'refundAgain')
  const isWaiting = parts.some((part) => part.state === 0)
  const queryAt = isWaiting ? firstAsk(tx) : null
  const changed = { parts, failMsg: '', tries: 0, finishTime: null, voucher: again.voucher, method: again.method }
  await changeRefund(tx, refund.id, { ...changed, state: 0, queryAt })
  if (judged) await onRefunding(tx, order)
  const set = { ...(!surplus && { isDel: false }), ...(judged && (await leaving(tx, order, judged))) }
  if (!isWaiting) {
    await settleParts(tx, repaidOf(order, set), again)
    return
  }
  await sendSoon(tx, refund.id)
  if (surplus) return
  if (!isRest) await orders.changeOrder(tx, order.id, { ...set, refundStatus: 3 })
  const message = `重新退款 ${sumText(again)}，退款单号 ${refund.refundNo}`
  await orders.noteOrder(tx, order.id, { changeType: 'refund', message })
}

/** Money that came too late goes back whole, of the one payment it came by. */
const ofSurplus = (tx: Ctx, { parts, amountFen }: RefundRow, method: RefundMethod): RefundPart[] =>
  parts.slice(0, 1).map(({ paymentId }) => partOf(tx, { paymentId, amountFen, method }))

/** @throws 409 when other refunds have taken what the payments had */
async function planAnew(tx: Ctx, order: orders.OrderRow, fen: number, method: RefundMethod) {
  const shared = await shareParts(tx, moneyOf(order), fen, method)
  refuseSentBack(shared)
  if (shared.missingFen) throw stateConflict('订单已变化，请重新退款')
  return shared.parts
}

/** @throws 409 for what its provider is known to have sent after all, whatever staff have marked */
export async function refuseSent(tx: Ctx, { refundNo, parts }: RefundRow, replaced: readonly number[]): Promise<void> {
  for (const index of replaced) {
    const no = partNo(refundNo, index)
    if ((await isStray(tx, no, 'late')) || (await isStray(tx, no, 'elsewhere')))
      throw sentBack(parts[index]?.amountFen ?? 0)
  }
}

/**
 * What went to a provider goes another way only once it is sure that the provider will not send it: it says so, or staff have
 * said so for it.
 * @throws 409, 502 otherwise
 */
export function refuseUnknown({ parts }: RefundRow, replaced: readonly number[], answers: Answers): void {
  for (const index of replaced) {
    const said = answers.get(index)
    if (said === 'failed' || said === 'unknown' || parts[index]?.marked) continue
    if (said === 'silent')
      throw new HttpError(502, 'UPSTREAM', '支付渠道没有应答，不能确认原退款是否已到账，请稍后再试，或点「重试」')
    throw stateConflict('支付渠道仍在处理原退款，请点「重试」等它的结果，24 小时无结果可标记')
  }
}

/** How it goes now. @throws 422 to the balance of an ended account */
async function wayOf(tx: Ctx, order: orders.OrderRow, { method = 'origin', voucher = '' }: RefundAgain) {
  if (method === 'balance' && (await findPurse(tx, order.uid))?.hasEnded)
    throw new Refusal('该用户已注销，请线下退款并填写凭证')
  return { method, voucher }
}
