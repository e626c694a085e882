import { createHash, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { cutText } from '@zhanggui/domain/text.ts'
import { type FetchAnswer, safeFetch, UnsafeAddress } from '../safe-fetch.ts'
import { isSigned, makeNonce, openSealed, readPublicKey, type Sealed, signLines } from './pay-crypto.ts'
import { WechatSilence } from './wechat-call.ts'

/** A merchant number, its keys, and where WeChat Pay is, to which paths are appended. */
export type PayMerchant = {
  baseUrl: string
  mchid: string
  /** The serial number of the merchant's certificate, and its key. */
  serial: string
  privateKey: KeyObject
  /** 32 letters and digits. */
  v3Key: string
  /** WeChat's keys by their id or serial number; the first is named in requests. */
  keys: ReadonlyMap<string, KeyObject>
  /** Some of WeChat's keys are of certificates, which follow one another. */
  hasCertificates: boolean
  /** Allows addresses in private networks. */
  allowPrivate: boolean
  now: () => Date
  certificates: PayCertificates
  /** Hears of each call, without its content. */
  note: (call: { method: string; path: string; status: number | string; milliseconds: number }) => void
}

/** What merchants were told of WeChat's certificates, by merchant number, and when they last asked. */
export type PayCertificates = Map<string, { askedAt: number; keys: ReadonlyMap<string, KeyObject> }>

declare module '../../http/context.ts' {
  interface Platform {
    payCertificates: PayCertificates
  }
}

/** A refusal by WeChat Pay. Its codes come with underscores and without: here without. */
export class PayApiRefusal extends Error {
  readonly status: number
  readonly code: string
  /** What WeChat says. */
  readonly said: string

  constructor(status: number, code: string, said: string) {
    super(cutText(`${said || '微信支付拒绝了请求'}（${code || `HTTP ${status}`}）`, 200))
    this.name = 'PayApiRefusal'
    this.status = status
    this.code = code.replaceAll('_', '')
    this.said = said
  }

  /** Whether the same call may be answered later. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

export type Json = Record<string, unknown>

/** How far the clock of a message may be from ours. */
export const MAX_APART_MS = 5 * 60_000
/** WeChat signs some messages wrongly on purpose, to see whether signatures are checked. */
const PROBE = 'WECHATPAY/SIGNTEST/'
/** Certificates are asked for no more often. */
const CERTIFICATES_MS = 10 * 60_000
const TIMEOUT_MS = 10_000
/** A question that got no answer is asked again so often. */
const RETRIES = 2
/** A day's bill of some 500,000 lines. */
const BILL_BYTES = 200 * 1024 ** 2
const BILL_MS = 120_000

/**
 * Calls WeChat Pay: signs the request, and takes no answer of success that is not signed.
 * @throws {PayApiRefusal} {WechatSilence}
 */
export async function callPay(merchant: PayMerchant, method: 'GET' | 'POST', path: string, body?: Json): Promise<Json> {
  const content = body ? JSON.stringify(body) : ''
  const answer = await asked(method, () => send(merchant, method, path, content))
  await requireSigned(merchant, answer)
  return readJson(answer.body)
}

/**
 * Fetches a file of WeChat Pay, whose answer is not signed: its digest was told by one that is.
 * @param url as WeChat gave it
 * @throws {PayApiRefusal} {WechatSilence}
 */
export async function fetchPayFile(merchant: PayMerchant, url: string, sha1: string): Promise<Buffer> {
  const { pathname, search } = new URL(url, merchant.baseUrl)
  const limits = { mostBytes: BILL_BYTES, timeoutMs: BILL_MS }
  const { body } = await asked('GET', () => send(merchant, 'GET', `${pathname}${search}`, '', limits))
  if (createHash('sha1').update(body).digest('hex') !== sha1.toLowerCase())
    throw new WechatSilence('账单文件不完整', true)
  return body
}

async function asked<Answer>(method: string, work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (method !== 'GET' || !(error instanceof WechatSilence) || attempt >= RETRIES) throw error
    }
}

async function send(
  merchant: PayMerchant,
  method: 'GET' | 'POST',
  path: string,
  content: string,
  limits: { mostBytes?: number; timeoutMs: number } = { timeoutMs: TIMEOUT_MS },
): Promise<FetchAnswer> {
  const { baseUrl, allowPrivate, keys, note } = merchant
  const bytes = Buffer.from(content)
  const [named] = keys.keys()
  const headers = {
    accept: 'application/json',
    'user-agent': 'zhanggui',
    authorization: authorise(merchant, method, path, content),
    ...(named && { 'wechatpay-serial': named }),
    ...(content && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
  }
  const begun = performance.now()
  const tell = (status: number | string) =>
    note({ method, path, status, milliseconds: Math.round(performance.now() - begun) })
  const request = { method, headers, allowPrivate, ...limits, ...(content && { body: bytes }) }
  const answer = await safeFetch(`${baseUrl}${path}`, request).catch((error: unknown) => {
    const isUnsafe = error instanceof UnsafeAddress
    tell(isUnsafe ? error.message : ((error as { code?: string }).code ?? 'silent'))
    throw new WechatSilence(isUnsafe ? error.message : '无法连接或响应超时', true)
  })
  if (answer.status < 300) {
    tell(answer.status)
    return answer
  }
  const { code, message } = readRefusal(answer.body)
  tell(`${answer.status} ${code}`)
  // What WeChat refuses before it knows who asks is not signed.
  if (answer.headers['wechatpay-signature']) await requireSigned(merchant, answer)
  throw new PayApiRefusal(answer.status, code, message)
}

/** The header that says who calls. */
export function authorise(
  { mchid, serial, privateKey, now }: PayMerchant,
  method: string,
  path: string,
  content: string,
) {
  const [timestamp, nonce] = [secondsOf(now()), makeNonce()]
  const signature = signLines(privateKey, [method, path, timestamp, nonce, content])
  const parts = { mchid, nonce_str: nonce, timestamp, serial_no: serial, signature }
  const written = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`
}

export const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))

/** What is wrong with the signature of a message; undefined for nothing. `isProbe`: WeChat means to be refused. */
export type SignatureFault = { why: string; isProbe?: boolean }

/** Looks at the signature of an answer or a call-back: over its bytes, with one of WeChat's keys, its time and nonce. */
export async function findFault(
  merchant: PayMerchant,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): Promise<SignatureFault | undefined> {
  const names = ['wechatpay-signature', 'wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial']
  const [signature, timestamp, nonce, serial] = names.map((name) => headers[name])
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return { why: 'no signature' }
  if (typeof nonce !== 'string' || !nonce || typeof serial !== 'string') return { why: 'no nonce or serial' }
  if (signature.startsWith(PROBE)) return { why: 'a probe', isProbe: true }
  const key = await findKey(merchant, serial)
  if (!key) return { why: 'an unknown serial' }
  if (!isSigned(key, [timestamp, nonce, body], signature)) return { why: 'wrong signature' }
  const apart = Math.abs(merchant.now().getTime() - Number(timestamp) * 1000)
  return apart <= MAX_APART_MS ? undefined : { why: 'an old message' }
}

async function requireSigned(merchant: PayMerchant, { headers, body }: FetchAnswer): Promise<void> {
  const fault = await findFault(merchant, headers, body)
  if (fault) throw new WechatSilence(`应答的签名不可信（${fault.why}），请核对平台公钥或证书`, true)
}

async function findKey(merchant: PayMerchant, serial: string): Promise<KeyObject | undefined> {
  const { keys, certificates, mchid, hasCertificates, now } = merchant
  const known = keys.get(serial) ?? certificates.get(mchid)?.keys.get(serial)
  if (known || !hasCertificates) return known
  const last = certificates.get(mchid)
  const at = now().getTime()
  if (last && Math.abs(at - last.askedAt) < CERTIFICATES_MS) return undefined
  certificates.set(mchid, { askedAt: at, keys: last?.keys ?? new Map() })
  const told = await fetchCertificates(merchant).catch(() => undefined)
  if (told) certificates.set(mchid, { askedAt: at, keys: told })
  return told?.get(serial)
}

/**
 * WeChat's certificates of now. They are sealed with the merchant's v3 key, which nobody else has, so their answer is trusted
 * although it may be signed by one of them.
 * @throws {PayApiRefusal} {WechatSilence}
 */
export async function fetchCertificates(merchant: PayMerchant): Promise<Map<string, KeyObject>> {
  const { body } = await send(merchant, 'GET', '/v3/certificates', '')
  const { data } = readJson(body) as { data?: { serial_no?: unknown; encrypt_certificate?: unknown }[] }
  if (!Array.isArray(data)) throw new WechatSilence('应答无法识别', true)
  const keys = new Map<string, KeyObject>()
  for (const each of data) {
    const read = readPublicKey(openSealed(merchant.v3Key, each.encrypt_certificate as Sealed))
    if (read && read.serial === each.serial_no) keys.set(read.serial, read.key)
  }
  return keys
}

function readJson(body: Buffer): Json {
  if (!body.length) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Json
  } catch {
    // Reported below.
  }
  throw new WechatSilence('应答无法识别', true)
}

function readRefusal(body: Buffer): { code: string; message: string } {
  try {
    const { code, message } = Object(JSON.parse(body.toString('utf8'))) as Json
    return { code: String(code ?? ''), message: typeof message === 'string' ? message : '' }
  } catch {
    return { code: '', message: '' }
  }
}
