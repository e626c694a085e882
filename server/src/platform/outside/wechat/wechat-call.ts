import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cutText } from '@zhanggui/domain/text.ts'
import { safeFetch, UnsafeAddress } from '../safe-fetch.ts'
import type { WechatGateway } from './wechat-gateway.ts'
import { parseWechatJson } from './wechat-message.ts'
import type { TokenKind } from './wechat-token.tables.ts'
import type { Granted } from './wechat-token.ts'

/** An official account or a mini-program, and WeChat's address, to which paths are appended. */
export type WechatAccount = {
  baseUrl: string
  appid: string
  secret: string
  timeoutMs: number
  /** Allows addresses in private networks. */
  allowPrivate: boolean
  now: () => Date
  gateway: WechatGateway
}

/** A refusal by WeChat. The message is for staff: WeChat's text and code. */
export class WechatRefusal extends Error {
  readonly errcode: number
  /** WeChat's own words. */
  readonly errmsg: string
  /** The whole answer, where it says more than that. */
  readonly answer: Json

  constructor(errcode: number, errmsg: string, answer: Json = {}) {
    super(cutText(`${errmsg || '微信拒绝了请求'}（${errcode}）`, 300))
    this.name = 'WechatRefusal'
    this.errcode = errcode
    this.errmsg = errmsg
    this.answer = answer
  }
}

/** Why WeChat did not answer: not reached or not understood; too slow; not asked, as it has failed too often. */
export type SilenceKind = 'fault' | 'timeout' | 'resting'

/** WeChat did not answer. `sent`: it may have received the call and executed it. */
export class WechatSilence extends Error {
  readonly sent: boolean
  readonly kind: SilenceKind

  constructor(message: string, sent: boolean, kind: SilenceKind = 'fault') {
    super(message)
    this.name = 'WechatSilence'
    this.sent = sent
    this.kind = kind
  }
}

type Json = Record<string, unknown>
/** A file in a form. */
export type WechatFile = { name: string; mime: string; content: Buffer }
/** What WeChat sends that is no JSON: pictures, voices. */
export type WechatContent = { mime: string; content: Buffer }

export type CallOptions = {
  /**
   * The call may reach WeChat twice, so it is sent again when WeChat fails; with `busy` only when WeChat said that it did nothing.
   */
  isRepeatable?: boolean | 'busy'
  /** What the call is for, in the log. */
  biz?: string
  /** The largest answer in bytes. */
  mostBytes?: number
}

/** The codes for an invalid or expired token. */
const STALE_TOKEN = new Set([40001, 40014, 42001])
/** The code for a busy system. */
const BUSY = -1
const PAUSES_MS = [200, 800]
const JITTER_MS = 200

type Request = { method: 'GET' | 'POST'; path: string; sent?: { type: string; content: Buffer } | undefined }

/**
 * Posts to WeChat with the account's token. An expired token is renewed and the call repeated once.
 * @param body JSON, or the fields of a form with files
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function callWechat(
  account: WechatAccount,
  path: string,
  body: Json,
  files?: Readonly<Record<string, WechatFile>>,
  options: CallOptions = {},
): Promise<Json> {
  const sent = files ? await toForm(body, files) : toJson(body)
  return jsonOf(await callWithToken(account, { method: 'POST', path, sent }, options))
}

/**
 * Reads from WeChat with the account's token; a WeChat that fails is asked twice more.
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function readWechat(
  account: WechatAccount,
  path: string,
  query: Record<string, string> = {},
  options: CallOptions = {},
): Promise<Json> {
  const asked = new URLSearchParams(query).toString()
  const request = { method: 'GET', path: asked ? `${path}?${asked}` : path } as const
  return jsonOf(await callWithToken(account, request, { isRepeatable: true, ...options }))
}

/**
 * Fetches a file from WeChat with the account's token, which changes nothing there; a refusal is JSON instead.
 * @param body posted; undefined reads the path
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function downloadWechat(
  account: WechatAccount,
  path: string,
  body: Json | undefined,
  options: CallOptions = {},
): Promise<WechatContent> {
  const request: Request = body ? { method: 'POST', path, sent: toJson(body) } : { method: 'GET', path }
  const answer = await callWithToken(account, request, { isRepeatable: true, ...options })
  if (answer.json) throw new WechatSilence('应答无法识别', true)
  return { mime: answer.mime, content: answer.content }
}

/**
 * Reads from WeChat without the account's token, as while somebody signs in.
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function askWechat(account: WechatAccount, path: string, query: Record<string, string>): Promise<Json> {
  const request = { method: 'GET', path: `${path}?${new URLSearchParams(query)}` } as const
  return jsonOf(await repeated(account, request, { isRepeatable: 'busy' }))
}

/**
 * The ticket by which pages of the shop may use functions of WeChat's browser.
 * @throws {WechatRefusal} {WechatSilence}
 */
export function takeTicket(account: WechatAccount): Promise<string> {
  return take(account, 'jsapi', async () => {
    const answer = await readWechat(account, '/cgi-bin/ticket/getticket', { type: 'jsapi' })
    return grantOf(account, answer.ticket, answer)
  })
}

/**
 * Asks WeChat for the token anew, and so whether it knows the account.
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function checkAccount(account: WechatAccount): Promise<void> {
  await askToken(account, false)
}

async function callWithToken(account: WechatAccount, request: Request, options: CallOptions): Promise<Answer> {
  const { path } = request
  const showing = (token: string) => {
    const target = `${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`
    return repeated(account, { ...request, path: target }, options)
  }
  const token = await takeToken(account)
  return showing(token).catch(async (error: unknown) => {
    if (!(error instanceof WechatRefusal) || !STALE_TOKEN.has(error.errcode)) throw error
    return showing(await takeToken(account, token))
  })
}

/** The token of an account. */
function takeToken(account: WechatAccount, failed?: string): Promise<string> {
  return take(account, 'access', (isForced) => askToken(account, isForced), failed).catch((error: unknown) => {
    // However this failed, the actual call has not been sent.
    throw error instanceof WechatSilence ? new WechatSilence(error.message, false, error.kind) : error
  })
}

async function take(
  account: WechatAccount,
  kind: TokenKind,
  ask: (isForced: boolean) => Promise<Granted>,
  failed?: string,
): Promise<string> {
  const { gateway, appid, now, timeoutMs } = account
  const owner = { source: gateway.sourceOf(account), appid, now, leaseMs: timeoutMs + 10_000 }
  const token = await gateway.tokens.take(owner, kind, ask, failed)
  if (!token) throw new WechatSilence('没有等到访问令牌', false, 'timeout')
  return token
}

async function askToken(account: WechatAccount, isForced: boolean): Promise<Granted> {
  const { appid, secret } = account
  // The stable token: other processes can keep using theirs.
  const body = { grant_type: 'client_credential', appid, secret, force_refresh: isForced }
  const request = { method: 'POST', path: '/cgi-bin/stable_token', sent: toJson(body) } as const
  const answer = jsonOf(await repeated(account, request, { isRepeatable: !isForced }))
  return grantOf(account, answer.access_token, answer)
}

function grantOf({ now }: WechatAccount, value: unknown, { expires_in }: Json): Granted {
  if (typeof value !== 'string' || !value) throw new WechatSilence('没有取得访问令牌', false)
  return { value, expiresAt: new Date(now().getTime() + Number(expires_in ?? 0) * 1000) }
}

/** Sends a call, and again while it may be and WeChat fails. */
async function repeated(account: WechatAccount, request: Request, options: CallOptions): Promise<Answer> {
  const { isRepeatable = false } = options
  for (let times = 0; ; times++) {
    try {
      return await send(account, request, options)
    } catch (error) {
      const isBusy = error instanceof WechatRefusal && error.errcode === BUSY
      // Whoever waited for a whole timeout does not wait for three.
      const isFault = error instanceof WechatSilence && error.kind === 'fault'
      const pause = PAUSES_MS[times]
      if (pause === undefined || !((isBusy && isRepeatable) || (isFault && isRepeatable === true))) throw error
      await wait(pause + randomInt(JITTER_MS))
    }
  }
}

type Answer = { json: Json | undefined; mime: string; content: Buffer }

/** Sends a call in its turn, once, and has it recorded. */
async function send(account: WechatAccount, request: Request, options: CallOptions): Promise<Answer> {
  const { appid, gateway, now } = account
  if (gateway.isResting(account, now())) throw new WechatSilence('微信服务暂时不可用', false, 'resting')
  return gateway.inTurn(appid, async () => {
    const start = performance.now()
    const record = (errcode: number | null, message: string) => {
      const path = request.path.split('?', 1)[0] ?? ''
      const ms = Math.round(performance.now() - start)
      gateway.record({ appid, path, errcode, message: redacted(account, message), ms, biz: options.biz ?? '' })
    }
    try {
      const answer = await exchange(account, request, options)
      record(0, '')
      return answer
    } catch (error) {
      const refusal = error instanceof WechatRefusal ? error : undefined
      record(refusal?.errcode ?? null, refusal?.errmsg ?? (error as Error).message)
      if (!refusal || refusal.errcode === BUSY) gateway.noteFailure(account, now())
      throw error
    }
  })
}

async function exchange(account: WechatAccount, { method, path, sent }: Request, options: CallOptions) {
  const { baseUrl, timeoutMs, allowPrivate } = account
  const signal = AbortSignal.timeout(timeoutMs)
  const url = `${baseUrl.replace(/\/$/, '')}${path}`
  const request = {
    method,
    ...(sent && {
      headers: { 'content-type': sent.type, 'content-length': String(sent.content.length) },
      body: sent.content,
    }),
    ...(options.mostBytes && { mostBytes: options.mostBytes }),
    signal,
    allowPrivate,
    timeoutMs: timeoutMs * 2,
  }
  const answer = await safeFetch(url, request).catch((error: unknown) => {
    if (signal.aborted) throw new WechatSilence('响应超时', true, 'timeout')
    if (error instanceof UnsafeAddress) throw new WechatSilence(error.message, false)
    throw new WechatSilence('无法连接', (error as { code?: string }).code === 'ECONNRESET')
  })
  if (answer.status >= 500) throw new WechatSilence(`HTTP ${answer.status}`, true)
  if (answer.status !== 200) throw new WechatRefusal(answer.status, 'HTTP 请求被拒绝')
  const read = readAnswer(answer.body, String(answer.headers['content-type'] ?? ''))
  const code = Number(read.json?.errcode ?? 0)
  if (code !== 0) throw new WechatRefusal(code, String(read.json?.errmsg ?? ''), read.json)
  return read
}

/** JSON by its first byte, as headers say text/plain of it, and something binary otherwise. */
function readAnswer(content: Buffer, header: string): Answer {
  const mime = header.split(';', 1)[0]?.trim() || 'application/octet-stream'
  const first = content.toString('latin1', 0, 16).trimStart()[0]
  if (first !== '{') return { json: undefined, mime, content }
  try {
    return { json: parseWechatJson(content.toString('utf8')) as Json, mime, content }
  } catch {
    throw new WechatSilence('应答无法识别', true)
  }
}

function jsonOf({ json }: Answer): Json {
  if (!json) throw new WechatSilence('应答无法识别', true)
  return json
}

function toJson(body: Json) {
  return { type: 'application/json', content: Buffer.from(JSON.stringify(body)) }
}

async function toForm(fields: Json, files: Readonly<Record<string, WechatFile>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const [name, { mime, content, name: fileName }] of Object.entries(files))
    form.set(name, new Blob([Uint8Array.from(content)], { type: mime }), fileName)
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    content: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** WeChat's words without the secret, should it repeat it. */
function redacted({ secret }: WechatAccount, words: string): string {
  return cutText(secret ? words.replaceAll(secret, '***') : words, 300)
}
