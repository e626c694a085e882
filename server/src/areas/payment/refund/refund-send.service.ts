import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { PayRefusal, type RefundState } from '../../../platform/outside/pay-gateway.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import { calledBackBy, openGateway, openListener } from '../gateway/gateways.service.ts'
import { type Message, rawText, trusted } from '../gateway/provider-message.service.ts'
import { payableOf, type Repaid } from '../payment/payable.service.ts'
import * as payments from '../payment/payment.repository.ts'
import type { PayProvider, StrayReason } from '../payment/payment.tables.ts'
import * as refunds from './refund.repository.ts'
import { methodOfPart } from './refund-parts.service.ts'
import { reportFailure, settleParts } from './refund-settle.service.ts'

const BATCH = 200
const DAY_MS = 24 * 3600_000

/**
 * Has the gateways of a refund send back what is on its way, each part under a number of its own, so that a repetition sends
 * nothing twice. What they say is booked; one that says nothing is asked again by {@link askDue}.
 */
export async function sendRefund(ctx: Ctx, refundId: number): Promise<void> {
  const refund = await refunds.find(ctx, { id: refundId })
  if (refund?.state !== 0) return
  const said: Said[] = []
  for (const [index, part] of refund.parts.entries())
    if (part.state === 0) said.push([index, await askPart(ctx, refund, index, part)])
  if (said.length) await bookParts(ctx, refundId, said, refund)
}

async function askPart(
  ctx: Ctx,
  refund: refunds.RefundRow,
  index: number,
  part: refunds.RefundPart,
): Promise<RefundState> {
  const { tries, reason } = refund
  const refundNo = refunds.partNo(refund.refundNo, index)
  try {
    const { gateway, outTradeNo, amountFen: paidFen, payTime, createdAt } = await gatewayOf(ctx, part)
    const known = tries ? await gateway.queryRefund(refundNo) : { state: 'unknown' as const }
    if (known.state !== 'unknown') return known
    const of = { outTradeNo, paidFen, paidAt: payTime ?? createdAt }
    return { state: await gateway.refund({ ...of, refundNo, amountFen: part.amountFen, reason }) }
  } catch (error) {
    if (error instanceof PayRefusal) return { state: 'failed', message: error.message }
    ctx.log.warn({ err: error, refundNo }, 'a provider did not say how a refund stands')
    return { state: 'waiting' }
  }
}

async function gatewayOf(ctx: Ctx, { paymentId }: refunds.RefundPart) {
  const payment = await payments.findById(ctx, paymentId)
  const gateway = payment && openGateway(ctx, payment)
  if (!gateway) throw new Error(`payment ${paymentId} has no gateway`)
  return { gateway, ...payment }
}

/** What a provider says of a part that it was asked for; `silent` when it says nothing. */
export type PartAnswer = RefundState['state'] | 'silent'

/**
 * Asks the providers of a refund about all that they have not sent back as far as we know, outside any transaction, and books
 * what they say.
 * @returns what each said, by the part's place
 */
export async function askAgain(ctx: Ctx, refund: refunds.RefundRow): Promise<Map<number, PartAnswer>> {
  const answers = new Map<number, PartAnswer>()
  const said: Said[] = []
  for (const [index, part] of refund.parts.entries()) {
    if (part.state === 1 || methodOfPart(part) !== 'origin') continue
    const refundNo = refunds.partNo(refund.refundNo, index)
    try {
      const { gateway } = await gatewayOf(ctx, part)
      const outcome = await gateway.queryRefund(refundNo)
      answers.set(index, outcome.state)
      if (outcome.state === 'done' || outcome.state === 'failed') said.push([index, outcome])
    } catch (error) {
      ctx.log.warn({ err: error, refundNo }, 'a provider did not say how a refund stands')
      answers.set(index, 'silent')
    }
  }
  if (said.length) await bookParts(ctx, refund.id, said, refund)
  return answers
}

type Said = readonly [index: number, outcome: RefundState, raw?: string]

/**
 * Books what was said of parts of a refund. One that was refused and arrives all the same counts, as long as it can be booked;
 * what arrives for one that went another way is money paid twice: it is kept aside and reported.
 * @param asked the refund as it stood when the provider was asked
 */
function bookParts(ctx: Ctx, refundId: number, said: readonly Said[], asked?: refunds.RefundRow): Promise<void> {
  return retried(ctx, async (tx) => {
    const { of, refund } = await lockRefund(tx, refundId)
    const parts = [...refund.parts]
    const why: string[] = []
    const news = said.filter(([index, { state }]) => state === 'done' || !isSentAnew(refund, asked, index))
    for (const [index, outcome, raw] of news) {
      const part = parts[index]
      if (!part) continue
      const isDone = outcome.state === 'done'
      const isReplaced = part.state === 3 || methodOfPart(part) !== 'origin'
      if (isReplaced) {
        if (isDone) await keepPaidTwice(tx, of, refund, index, { reason: 'elsewhere', raw })
      } else if (part.state === 1) {
        if (outcome.state === 'failed' && part.marked)
          await keepPaidTwice(tx, of, refund, index, { reason: 'undone', raw })
      } else if (part.state === 0 || isDone) {
        parts[index] = { ...part, state: states[outcome.state] }
        if (outcome.state === 'failed') why.push(outcome.message)
      }
    }
    const arrived = news.filter(([index]) => refund.parts[index]?.state === 2 && parts[index]?.state === 1)
    const isNews = news.some(([index]) => refund.parts[index]?.state === 0) || arrived.length > 0
    if (!isNews) return
    const failMsg = why.at(-1) ?? refund.failMsg
    if (refund.state === 0) {
      await settleParts(tx, of, { ...refund, parts, failMsg })
      return
    }
    const reopened = refund.state === 2 ? await of.reopen(tx, refund) : undefined
    if (reopened) {
      await refunds.change(tx, refund.id, { state: 0, finishTime: null })
      await settleParts(tx, reopened, { ...refund, state: 0, parts, failMsg })
    } else for (const [index, , raw] of arrived) await keepPaidTwice(tx, of, refund, index, { reason: 'late', raw })
  })
}

/** Locks what a refund is of, then the refund. @throws 404 */
async function lockRefund(tx: Ctx, id: number): Promise<{ of: Repaid; refund: refunds.RefundRow }> {
  const kind = await refunds.findKind(tx, id)
  if (!kind) throw notFound('退款单')
  const of = await payableOf(tx, kind).lockRepaid(tx, kind)
  return { of, refund: await refunds.lock(tx, id) }
}

/** Whether a part went out again after its provider was asked: that the earlier attempt was refused says nothing of it. */
function isSentAnew({ parts }: refunds.RefundRow, asked: refunds.RefundRow | undefined, index: number): boolean {
  const [now, then] = [parts[index], asked?.parts[index]]
  return now?.state === 0 && then !== undefined && (then.state !== 0 || then.sentAt !== now.sentAt)
}

const states = { done: 1, failed: 2, waiting: 0, unknown: 0 } as const

/** The job that asks about refunds on their way. */
export const REFUND_PROCESS = 'orderRefundProcess'

/**
 * Asks about refunds on their way that are due; once a day staff hear of one that is silent.
 * @returns how many were asked about
 */
export async function askDue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let asked = 0
  let after: refunds.DueRefund | undefined
  while (!signal.aborted) {
    const due = await refunds.listDue(ctx, REFUND_PROCESS, after, BATCH)
    asked += await eachRow(ctx, REFUND_PROCESS, due, signal, (each) => askOne(ctx, each))
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return asked
}

async function askOne(ctx: Ctx, { id, queryAt, sentAt }: refunds.DueRefund): Promise<void> {
  try {
    await sendRefund(ctx, id)
  } catch (error) {
    // It is due again at the next run, which counts its failures; a day of silence is reported all the same, once.
    await refunds.change(ctx, id, { queryAt: ctx.now() })
    await reportSilence(ctx, { id, queryAt, sentAt })
    throw error
  }
  await reportSilence(ctx, { id, queryAt, sentAt })
}

async function reportSilence(ctx: Ctx, { id, queryAt, sentAt }: refunds.DueRefund): Promise<void> {
  const daysAt = (at: Date) => Math.floor((at.getTime() - sentAt.getTime()) / DAY_MS)
  const days = daysAt(ctx.now())
  if (days < 1 || days <= daysAt(queryAt ?? sentAt)) return
  await retried(ctx, async (tx) => {
    const { of, refund } = await lockRefund(tx, id)
    const message = `支付渠道已 ${days} 天没有结果，请到渠道后台核对后标记结果`
    if (refund.state === 0) await reportFailure(tx, of.concern, refund, `退款无结果：${of.concern.no}`, message)
  })
}

/**
 * Hears a message of a provider about a refund, as those about payments are heard.
 * @throws 401 for a wrong signature; 404 for no such provider
 */
export async function hearRefund(ctx: Ctx, name: string, { headers, body }: Message): Promise<Record<string, unknown>> {
  const provider = await calledBackBy(ctx, name)
  const gateway = provider && openListener(ctx, provider)
  if (!gateway) throw notFound('支付渠道')
  const notice = await trusted(ctx, provider, () => gateway.readRefundNotice(headers, body))
  const { refundNo: told, amountFen, isOurs, outcome } = notice
  const setAside = (reason: RefundReason) => keepAside(ctx, provider, told, { reason, amountFen, raw: rawText(body) })
  const key = refunds.splitPartNo(told)
  const refund = key && (await refunds.find(ctx, { refundNo: key.refundNo }))
  const part = key && refund?.parts[key.index]
  const payment = part && (await payments.findById(ctx, part.paymentId))
  if (payment?.provider !== provider || !key || !refund) await setAside('unknown')
  else if (!isOurs) await setAside('merchant')
  else if (amountFen !== part?.amountFen) await setAside('amount')
  else await bookParts(ctx, refund.id, [[key.index, outcome, rawText(body)]])
  return gateway.success
}

/** Why a message about a refund fits none; those about payments have one reason more. */
type RefundReason = Exclude<StrayReason, 'used'>
type Stray = { reason: RefundReason; amountFen: number; raw: string }

/** Keeps a message that fits no refund of ours, and reports it; it changes nothing else. */
function keepAside(ctx: Ctx, provider: PayProvider, told: string, { reason, amountFen, raw }: Stray): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const outTradeNo = cutText(told, 64)
    if (!(await payments.keepStray(tx, { provider, outTradeNo, reason, raw }))) return
    await emit(tx, 'payment.mismatch', { provider, outTradeNo, reason })
    await notify(tx, {
      event: 'payment.mismatch',
      level: 'error',
      title: `${reasons[reason]}：${outTradeNo}`,
      content: `${reasons[reason]}：退款单 ${outTradeNo}，${yuanText(amountFen)}。订单未变更，请核对`,
      object: { type: 'refund', id: outTradeNo },
    })
  })
}

/**
 * Keeps what a provider says of a part that is booked otherwise, once, and reports it to staff who handle its money. It changes
 * nothing else, and stands in the reconciliation from then on.
 */
async function keepPaidTwice(
  tx: Ctx,
  { concern, note }: Repaid,
  refund: refunds.RefundRow,
  index: number,
  { reason, raw }: { reason: RefundReason; raw: string | undefined },
): Promise<void> {
  const { paymentId = 0, amountFen = 0 } = refund.parts[index] ?? {}
  const outTradeNo = refunds.partNo(refund.refundNo, index)
  const provider = (await payments.findById(tx, paymentId))?.provider
  if (!provider || (await payments.isStray(tx, outTradeNo, reason))) return
  await payments.keepStray(tx, { provider, outTradeNo, reason, raw: raw ?? JSON.stringify({ outTradeNo, amountFen }) })
  const message = `${reasons[reason]}：退款单 ${outTradeNo}，${yuanText(amountFen)}`
  await note(tx, { message, stray: outTradeNo })
  await emit(tx, 'payment.mismatch', { ...concern.event, provider, outTradeNo, reason })
  await notify(tx, {
    event: 'payment.mismatch',
    level: 'error',
    title: `${reasons[reason]}：${concern.no}`,
    content: `${message}。${acts[reason] ?? ''}`,
    link: concern.link,
    to: concern.to,
    object: concern.object,
    payload: { orderNo: concern.no, amount: toYuan(amountFen), message },
  })
}

const reasons: Record<RefundReason, string> = {
  unknown: '没有这个退款单',
  merchant: '退款商户不符',
  amount: '退款金额不符',
  twice: '同一退款单重复通知',
  elsewhere: '已换方式退过，支付渠道又退成功',
  late: '退款已失败，支付渠道又退成功',
  undone: '已标记退款成功，支付渠道却退款失败',
}

const acts: Partial<Record<RefundReason, string>> = {
  elsewhere: '同一笔钱退了两次，请联系买家追回一笔',
  late: '订单已变化，不能自动入账，请核对后处理',
  undone: '买家可能没有收到钱，请核对后线下补退',
}
