import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import {
  type RechargeRefundAgain,
  type RechargeRefundForm,
  type RefundedRecharge,
  recharge as rechargeRoutes,
} from '@zhanggui/contract/finance/recharge.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { rechargeRefundTypes } from '@zhanggui/domain/finance/recharge.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { audit } from '../../../platform/data/audit.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Accepted } from '../../../platform/http/accepted.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { needsApproval, requireProofAbove } from '../../order/refund/refund.service.ts'
import { addVoucher, isOnItsWay, refuseSent, refuseUnknown } from '../../order/refund/refund-again.service.ts'
import {
  changeRefund,
  findRefund,
  firstAsk,
  insertRefund,
  isSilent,
  lockRefundRow,
  type RefundRow,
  sendSoon,
} from '../../payment/refund/refund.service.ts'
import {
  lastSent,
  partOf,
  refuseSentBack,
  replaceParts,
  requireVoucher,
  shareParts,
  sumOfWay,
  toHandOver,
  waitForStaff,
} from '../../payment/refund/refund-parts.service.ts'
import { askAgain, type PartAnswer } from '../../payment/refund/refund-send.service.ts'
import { settleParts } from '../../payment/refund/refund-settle.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { approvable, askApproval, type Wish } from '../../work/approval/approval.service.ts'
import * as recharges from './recharge.repository.ts'
import { moneyOf, repaidOf, takeAgain, takeForRefund } from './recharge-repaid.service.ts'

type Recharge = recharges.RechargeRow

const REFUNDING = '该充值正在退款'

/** Locks a recharge; accounts that see their stores alone see no balances. @throws 404 */
async function lockRecharge(tx: Ctx, id: number | undefined): Promise<Recharge> {
  const recharge = id === undefined || tx.actor.scope.storeIds ? undefined : await recharges.lock(tx, id)
  if (!recharge) throw notFound('充值记录')
  return recharge
}

/**
 * 退款: money of a recharge goes back by the payment it came by, and leaves the balance at once, with type 2 also its share of the
 * gift. One that is handed over in cash needs its voucher.
 * @throws 400 for a sum or a voucher; 404; 409 while another is on its way; 422 for what is not there; 428 above `reauth_amount` for
 *   staff without proof
 */
export function refundRecharge(ctx: Ctx, form: RechargeRefundForm): Promise<RefundedRecharge | Accepted<Asked>> {
  return retried(ctx, async (tx) => {
    const call = { route: rechargeRoutes.refund, input: form, reason: form.reason }
    return approvable(tx, call, (own) => startRefund(own, form))
  })
}

async function startRefund(tx: Ctx, form: RechargeRefundForm): Promise<RefundedRecharge> {
  const { type, price, method = 'origin', reason = '充值退款' } = form
  const recharge = await lockRecharge(tx, form.id)
  const amountFen = await judge(tx, recharge, price === undefined ? undefined : toFen(price))
  await requireProofAbove(tx, recharge, amountFen)
  const asksFirst = await needsApproval(tx, recharge, amountFen)
  const voucher = asksFirst ? '' : (form.voucher ?? '')
  const refundNo = await nextNo(tx, 'R')
  const shared = await shareParts(tx, moneyOf(recharge), amountFen, method)
  refuseSentBack(shared)
  if (shared.missingFen) throw new Error(`recharge ${recharge.rechargeNo} has no payment for ${shared.missingFen} fen`)
  if (!asksFirst) requireVoucher(shared.parts, voucher)
  const parts = asksFirst ? waitForStaff(shared.parts) : shared.parts
  const cashFen = asksFirst ? sumOfWay(parts, 'offline') : 0
  const taken = await takeForRefund(tx, recharge, { refundNo, round: 1, amountFen, type })
  if ('mostFen' in taken) throw new Refusal(`用户余额不足，最多可退 ${yuanText(taken.mostFen)}`)
  if (asksFirst) await askApproval(tx, await approvalOf(tx, recharge, amountFen, taken.giveFen))
  const isWaiting = parts.some(({ state }) => state === 0)
  const { giveFen } = taken
  const text = giveFen ? `${rechargeRefundTypes[type]} ${yuanText(giveFen)}` : rechargeRefundTypes[1]
  const { operatorId, operatorName } = operatorOf(tx)
  const refund = await insertRefund(tx, {
    refundNo,
    orderId: null,
    afterSalesId: null,
    cause: '',
    parts,
    reason,
    voucher,
    amountFen,
    goodsAmountFen: 0,
    postageAmountFen: 0,
    pointsBack: 0,
    restock: false,
    text,
    operatorId,
    operatorName,
    method,
    failMsg: cashFen ? toHandOver(cashFen) : '',
    queryAt: isWaiting ? firstAsk(tx) : null,
  })
  await recharges.insertRefund(tx, { rechargeId: recharge.id, refundId: refund.id, type, giveFen })
  await trail(tx, recharge, refund, 'refund')
  if (isWaiting) await sendSoon(tx, refund.id)
  else await settleParts(tx, repaidOf(recharge), refund)
  return answer(tx, recharge, refund.id)
}

/** What a second person is asked to agree to. */
async function approvalOf(tx: Ctx, recharge: Recharge, amountFen: number, giveFen: number): Promise<Wish> {
  const { approval_amount: limit } = await getSettings(tx)
  const { id, rechargeNo, uid, priceFen, refundPriceFen } = recharge
  const left = priceFen - refundPriceFen
  return {
    kind: 'rechargeRefund',
    amountFen,
    title: `充值退款 ${yuanText(amountFen)}，充值单 …${rechargeNo.slice(-6)}`,
    object: { type: 'recharge', id, name: rechargeNo, link: `/finance/recharge?keywords=${rechargeNo}` },
    rule: `一笔充值累计退款超过 ${yuanText(limit)}`,
    changes: [
      { name: `退给用户 ${uid}`, now: '', after: `+${yuanText(amountFen)}` },
      { name: '这笔充值还剩', now: yuanText(left), after: yuanText(left - amountFen) },
      { name: '用户余额', now: '', after: `−${yuanText(amountFen + giveFen)}` },
    ],
  }
}

/** What of the price goes back. @throws 400, 409, 422 */
async function judge(tx: Ctx, recharge: Recharge, wishedFen: number | undefined): Promise<number> {
  if (!recharge.paid) throw new Refusal('未支付的充值不能退款')
  if (await recharges.isRefunding(tx, recharge.id)) throw stateConflict(REFUNDING)
  const leftFen = recharge.priceFen - recharge.refundPriceFen
  if (!leftFen) throw new Refusal('该充值已全部退款')
  if (wishedFen === 0) throw new BadInput('退款金额必须大于0', 'price')
  const amountFen = wishedFen ?? leftFen
  if (amountFen > leftFen) throw new Refusal(`退款金额不能大于可退金额 ${yuanText(leftFen)}`)
  return amountFen
}

/** The answer, as all now stands. */
async function answer(tx: Ctx, { id }: Recharge, refundId: number): Promise<RefundedRecharge> {
  const refund = await findRefund(tx, { id: refundId })
  if (!refund) throw new Error(`refund ${refundId} is gone`)
  return { id, refundNo: refund.refundNo, state: refund.state }
}

/**
 * One that failed goes again, by its provider or in cash with a voucher: the balance is taken again. Or what its provider's own page
 * says of a silent one is booked. Before it goes another way its provider is asked once more: what it sent after all is booked, and
 * is the answer.
 * @throws 404; 409 for one that is on its way or done; 400, 422, 428; 502 for a provider that does not say whether it has sent it
 */
export async function refundRechargeAgain(ctx: Ctx, form: RechargeRefundAgain): Promise<RefundedRecharge> {
  if (form.outcome && form.method) throw new BadInput('标记结果时不能更换退款方式', 'method')
  const { refundNo, outcome } = form
  const known = ctx.actor.scope.storeIds ? undefined : await findRefund(ctx, { refundNo })
  const rechargeId = known && (await recharges.findOfRefund(ctx, refundNo))
  if (!known || rechargeId === undefined) throw notFound('退款单')
  const answers = await askBefore(ctx, known, outcome)
  const isHeard = [...answers.values()].some((said) => said === 'done' || (outcome && said === 'failed'))
  return retried(ctx, async (tx) => {
    const recharge = await lockRecharge(tx, rechargeId)
    const refund = await lockRefundRow(tx, known.id)
    const isOver = refund.state === 1 || (outcome !== undefined && !isOnItsWay(refund))
    if (isOver && isHeard) return answer(tx, recharge, refund.id)
    if (refund.state === 1) throw stateConflict('该退款已成功')
    if (outcome) await markOutcome(tx, recharge, refund, outcome, form.voucher)
    else await sendAgain(tx, recharge, refund, form, answers)
    return answer(tx, recharge, refund.id)
  })
}

/** Asks the provider where the call would go on from what it says; what would be refused anyway asks nobody. */
async function askBefore(ctx: Ctx, refund: RefundRow, outcome: RechargeRefundAgain['outcome']) {
  if (outcome) requireProof(ctx)
  const isAsked = outcome ? isOnItsWay(refund) && isSilent(ctx, lastSent(refund)) : refund.state === 2
  return isAsked ? askAgain(ctx, refund) : new Map<number, PartAnswer>()
}

/** A provider was silent for a day: its own page says how it ended. */
async function markOutcome(
  tx: Ctx,
  recharge: Recharge,
  refund: RefundRow,
  outcome: 'succeeded' | 'failed',
  voucher = '',
): Promise<void> {
  if (!isOnItsWay(refund)) throw stateConflict('该退款没有在等待支付渠道')
  if (!isSilent(tx, lastSent(refund))) throw stateConflict('退款正在处理，24 小时后仍无结果才能标记')
  const isDone = outcome === 'succeeded'
  if (isDone && !voucher) throw new BadInput('请填写支付渠道的退款凭证', 'voucher')
  const ended = { state: isDone ? 1 : 2, marked: true } as const
  const parts = refund.parts.map((part) => (part.state === 0 ? { ...part, ...ended } : part))
  const failMsg = isDone ? '' : '支付渠道显示退款未成功'
  const marked = { ...refund, parts, failMsg, voucher: addVoucher(refund.voucher, voucher) }
  await trail(tx, recharge, marked, isDone ? 'refundMarkDone' : 'refundMarkFailed')
  await changeRefund(tx, refund.id, { voucher: marked.voucher })
  await settleParts(tx, repaidOf(recharge), marked)
}

/** 重试, and 线下退款 where the provider cannot. */
async function sendAgain(
  tx: Ctx,
  recharge: Recharge,
  refund: RefundRow,
  { method = 'origin', voucher = '' }: RechargeRefundAgain,
  answers: ReadonlyMap<number, PartAnswer>,
): Promise<void> {
  if (refund.state === 0) throw stateConflict(REFUNDING)
  const { amountFen, surplus } = refund
  await requireProofAbove(tx, recharge, amountFen)
  const planned = surplus
    ? refund.parts.slice(0, 1).map(({ paymentId }) => partOf(tx, { paymentId, amountFen, method }))
    : await planAnew(tx, recharge, amountFen, method)
  requireVoucher(planned, voucher)
  const { parts, replaced } = replaceParts(refund.parts, planned, (part) => part.state === 1)
  await refuseSent(tx, refund, replaced)
  refuseUnknown(refund, replaced, answers)
  if (!(await takeAgain(tx, recharge, refund))) await refuseTaking(tx, recharge, amountFen)
  const again = { ...refund, parts, method, failMsg: '', tries: 0, voucher: addVoucher(refund.voucher, voucher) }
  await trail(tx, recharge, again, 'refundAgain')
  const isWaiting = parts.some((part) => part.state === 0)
  const changed = { parts, method, failMsg: '', tries: 0, voucher: again.voucher, finishTime: null }
  await changeRefund(tx, refund.id, { ...changed, state: 0, queryAt: isWaiting ? firstAsk(tx) : null })
  if (isWaiting) await sendSoon(tx, refund.id)
  else await settleParts(tx, repaidOf(recharge), again)
}

/** @throws 409 when other refunds have taken what the payment had */
async function planAnew(tx: Ctx, recharge: Recharge, fen: number, method: 'origin' | 'offline') {
  const shared = await shareParts(tx, moneyOf(recharge), fen, method)
  refuseSentBack(shared)
  if (shared.missingFen) throw stateConflict('该充值已另行退款，余下的不够，请重新发起退款')
  return shared.parts
}

/** Refuses a refund that cannot take the balance again. @throws 409, 422 */
async function refuseTaking(tx: Ctx, recharge: Recharge, amountFen: number): Promise<never> {
  if (await recharges.isRefunding(tx, recharge.id)) throw stateConflict(REFUNDING)
  if (amountFen > recharge.priceFen - recharge.refundPriceFen)
    throw stateConflict('该充值已另行退款，余下的不够，请重新发起退款')
  throw new Refusal('用户余额不足，请按现在的余额重新发起退款')
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
async function trail(tx: Ctx, { id, rechargeNo }: Recharge, refund: RefundRow, action: AuditAction): Promise<void> {
  const { refundNo, amountFen, method, reason, voucher, text } = refund
  await audit(tx, {
    action,
    objectType: 'recharge',
    objectId: id,
    objectName: rechargeNo,
    labels: LABELS,
    after: { refundNo, amount: toYuan(amountFen), method: refundMethods[method], reason, voucher, text },
  })
}
