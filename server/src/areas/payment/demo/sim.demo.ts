import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { takeMoney } from '../pay/take-money.service.ts'
import * as payments from '../payment/payment.repository.ts'
import type { PaidFor, PaymentRow } from '../payment/payment.service.ts'
import { partNo, type RefundPart } from '../refund/refund.service.ts'
import { openSimGateway } from '../sim/sim-gateway.service.ts'
import * as sims from '../sim/sim-payment.repository.ts'

/** An attempt whose buyer looks at the page of the simulated gateway, which knows of it from then on: money can go back by it. */
export async function beginSim(then: Ctx, due: PaidFor, subject: string, payType: PayType): Promise<PaymentRow> {
  const attempt = await payments.insert(then, due, { provider: 'sim', payType })
  const { outTradeNo, amountFen, channel, uid, createdAt } = attempt
  const asked = { outTradeNo, amountFen, subject, payType, channel, uid, createdAt }
  await openSimGateway(then).prepay({ ...asked, openid: '', ip: '' })
  return attempt
}

/** The money of an attempt comes. */
export async function arriveSim(then: Ctx, { outTradeNo, amountFen }: PaymentRow): Promise<void> {
  const paidAt = then.now()
  const transactionId = transactionOf(outTradeNo)
  await sims.end(then, outTradeNo, { state: 1, transactionId, paidFen: amountFen, paidAt })
  const told = { provider: 'sim', state: 'paid', isOurs: true } as const
  await takeMoney(then, { ...told, outTradeNo, amountFen, transactionId, paidAt })
}

/** 28 digits, as WeChat gives them. */
function transactionOf(outTradeNo: string): string {
  const [no = '', attempt = ''] = outTradeNo.split('-')
  return `420000${no.startsWith('E') ? 1 : 0}${attempt.slice(-1)}${no.replace(/\D/g, '')}`
}

const states = { done: 1, failed: 2, silent: 0 } as const
export type SimOutcome = keyof typeof states

/** What the gateway says of what is on its way of a refund; it has it among its own from then on. Returns the parts as they stand. */
export async function answerSim(
  then: Ctx,
  { refundNo, parts }: { refundNo: string; parts: readonly RefundPart[] },
  outcome: SimOutcome,
): Promise<RefundPart[]> {
  const state = states[outcome]
  const answered = [...parts]
  for (const [index, part] of parts.entries()) {
    const payment = part.state === 0 ? await payments.findById(then, part.paymentId) : undefined
    if (!payment) continue
    const outRefundNo = partNo(refundNo, index)
    await sims.takeRefund(then, { outRefundNo, outTradeNo: payment.outTradeNo, amountFen: part.amountFen })
    if (state) await sims.endRefund(then, outRefundNo, state)
    answered[index] = { ...part, state }
  }
  return answered
}

/** What a customer may spend. */
export const balanceOf = payments.balanceOf
