import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../../../platform/http/context.ts'
import { BadSignature, type PayGateway, type PayNotice, PayRefusal } from '../../../../platform/outside/pay-gateway.ts'
import { isSimOpen } from '../../../setting/setting/play-money.service.ts'
import { getOwnSecret, getSecret } from '../../../setting/setting/setting.service.ts'
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
      const shown = [...subject].slice(0, 128).join('')
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
    refund: async ({ outTradeNo, refundNo: outRefundNo, amountFen }) => {
      if (await sims.refund(ctx, { outTradeNo, outRefundNo, amountFen })) return 'done'
      throw new PayRefusal('模拟支付：没有这笔收款，或可退金额不足')
    },
    readNotice: async (headers, body) => {
      await checkSignature(ctx, headers, body)
      return readMessage(body)
    },
    success: { code: 'SUCCESS', message: '成功' },
  }
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
