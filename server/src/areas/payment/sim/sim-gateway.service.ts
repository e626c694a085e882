import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import {
  BadSignature,
  type PayGateway,
  type PayNotice,
  PayRefusal,
  type RefundNotice,
  type RefundState,
} from '../../../platform/outside/pay-gateway.ts'
import { isSimOpen } from '../../setting/setting/play-money.service.ts'
import { getOwnSecret, getSecret, getSettings } from '../../setting/setting/setting.service.ts'
import * as sims from './sim-payment.repository.ts'

/** How old a message may be. */
const MAX_AGE_MS = 5 * 60_000
/** The account of ours that the simulated provider knows. */
export const SIM_MERCHANT = 'zhanggui'

/** What the simulated provider sends: whole fen, time as ISO 8601. */
export type SimMessage = {
  merchant: string
  currency: string
  outTradeNo: string
  transactionId: string
  amount: number
  result: 'success' | 'fail'
  time: string
}

export { isSimOpen }

/** The provider that plays: it answers from tables of its own, as real ones do from theirs. */
export function openSimGateway(ctx: Ctx): PayGateway {
  const query: PayGateway['query'] = async (outTradeNo) => {
    const row = await sims.find(ctx, outTradeNo)
    return row ? stateOf(row) : { state: 'open' }
  }
  return {
    prepay: async ({ outTradeNo, amountFen, subject, payType }) => {
      const shown = cutText(subject, 128)
      await sims.insert(ctx, { outTradeNo, amountFen, subject: shown, payType: payType as sims.SimPayment['payType'] })
      return { mwebUrl: `/api/front/pay/sim/page/${outTradeNo}` }
    },
    query,
    close: async (outTradeNo) => {
      const closed = await sims.end(ctx, outTradeNo, { state: 2 })
      if (closed) return { state: 'closed' }
      const row = await sims.find(ctx, outTradeNo)
      return row ? stateOf(row) : { state: 'closed' }
    },
    refund: ({ outTradeNo, refundNo: outRefundNo, amountFen }) => refund(ctx, { outTradeNo, outRefundNo, amountFen }),
    queryRefund: async (refundNo) => {
      const row = await sims.findRefund(ctx, refundNo)
      if (!row) return { state: 'unknown' }
      return refundStateOf(row.state === 0 ? await goOn(ctx, row) : row.state)
    },
    downloadBill: async (day) => ({ rows: await sims.listBill(ctx, day), odd: [] }),
    readNotice: async (headers, body) => {
      await checkSignature(ctx, headers, body)
      return readMessage(body)
    },
    readRefundNotice: async (headers, body) => {
      await checkSignature(ctx, headers, body)
      return readRefundMessage(body)
    },
    success: { code: 'SUCCESS', message: '成功' },
  }
}

/** The queue whose job says that a refund has arrived. */
export const SIM_REFUND_QUEUE = 'sim-refund'
/** How long one takes that does not arrive at once. */
const REFUND_MS = 2000
const REFUSED = '模拟支付：商户号可用余额不足，请充值后重试'

/** @throws {PayRefusal} */
async function refund(ctx: Ctx, order: Parameters<typeof sims.takeRefund>[1]): Promise<'done' | 'waiting'> {
  const row = await sims.takeRefund(ctx, order)
  if (!row) throw new PayRefusal('模拟支付：没有这笔收款，或可退金额不足')
  const { state } = refundStateOf(row.state === 1 ? 1 : await goOn(ctx, row, true))
  if (state === 'failed') throw new PayRefusal(REFUSED)
  return state === 'done' ? 'done' : 'waiting'
}

/** What becomes of a refund that has not arrived, as `pay_sim_refund` says. */
async function goOn(ctx: Ctx, { outRefundNo }: sims.SimRefund, isAsked = false): Promise<number> {
  const { pay_sim_refund } = await getSettings(ctx)
  if (pay_sim_refund === 'sync' || pay_sim_refund === 'fail') {
    const state = pay_sim_refund === 'sync' ? 1 : 2
    await sims.endRefund(ctx, outRefundNo, state)
    return state
  }
  if (isAsked) await sims.endRefund(ctx, outRefundNo, 0)
  const startAfter = new Date(Date.now() + REFUND_MS)
  if (pay_sim_refund === 'async' && isAsked)
    await ctx.platform.jobs.enqueue(ctx, SIM_REFUND_QUEUE, { outRefundNo }, { startAfter })
  return 0
}

function refundStateOf(state: number): RefundState {
  if (state === 2) return { state: 'failed', message: REFUSED }
  return { state: state === 1 ? 'done' : 'waiting' }
}

function stateOf({ state, transactionId, paidFen, paidAt }: sims.SimPayment): PayNotice['outcome'] {
  if (state === 1 && paidAt) return { state: 'paid', transactionId, amountFen: paidFen ?? 0, paidAt, isOurs: true }
  if (state === 3) return { state: 'failed', message: '买家支付失败' }
  return { state: state === 2 ? 'closed' : 'open' }
}

async function checkSignature({ platform, db, now }: Ctx, headers: IncomingHttpHeaders, body: Uint8Array) {
  const [sign, timestamp, nonce] = ['x-sim-sign', 'x-sim-timestamp', 'x-sim-nonce'].map((name) => headers[name])
  if (typeof sign !== 'string' || typeof timestamp !== 'string' || typeof nonce !== 'string')
    throw new BadSignature('no signature')
  const key = await getSecret({ platform, db }, 'pay_sim_key')
  const expected = key && Buffer.from(signMessage({ timestamp, nonce, body }, key), 'hex')
  const given = /^[0-9a-f]{64}$/.test(sign) && Buffer.from(sign, 'hex')
  if (!expected || !given || !timingSafeEqual(expected, given)) throw new BadSignature('wrong signature')
  // Signed, so both are as our simulator wrote them.
  const age = now().getTime() - Number(timestamp)
  if (!(Math.abs(age) <= MAX_AGE_MS)) throw new BadSignature('an old message')
  if (nonce.length < 16) throw new BadSignature('no nonce')
}

/** The signature of a message: over its time, a nonce and its bytes. */
export function signMessage(
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: Uint8Array },
  key: string,
): string {
  return createHmac('sha256', key).update(`${timestamp}.${nonce}.`).update(body).digest('hex')
}

/** The key of signatures, made at its first use. */
export const getSimKey = (ctx: Ctx) => getOwnSecret(ctx, 'pay_sim_key')

/** What the simulated provider sends about a refund. */
export type SimRefundMessage = Pick<SimMessage, 'merchant' | 'currency' | 'amount' | 'result'> & { refundNo: string }

/** @throws {BadSignature} for what our simulator never writes */
function readRefundMessage(body: Uint8Array): RefundNotice {
  const { refundNo, merchant, currency, amount, result } = parse(body) as Partial<SimRefundMessage>
  if (!isNo(refundNo) || !Number.isSafeInteger(amount)) throw new BadSignature('an unreadable message')
  const outcome = refundStateOf(result === 'success' ? 1 : 2)
  return { refundNo, amountFen: Number(amount), isOurs: merchant === SIM_MERCHANT && currency === 'CNY', outcome }
}

/** @throws {BadSignature} for what our simulator never writes */
function readMessage(body: Uint8Array): PayNotice {
  const { outTradeNo, merchant, currency, transactionId, amount: amountFen, result, time } = parse(body)
  const paidAt = new Date(String(time))
  const isWhole = Number.isSafeInteger(amountFen) && !Number.isNaN(paidAt.getTime())
  if (!isNo(outTradeNo) || !isWhole) throw new BadSignature('an unreadable message')
  // A payment that failed has no transaction.
  if (result === 'fail') return { outTradeNo, outcome: { state: 'failed', message: '买家支付失败' } }
  if (!isNo(transactionId)) throw new BadSignature('an unreadable message')
  const isOurs = merchant === SIM_MERCHANT && currency === 'CNY'
  return { outTradeNo, outcome: { state: 'paid', transactionId, amountFen: Number(amountFen), paidAt, isOurs } }
}

const isNo = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)

function parse(body: Uint8Array): Partial<SimMessage> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    throw new BadSignature('an unreadable message')
  }
}
