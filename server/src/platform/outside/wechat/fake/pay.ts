import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSigned, makeNonce, sealText, signLines } from '../pay-crypto.ts'
import { signCertificate } from './certificate.ts'
import type { Json } from './frame.ts'
import { type BillEntry, writeBill } from './pay-bill.ts'

/** A merchant as WeChat Pay knows it. */
export type FakeMerchant = { mchid: string; appids: string[]; serial: string; publicKey: string; v3Key: string }

/** A key of WeChat's, named by an id or, with a certificate, by its serial number. */
export type FakeSigner = { id: string; privateKey: KeyObject; certificate?: string }

/** A call as it came. */
export type PayCall = { method: string; path: string; headers: IncomingHttpHeaders; content: Buffer }
/** An answer as it goes out; a file is not signed. */
type PayAnswer = { status: number; body?: Json; file?: Buffer; unsigned?: boolean }
/** Replaces the next answer, or its signature. */
export type PayTrick = { status: number; code: string; message?: string } | 'ignored' | 'unsigned' | 'probe'

export type FakePayment = {
  mchid: string
  appid: string
  no: string
  totalFen: number
  description: string
  notifyUrl: string
  openid: string
  tradeType: 'JSAPI' | 'MWEB'
  /** As it was asked for, without what a repetition may change. */
  asked: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'
  transactionId: string
  paidAt?: Date
}

export type FakeRefund = {
  payment: FakePayment
  no: string
  id: string
  fen: number
  status: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'
  createdAt: Date
}

const APART_MS = 5 * 60_000
const REFUND_GAP_MS = 60_000
const YEAR_MS = 365 * 24 * 3600_000
const MAX_REFUNDS = 50
const NUMBER = /^[0-9A-Za-z_\-|*]{6,32}$/
const REFUND_NUMBER = /^[0-9A-Za-z_\-|*@]{1,64}$/

/** A refusal as it is answered. */
class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * WeChat Pay v3: it takes no call that is not signed by a merchant it knows, signs its answers and call-backs by keys of its own,
 * and refuses what WeChat refuses.
 */
export function makePay(now: () => Date) {
  let numbers = 0
  const payments = new Map<string, FakePayment>()
  const refunds = new Map<string, FakeRefund>()
  const files = new Map<string, Buffer>()
  const pay = {
    merchants: new Map<string, FakeMerchant>(),
    /** WeChat's keys; answers are signed by the one that the call names, call-backs by the first. */
    signers: [] as FakeSigner[],
    payments,
    refunds,
    /** The calls that were admitted. */
    calls: [] as { method: string; path: string; content: string }[],
    tricks: [] as PayTrick[],
    /** What the merchants have for refunds. */
    availableFen: Number.MAX_SAFE_INTEGER,
    /** Changes the entries of a day's bill. */
    editBill: (entries: BillEntry[]): BillEntry[] => entries,
    /** A key of its own with a certificate, or a public key that is known by its id. */
    addSigner,
    /** The buyer pays. */
    payFor,
    /** A refund ends. */
    endRefund,
    notice: (no: string, signer?: FakeSigner) =>
      signNotice(transactionOf(paymentOf(no)), 'TRANSACTION.SUCCESS', signer),
    refundNotice,
    answer,
    /** Lines of a day's bill, as a file. */
    billOf,
  }
  return pay

  function addSigner(id: string, { privateKey = newKey(), certified = false } = {}): FakeSigner {
    const publicKey = createPublicKey(privateKey)
    const [from, until] = [new Date(now().getTime() - YEAR_MS), new Date(now().getTime() + 4 * YEAR_MS)]
    const certificate = certified ? signCertificate(id, { privateKey, publicKey }, { from, until }) : undefined
    const signer = { id, privateKey, ...(certificate && { certificate }) }
    pay.signers.unshift(signer)
    return signer
  }

  function paymentOf(no: string): FakePayment {
    const found = payments.get(no)
    if (!found) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在')
    return found
  }

  function payFor(no: string, { transactionId = `42000000${String(++numbers).padStart(20, '0')}`, at = now() } = {}) {
    const payment = paymentOf(no)
    if (payment.state !== 'NOTPAY') throw new Error(`${no} is ${payment.state}`)
    Object.assign(payment, { state: 'SUCCESS', transactionId, paidAt: at })
    return payment
  }

  function endRefund(no: string, status: FakeRefund['status']) {
    const refund = refunds.get(no)
    if (!refund) throw new Error(`no refund ${no}`)
    refund.status = status
  }

  function answer(call: PayCall): { status: number; headers: Record<string, string>; body: Buffer } | 'silence' {
    const trick = pay.tricks.shift()
    if (trick === 'ignored') return 'silence'
    const given = typeof trick === 'object' ? refusal(trick) : handled(call)
    const body = given.file ?? Buffer.from(given.body ? JSON.stringify(given.body) : '')
    const type = given.file ? 'text/plain' : 'application/json; charset=utf-8'
    const signed = given.file || given.unsigned || trick === 'unsigned' ? {} : signHeaders(body, signerFor(call), trick)
    return { status: given.status, headers: { 'content-type': type, ...signed }, body }
  }

  function handled(call: PayCall): PayAnswer {
    try {
      const merchant = admit(call)
      pay.calls.push({ method: call.method, path: call.path, content: call.content.toString() })
      return route(call, merchant)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { ...refusal(error), ...(error.status === 401 && { unsigned: true }) }
    }
  }

  /** Who calls, by the signature over the very bytes. */
  function admit({ method, path, headers, content }: PayCall): FakeMerchant {
    const [, given = ''] = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(headers.authorization ?? '') ?? []
    const parts = Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
    const { mchid, nonce_str, timestamp, serial_no, signature } = parts as Record<string, string | undefined>
    const merchant = pay.merchants.get(mchid ?? '')
    if (!merchant || !nonce_str || !timestamp || !signature) throw new Refused(401, 'SIGN_ERROR', '签名错误')
    const isNear = Math.abs(now().getTime() - Number(timestamp) * 1000) <= APART_MS
    const key = createPublicKey(merchant.publicKey)
    const isRight = isSigned(key, [method, path, timestamp, nonce_str, content], signature)
    if (serial_no !== merchant.serial || !isNear || !isRight) throw new Refused(401, 'SIGN_ERROR', '签名错误')
    if (!headers['user-agent'] || !headers.accept?.includes('application/json'))
      throw new Refused(400, 'PARAM_ERROR', '缺少 Accept 或 User-Agent')
    return merchant
  }

  function route({ method, path, content }: PayCall, merchant: FakeMerchant): PayAnswer {
    const url = new URL(path, 'http://fake')
    const body: Json = content.length ? JSON.parse(content.toString()) : {}
    const called = `${method} ${url.pathname}`
    if (called === 'POST /v3/pay/transactions/jsapi') return create(merchant, body, 'JSAPI')
    if (called === 'POST /v3/pay/transactions/h5') return create(merchant, body, 'MWEB')
    if (called === 'POST /v3/refund/domestic/refunds') return refundOf(merchant, body)
    if (called === 'GET /v3/certificates') return certificates(merchant)
    if (called === 'GET /v3/bill/tradebill') return tradeBill(merchant, url.searchParams)
    if (called === 'GET /v3/billdownload/file') return { status: 200, file: fileOf(url.searchParams.get('token')) }
    const [, closed] = /^POST \/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/.exec(called) ?? []
    if (closed) return close(ofMerchant(merchant, decodeURIComponent(closed), body.mchid))
    const [, asked] = /^GET \/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/.exec(called) ?? []
    if (asked) {
      const payment = ofMerchant(merchant, decodeURIComponent(asked), url.searchParams.get('mchid'))
      return { status: 200, body: transactionOf(payment) }
    }
    const [, refunded] = /^GET \/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(called) ?? []
    const refund = refunded && refunds.get(decodeURIComponent(refunded))
    if (refund && refund.payment.mchid === merchant.mchid) return { status: 200, body: refundBody(refund) }
    throw new Refused(404, 'RESOURCE_NOT_EXISTS', '资源不存在')
  }

  function ofMerchant(merchant: FakeMerchant, no: string, mchid: unknown): FakePayment {
    if (mchid !== merchant.mchid) throw new Refused(400, 'PARAM_ERROR', '商户号不一致')
    const payment = paymentOf(no)
    if (payment.mchid !== merchant.mchid) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在')
    return payment
  }

  function create(merchant: FakeMerchant, body: Json, tradeType: FakePayment['tradeType']): PayAnswer {
    const { appid, mchid, description, out_trade_no: no, time_expire, notify_url } = body as Record<string, string>
    const { total, currency = 'CNY' } = Object(body.amount) as Json
    const { openid } = Object(body.payer) as Json
    const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most
    const wrong = (field: string) =>
      new Refused(400, 'PARAM_ERROR', `输入源“/body/${field}”映射到值字段“${field}”字符串规则校验失败`)
    if (mchid !== merchant.mchid) throw wrong('mchid')
    if (!merchant.appids.includes(appid ?? '')) throw new Refused(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
    if (!isText(description, 127)) throw wrong('description')
    if (!NUMBER.test(no ?? '')) throw wrong('out_trade_no')
    if (time_expire && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(time_expire)) throw wrong('time_expire')
    if (!isText(notify_url, 255) || !/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])[^?]*$/.test(notify_url ?? ''))
      throw wrong('notify_url')
    if (!Number.isSafeInteger(total) || Number(total) < 1 || currency !== 'CNY') throw wrong('amount')
    if (tradeType === 'JSAPI' && !isText(openid, 128)) throw wrong('payer')
    if (tradeType === 'MWEB') {
      const { payer_client_ip: ip, h5_info } = Object(body.scene_info) as { payer_client_ip?: string; h5_info?: Json }
      if (!ip || ip.startsWith('127.') || !['Wap', 'iOS', 'Android'].includes(String(h5_info?.type)))
        throw wrong('scene_info')
    }
    const asked = JSON.stringify(body)
    const known = payments.get(no ?? '')
    if (known?.state === 'SUCCESS') throw new Refused(400, 'ORDERPAID', '该订单已支付')
    if (known?.state === 'CLOSED') throw new Refused(400, 'ORDER_CLOSED', '该订单已关闭')
    if (known && known.asked !== asked) throw new Refused(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致')
    const payment: FakePayment = {
      mchid: merchant.mchid,
      appid: appid ?? '',
      no: no ?? '',
      totalFen: Number(total),
      asked,
      tradeType,
      description: description ?? '',
      notifyUrl: notify_url ?? '',
      openid: String(openid ?? ''),
      state: 'NOTPAY',
      transactionId: '',
    }
    if (!known) payments.set(payment.no, payment)
    const id = `wx${createHash('sha256').update(payment.no).digest('hex').slice(0, 34)}`
    const answered = { prepay_id: id }
    const page = { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${id}&package=1` }
    return { status: 200, body: tradeType === 'JSAPI' ? answered : page }
  }

  function close(payment: FakePayment): PayAnswer {
    if (payment.state === 'SUCCESS') throw new Refused(400, 'ORDER_PAID', '该订单已支付')
    payment.state = 'CLOSED'
    return { status: 204 }
  }

  function refundOf(merchant: FakeMerchant, body: Json): PayAnswer {
    const { out_trade_no, out_refund_no: no, reason } = body as Record<string, string | undefined>
    const { refund: fen, total, currency } = Object(body.amount) as Json
    if (!REFUND_NUMBER.test(no ?? '') || (reason ?? '').length > 80) throw new Refused(400, 'PARAM_ERROR', '参数错误')
    if (!Number.isSafeInteger(fen) || Number(fen) < 1 || currency !== 'CNY')
      throw new Refused(400, 'PARAM_ERROR', '参数错误')
    const payment = payments.get(out_trade_no ?? '')
    if (payment?.mchid !== merchant.mchid || payment.state !== 'SUCCESS' || !payment.paidAt)
      throw new Refused(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const known = refunds.get(no ?? '')
    if (known) {
      if (known.payment !== payment || known.fen !== fen)
        throw new Refused(400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试')
      return { status: 200, body: refundBody(known) }
    }
    const others = [...refunds.values()].filter((each) => each.payment === payment)
    const goneFen = others.reduce((sum, each) => sum + (each.status === 'CLOSED' ? 0 : each.fen), 0)
    if (now().getTime() - payment.paidAt.getTime() > YEAR_MS)
      throw new Refused(400, 'INVALID_REQUEST', '交易时间超过一年，不支持退款')
    if (total !== payment.totalFen || goneFen + Number(fen) > payment.totalFen)
      throw new Refused(400, 'INVALID_REQUEST', '退款金额大于可退金额')
    if (others.length >= MAX_REFUNDS) throw new Refused(400, 'INVALID_REQUEST', '退款次数超过限制')
    if (others.some((each) => now().getTime() - each.createdAt.getTime() < REFUND_GAP_MS))
      throw new Refused(429, 'FREQUENCY_LIMITED', '该笔退款频率过高，请稍后重试')
    if (Number(fen) > pay.availableFen) throw new Refused(403, 'NOT_ENOUGH', '商户可用余额不足')
    pay.availableFen -= Number(fen)
    const refund: FakeRefund = {
      payment,
      no: no ?? '',
      id: `50300000${String(++numbers).padStart(20, '0')}`,
      fen: Number(fen),
      status: 'PROCESSING' as const,
      createdAt: now(),
    }
    refunds.set(refund.no, refund)
    return { status: 200, body: refundBody(refund) }
  }

  function certificates({ v3Key }: FakeMerchant): PayAnswer {
    const data = pay.signers.flatMap(({ id, certificate }) =>
      certificate ? [{ serial_no: id, encrypt_certificate: sealed(v3Key, certificate, 'certificate') }] : [],
    )
    if (!data.length)
      throw new Refused(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥')
    return { status: 200, body: { data } }
  }

  function tradeBill(merchant: FakeMerchant, query: URLSearchParams): PayAnswer {
    const day = query.get('bill_date') ?? ''
    const from = new Date(`${day}T00:00:00+08:00`).getTime()
    if (Number.isNaN(from) || query.get('bill_type') !== 'ALL') throw new Refused(400, 'PARAM_ERROR', '参数错误')
    if (now().getTime() < from + 34 * 3600_000) throw new Refused(400, 'STATEMENT_CREATING', '账单生成中，请稍后再试')
    const file = billOf(merchant.mchid, day)
    if (!file) throw new Refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const token = makeNonce()
    files.set(token, file)
    const hash_value = createHash('sha1').update(file).digest('hex')
    const download_url = `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${token}`
    return { status: 200, body: { hash_type: 'SHA1', hash_value, download_url } }
  }

  function fileOf(token: string | null): Buffer {
    const file = files.get(token ?? '')
    if (!file) throw new Refused(400, 'PARAM_ERROR', '下载地址无效或已过期')
    return file
  }

  function billOf(mchid: string, day: string): Buffer | undefined {
    const from = new Date(`${day}T00:00:00+08:00`).getTime()
    const isOfDay = (at: Date | undefined) => at && at.getTime() >= from && at.getTime() < from + 24 * 3600_000
    const paid = [...payments.values()].filter((each) => each.mchid === mchid && isOfDay(each.paidAt))
    const back = [...refunds.values()].filter((each) => each.payment.mchid === mchid && isOfDay(each.createdAt))
    const entries: BillEntry[] = [
      ...paid.map((payment) => ({ payment, at: payment.paidAt as Date })),
      ...back.map((refund) => ({ payment: refund.payment, refund, at: refund.createdAt })),
    ]
    const edited = pay.editBill(entries.sort((one, other) => one.at.getTime() - other.at.getTime()))
    return edited.length ? writeBill(edited) : undefined
  }

  function transactionOf(payment: FakePayment): Json {
    const { mchid, appid, no, transactionId, tradeType, state, paidAt, openid, totalFen } = payment
    const isBack = [...refunds.values()].some((each) => each.payment === payment)
    const known = { mchid, appid, out_trade_no: no, trade_state: state === 'SUCCESS' && isBack ? 'REFUND' : state }
    if (state !== 'SUCCESS' || !paidAt) return { ...known, trade_state_desc: '订单未支付' }
    return {
      mchid,
      appid,
      out_trade_no: no,
      transaction_id: transactionId,
      trade_type: tradeType,
      trade_state: known.trade_state,
      trade_state_desc: '支付成功',
      bank_type: 'OTHERS',
      attach: '',
      success_time: rfc3339(paidAt),
      ...(openid && { payer: { openid } }),
      amount: { total: totalFen, payer_total: totalFen, currency: 'CNY', payer_currency: 'CNY' },
    }
  }

  function refundBody({ id, no, payment, status, fen, createdAt }: FakeRefund): Json {
    return {
      refund_id: id,
      out_refund_no: no,
      transaction_id: payment.transactionId,
      out_trade_no: payment.no,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      create_time: rfc3339(createdAt),
      status,
      amount: {
        total: payment.totalFen,
        refund: fen,
        payer_total: payment.totalFen,
        payer_refund: fen,
        currency: 'CNY',
      },
    }
  }

  function refundNotice(no: string, signer?: FakeSigner) {
    const refund = refunds.get(no)
    if (!refund) throw new Error(`no refund ${no}`)
    const { payment, id, status, fen } = refund
    const said = {
      mchid: payment.mchid,
      out_trade_no: payment.no,
      transaction_id: payment.transactionId,
      out_refund_no: no,
      refund_id: id,
      refund_status: status,
      success_time: rfc3339(now()),
      user_received_account: '支付用户零钱',
      amount: { total: payment.totalFen, refund: fen, payer_total: payment.totalFen, payer_refund: fen },
    }
    return signNotice(said, `REFUND.${status}`, signer)
  }

  /** A call-back as it is sent. */
  function signNotice(said: Json, event: string, signer: FakeSigner | undefined) {
    const merchant = pay.merchants.get(String(said.mchid))
    if (!merchant) throw new Error('a merchant that nobody knows')
    const original_type = event.startsWith('REFUND') ? 'refund' : 'transaction'
    const resource = {
      original_type,
      algorithm: 'AEAD_AES_256_GCM',
      ...sealed(merchant.v3Key, JSON.stringify(said), original_type),
    }
    const content = {
      id: `EV-${++numbers}`,
      create_time: rfc3339(now()),
      resource_type: 'encrypt-resource',
      event_type: event,
    }
    const body = Buffer.from(JSON.stringify({ ...content, summary: '通知', resource }))
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    return { headers: { ...headers, ...signHeaders(body, signer ?? pay.signers[0]) }, body }
  }

  function signerFor({ headers }: PayCall): FakeSigner | undefined {
    return pay.signers.find(({ id }) => id === headers['wechatpay-serial']) ?? pay.signers[0]
  }

  function signHeaders(body: Buffer, signer: FakeSigner | undefined, trick?: PayTrick): Record<string, string> {
    const { id, privateKey } = signer ?? addSigner('PUB_KEY_ID_0100000000000000000000000001')
    const [timestamp, nonce] = [String(Math.floor(now().getTime() / 1000)), makeNonce().toLowerCase()]
    const signature = signLines(privateKey, [timestamp, nonce, body])
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': id,
      'wechatpay-signature': trick === 'probe' ? `WECHATPAY/SIGNTEST/${signature}` : signature,
    }
  }
}

export type FakePay = ReturnType<typeof makePay>

const refusal = ({ status, code, message }: { status: number; code: string; message?: string }): PayAnswer => ({
  status,
  body: { code, message: message ?? code },
})

const newKey = () =>
  createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )

function sealed(v3Key: string, text: string, associated: string) {
  return sealText(v3Key, text, makeNonce().slice(0, 12), associated)
}

const rfc3339 = (at: Date) => `${new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 19)}+08:00`
