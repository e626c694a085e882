import type { IncomingHttpHeaders } from 'node:http'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import {
  BadSignature,
  type Bill,
  type PayAttempt,
  type PayGateway,
  type PayNotice,
  PayRefusal,
  type PayState,
  type RefundNotice,
  type RefundOrder,
  type RefundState,
} from '../pay-gateway.ts'
import { readPayBill } from './pay-bill.ts'
import {
  callPay,
  fetchPayFile,
  findFault,
  type Json,
  PayApiRefusal,
  type PayMerchant,
  type SignatureFault,
  secondsOf,
} from './pay-call.ts'
import { makeNonce, openSealed, type Sealed, signLines } from './pay-crypto.ts'

/** A merchant number as one app of the shop takes money by it. */
export type PayAccount = PayMerchant & { appid: string }

/** Where WeChat Pay tells of payments and refunds. */
export type PayPlace = { notifyUrl: string; refundUrl: string }

/** What is asked of WeChat Pay; its messages are read by {@link readPayNotice}. */
type PayCalls = Omit<PayGateway, 'readNotice' | 'readRefundNotice' | 'success'>

/** How long WeChat takes money for an attempt: its `prepay_id` lives no longer. */
const PAYABLE_MS = 2 * 3600_000
const YEAR_MS = 365 * 24 * 3600_000
/** Where it is limited to 127 and 80, whether letters or bytes are counted: three bytes for each. */
const SUBJECT_LENGTH = 42
const REASON_LENGTH = 26

/** WeChat Pay v3 of one account, for mini-programs, pages inside WeChat (JSAPI) and browsers (H5). */
export function openWechatPay(account: PayAccount, place: PayPlace): PayCalls {
  const mine = `?mchid=${account.mchid}`
  const pathOf = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`
  const query = async (outTradeNo: string): Promise<PayState> => {
    const told = await callPay(account, 'GET', `${pathOf(outTradeNo)}${mine}`).catch((error: unknown) =>
      isRefusal(error, 404) ? undefined : Promise.reject(error),
    )
    return told ? stateOf(told, [account]) : { state: 'open' }
  }
  return {
    prepay: (attempt) => prepay(account, place, attempt),
    query,
    close: async (outTradeNo) => {
      try {
        await callPay(account, 'POST', `${pathOf(outTradeNo)}/close`, { mchid: account.mchid })
      } catch (error) {
        if (isRefusal(error, 400, 'ORDERPAID')) return query(outTradeNo)
        if (!isRefusal(error, 404) && !isRefusal(error, 400, 'ORDERCLOSED')) throw error
      }
      return { state: 'closed' }
    },
    refund: (order) => refund(account, place, order),
    queryRefund: async (refundNo) => {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
      const told = await callPay(account, 'GET', path).catch((error: unknown) =>
        isRefusal(error, 404) ? undefined : Promise.reject(error),
      )
      return told ? refundStateOf(told.status) : { state: 'unknown' }
    },
    downloadBill: (day) => downloadBill(account, day),
  }
}

/** What the buyer's client needs: signed parameters inside WeChat, else the address of WeChat's page. */
async function prepay(
  account: PayAccount,
  { notifyUrl }: PayPlace,
  attempt: PayAttempt,
): Promise<Record<string, string>> {
  const { outTradeNo, amountFen, subject, channel, openid, ip, createdAt } = attempt
  const asked = {
    appid: account.appid,
    mchid: account.mchid,
    description: cutText(subject, SUBJECT_LENGTH),
    out_trade_no: outTradeNo,
    time_expire: `${toWireTime(new Date(createdAt.getTime() + PAYABLE_MS)).replace(' ', 'T')}+08:00`,
    notify_url: notifyUrl,
    amount: { total: amountFen, currency: 'CNY' },
  }
  if (channel === 'h5') {
    const scene_info = { payer_client_ip: ip, h5_info: { type: 'Wap' } }
    const { h5_url } = await callPay(account, 'POST', '/v3/pay/transactions/h5', { ...asked, scene_info }).catch(
      inWords,
    )
    return { mwebUrl: textOf(h5_url) }
  }
  const body = { ...asked, payer: { openid } }
  const { prepay_id } = await callPay(account, 'POST', '/v3/pay/transactions/jsapi', body).catch(inWords)
  return signForClient(account, textOf(prepay_id), secondsOf(account.now()), makeNonce())
}

/** The parameters by which the buyer's client opens WeChat's window. */
export function signForClient(
  { appid, privateKey }: Pick<PayAccount, 'appid' | 'privateKey'>,
  prepayId: string,
  timeStamp: string,
  nonceStr: string,
): Record<string, string> {
  const named = `prepay_id=${prepayId}`
  const paySign = signLines(privateKey, [appid, timeStamp, nonceStr, named])
  return { appId: appid, timeStamp, nonceStr, package: named, signType: 'RSA', paySign }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || !value) throw new Error('微信支付的应答无法识别')
  return value
}

/** @throws {PayRefusal} for a final no */
async function refund(account: PayAccount, { refundUrl }: PayPlace, order: RefundOrder): Promise<'waiting'> {
  const { outTradeNo, refundNo, amountFen, reason, paidFen, paidAt } = order
  try {
    await callPay(account, 'POST', '/v3/refund/domestic/refunds', {
      out_trade_no: outTradeNo,
      out_refund_no: refundNo,
      reason: cutText(reason, REASON_LENGTH),
      notify_url: refundUrl,
      amount: { refund: amountFen, total: paidFen, currency: 'CNY' },
    })
  } catch (error) {
    if (!(error instanceof PayApiRefusal) || error.isPassing) throw error
    const isOld = account.now().getTime() - paidAt.getTime() > YEAR_MS
    throw new PayRefusal(isOld ? '交易超过一年，请线下退款' : wordsOf(error))
  }
  // What it answers is no result: that comes by a call-back, or a question.
  return 'waiting'
}

/** WeChat's refusals, in words that say what to do. */
const words: Readonly<Record<string, string>> = {
  NOTENOUGH: '商户号可用余额不足，请充值后点重试',
  USERACCOUNTABNORMAL: '买家的微信账户异常，请改退余额或线下退款',
  RESOURCENOTEXISTS: '微信没有这笔收款，请核对商户号',
  TRADEOVERDUE: '交易超过一年，请线下退款',
  SIGNERROR: '签名错误，请核对商户私钥和证书序列号',
  NOAUTH: '商户号没有开通这项产品或权限，请到微信支付商户平台开通',
  MCHNOTEXISTS: '商户号不存在，请核对',
  APPIDMCHIDNOTMATCH: 'AppID 与商户号没有绑定，请到微信支付商户平台绑定',
  ACCOUNTERROR: '商户号的账户异常，请到微信支付商户平台处理',
  RULELIMIT: '微信限制了这笔交易，请到微信支付商户平台查看原因',
}

/** A refusal in people's words. */
export function wordsOf({ code, message }: PayApiRefusal): string {
  const said = words[code]
  return said ? `${said}（${code}）` : `微信支付：${message}`
}

function inWords(error: unknown): never {
  throw error instanceof PayApiRefusal ? new PayRefusal(wordsOf(error)) : error
}

const isRefusal = (error: unknown, status: number, code?: string): boolean =>
  error instanceof PayApiRefusal && error.status === status && (!code || error.code === code)

/** How an attempt stands. Money that came is compared by the sum asked for, whatever coupons of WeChat paid of it. */
function stateOf(told: Json, merchants: readonly Pick<PayMerchant, 'mchid'>[]): PayState {
  const { trade_state, trade_state_desc, transaction_id, success_time, mchid } = told
  switch (trade_state) {
    case 'SUCCESS':
    case 'REFUND': {
      const { total, currency = 'CNY' } = Object(told.amount) as Json
      const paidAt = new Date(String(success_time))
      const isRead = Number.isSafeInteger(total) && !Number.isNaN(paidAt.getTime()) && isNo(transaction_id)
      if (!isRead) throw new BadSignature('an unreadable message')
      const isOurs = currency === 'CNY' && merchants.some((each) => each.mchid === mchid)
      return { state: 'paid', transactionId: transaction_id, amountFen: Number(total), paidAt, isOurs }
    }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' }
    case 'PAYERROR':
      return { state: 'failed', message: cutText(String(trade_state_desc ?? '买家支付失败'), 100) }
    default:
      return { state: 'open' }
  }
}

function refundStateOf(status: unknown): RefundState {
  if (status === 'SUCCESS') return { state: 'done' }
  if (status === 'CLOSED') return { state: 'failed', message: '微信关闭了这笔退款，请核对后点重试' }
  if (status === 'ABNORMAL')
    return { state: 'failed', message: '退款异常：买家的银行卡或账户不能收款，请改退余额或线下退款' }
  return { state: 'waiting' }
}

/**
 * A call-back about a payment, to one of these merchants.
 * @throws {BadSignature}
 */
export async function readPayNotice(
  merchants: readonly PayMerchant[],
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<PayNotice> {
  const { said } = await readMessage(merchants, headers, body)
  if (!isNo(said.out_trade_no)) throw new BadSignature('an unreadable message')
  return { outTradeNo: said.out_trade_no, outcome: stateOf(said, merchants) }
}

/** The same about a refund. @throws {BadSignature} */
export async function readPayRefundNotice(
  merchants: readonly PayMerchant[],
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<RefundNotice> {
  const { said, merchant } = await readMessage(merchants, headers, body)
  const { out_refund_no, refund_status, mchid } = said
  const { refund, currency = 'CNY' } = Object(said.amount) as Json
  if (!isNo(out_refund_no) || !Number.isSafeInteger(refund)) throw new BadSignature('an unreadable message')
  const isOurs = mchid === merchant.mchid && currency === 'CNY'
  return { refundNo: out_refund_no, amountFen: Number(refund), isOurs, outcome: refundStateOf(refund_status) }
}

const isNo = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value)

/**
 * Reads a call-back: its signature over the bytes first, then what it says, which is sealed with the merchant's v3 key.
 * @throws {BadSignature}
 */
async function readMessage(
  merchants: readonly PayMerchant[],
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<{ said: Json; merchant: PayMerchant }> {
  let worst: SignatureFault = { why: 'no merchant' }
  const isNamed = ({ keys }: PayMerchant) => keys.has(String(headers['wechatpay-serial']))
  for (const merchant of [...merchants.filter(isNamed), ...merchants.filter((each) => !isNamed(each))]) {
    const fault = await findFault(merchant, headers, body)
    if (!fault) {
      const said = openResource(merchant, body)
      if (said) return { said, merchant }
      worst = { why: 'sealed with another key' }
    } else worst = fault
  }
  throw new BadSignature(worst.why, worst.isProbe)
}

function openResource({ v3Key }: PayMerchant, body: Uint8Array): Json | undefined {
  try {
    const { resource } = Object(JSON.parse(Buffer.from(body).toString('utf8'))) as { resource?: Sealed }
    if (!resource) return undefined
    const { ciphertext, nonce, associated_data } = resource
    const sealed = { ciphertext: String(ciphertext), nonce: String(nonce), associated_data: associated_data ?? '' }
    const said: unknown = JSON.parse(openSealed(v3Key, sealed))
    return typeof said === 'object' && said !== null ? (said as Json) : undefined
  } catch {
    return undefined
  }
}

/** Bills are made after nine and asked for from ten on. Undefined while there is none yet. */
async function downloadBill(account: PayAccount, day: string): Promise<Bill | undefined> {
  try {
    const asked = await callPay(account, 'GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
    const { download_url, hash_value } = asked
    return readPayBill(await fetchPayFile(account, textOf(download_url), textOf(hash_value)))
  } catch (error) {
    if (isRefusal(error, 400, 'STATEMENTCREATING')) return undefined
    // As of a day on which nothing was paid; whoever knows of a payment goes on asking.
    if (isRefusal(error, 400, 'NOSTATEMENTEXIST')) return { rows: [], odd: [], isNone: true }
    throw error
  }
}
