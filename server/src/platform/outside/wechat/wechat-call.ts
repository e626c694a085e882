import { setTimeout as wait } from 'node:timers/promises'
import { cutText } from '@zhanggui/domain/text.ts'
import { safeFetch, UnsafeAddress } from '../safe-fetch.ts'

/** An official account or a mini-program, and WeChat's address, to which paths are appended. */
export type WechatAccount = {
  baseUrl: string
  appid: string
  secret: string
  timeoutMs: number
  /** Allows addresses in private networks. */
  allowPrivate: boolean
  now: () => Date
  tokens: WechatTokens
}

/** A refusal by WeChat. The message is for staff: WeChat's text and code. */
export class WechatRefusal extends Error {
  readonly errcode: number

  constructor(errcode: number, errmsg: string) {
    super(cutText(`${errmsg || '微信拒绝了请求'}（${errcode}）`, 300))
    this.name = 'WechatRefusal'
    this.errcode = errcode
  }
}

/** WeChat did not answer. `sent`: it may have received the call and executed it. */
export class WechatSilence extends Error {
  readonly sent: boolean

  constructor(message: string, sent: boolean) {
    super(message)
    this.name = 'WechatSilence'
    this.sent = sent
  }
}

type Json = Record<string, unknown>
/** A file in a form. */
export type WechatFile = { name: string; mime: string; content: Buffer }

/** The codes for an invalid or expired token. */
const STALE_TOKEN = new Set([40001, 40014, 42001])
/** The code for a busy system. */
const BUSY = -1
const BUSY_WAITS_MS = [200, 800]
/** A token is not used in its last five minutes. */
const TOKEN_MARGIN_MS = 300_000

/** The accounts' tokens, cached in the process until shortly before they expire. */
export type WechatTokens = Map<string, { value: string; until: number }>

declare module '../../http/context.ts' {
  interface Platform {
    wechatTokens: WechatTokens
  }
}

/**
 * Posts to WeChat with the account's token. An expired token is renewed and the call repeated once; a busy WeChat is tried
 * twice more, after a pause.
 * @param body JSON, or the fields of a form with files
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function callWechat(
  account: WechatAccount,
  path: string,
  body: Json,
  files?: Readonly<Record<string, WechatFile>>,
): Promise<Json> {
  let renewed = false
  for (let busy = 0; ; ) {
    const token = await takeToken(account, renewed)
    const answer = await post(account, `${path}?access_token=${encodeURIComponent(token)}`, body, files)
    const code = Number(answer.errcode ?? 0)
    if (code === 0) return answer
    const pause = BUSY_WAITS_MS[busy]
    if (code === BUSY && pause !== undefined) {
      busy++
      await wait(pause)
    } else if (STALE_TOKEN.has(code) && !renewed) renewed = true
    else throw new WechatRefusal(code, String(answer.errmsg ?? ''))
  }
}

/**
 * Reads from WeChat without the account's token, as while somebody signs in.
 * @throws {WechatRefusal} {WechatSilence}
 */
export async function askWechat(account: WechatAccount, path: string, query: Record<string, string>): Promise<Json> {
  for (let busy = 0; ; busy++) {
    const answer = await send(account, 'GET', `${path}?${new URLSearchParams(query)}`)
    const code = Number(answer.errcode ?? 0)
    if (code === 0) return answer
    const pause = BUSY_WAITS_MS[busy]
    if (code !== BUSY || pause === undefined) throw new WechatRefusal(code, String(answer.errmsg ?? ''))
    await wait(pause)
  }
}

/** The token of an account. */
async function takeToken(account: WechatAccount, isForced: boolean): Promise<string> {
  const { tokens } = account
  const key = `${account.baseUrl} ${account.appid} ${account.secret}`
  const known = tokens.get(key)
  if (known && known.until > account.now().getTime() && !isForced) return known.value
  // The stable token: other processes can keep using theirs.
  const answer = await post(account, '/cgi-bin/stable_token', {
    grant_type: 'client_credential',
    appid: account.appid,
    secret: account.secret,
    force_refresh: isForced,
  }).catch((error: unknown) => {
    // However this call failed, the actual call has not been sent.
    throw error instanceof WechatSilence ? new WechatSilence(error.message, false) : error
  })
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !value)
    throw new WechatRefusal(Number(answer.errcode ?? 0), String(answer.errmsg ?? '没有取得访问令牌'))
  tokens.set(key, { value, until: account.now().getTime() + Number(seconds ?? 0) * 1000 - TOKEN_MARGIN_MS })
  return value
}

async function post(
  account: WechatAccount,
  path: string,
  body: Json,
  files?: Readonly<Record<string, WechatFile>>,
): Promise<Json> {
  const sent = files
    ? await toForm(body, files)
    : { type: 'application/json', content: Buffer.from(JSON.stringify(body)) }
  return send(account, 'POST', path, sent)
}

async function send(
  { baseUrl, timeoutMs, allowPrivate }: WechatAccount,
  method: 'GET' | 'POST',
  path: string,
  sent?: { type: string; content: Buffer },
): Promise<Json> {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = `${baseUrl.replace(/\/$/, '')}${path}`
  const request = {
    method,
    ...(sent && {
      headers: { 'content-type': sent.type, 'content-length': String(sent.content.length) },
      body: sent.content,
    }),
    signal,
    allowPrivate,
    timeoutMs: timeoutMs * 2,
  }
  const answer = await safeFetch(url, request).catch((error: unknown) => {
    if (signal.aborted) throw new WechatSilence('响应超时', true)
    if (error instanceof UnsafeAddress) throw new WechatSilence(error.message, false)
    throw new WechatSilence('无法连接', (error as { code?: string }).code === 'ECONNRESET')
  })
  if (answer.status >= 500) throw new WechatSilence(`HTTP ${answer.status}`, true)
  if (answer.status !== 200) throw new WechatRefusal(answer.status, 'HTTP 请求被拒绝')
  return readJson(answer.body)
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

function readJson(body: Buffer): Json {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Json
  } catch {
    // Reported below.
  }
  throw new WechatSilence('应答无法识别', true)
}
