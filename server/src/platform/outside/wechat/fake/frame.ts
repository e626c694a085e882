import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeAccount } from './account.ts'
import { makeMessages } from './messages.ts'
import { makeMini } from './mini.ts'
import { makePay } from './pay.ts'
import { makeShop } from './shop.ts'

export type Json = Record<string, unknown>

/** Replaces the answer to a call: JSON; no answer, with or without running the call. */
export type Trick = Json | 'lost' | 'ignored'

/** A call as the modules of the fake see it, with the account whose token it showed; files of a form are not read. */
export type FakeCall = { query: URLSearchParams; body: Json; appid: string }

/** An answer that is no JSON: a picture, a voice. */
export class FakeFile {
  readonly mime: string
  readonly content: Buffer

  constructor(mime: string, content: Buffer) {
    this.mime = mime
    this.content = content
  }
}

/** An official account or a mini-program. */
export type FakeAccount = { appid: string; secret: string }

/** Answers the calls of one chapter, by method and path. */
export type FakeModule = {
  answers: Record<`${'GET' | 'POST'} /${string}`, (call: FakeCall) => Json | FakeFile>
  /** Paths whose calls show no token of the account: its secret instead, or what their answer checks itself. */
  withSecret?: readonly string[]
  open?: readonly string[]
}

const TOKEN_SECONDS = 7200
/** What the platform allows of forced tokens, and how long before its end a token gives way. */
const FORCED_A_DAY = 20
const FORCED_APART_MS = 30_000
const DAY_MS = 24 * 3600_000
const LAST_MS = 300_000
const MAX_BODY = 32 * 1024 ** 2
/** Control of the fake itself. */
const CONTROL = '/__fake__/'
/** WeChat Pay has signatures instead of tokens, so its module answers calls as they came. */
const PAY = '/v3/'

export type FakeOptions = {
  now: () => Date
  /** Accepts this account alone, instead of any. */
  account?: FakeAccount
  port?: number
}

/**
 * Starts a fake of WeChat on this machine: it speaks its protocol, checks what it checks and answers its codes. Tests and the
 * demo use it alone; nothing answers a path that no module knows.
 */
export async function openFakeWechat({ now, account, port = 0 }: FakeOptions) {
  const shop = makeShop()
  const pay = makePay(now)
  const official = makeAccount(now)
  const messages = makeMessages(now)
  const modules: readonly FakeModule[] = [shop, makeMini(), official, messages]
  const answers = Object.assign({}, ...modules.map((each) => each.answers)) as FakeModule['answers']
  const withSecret = new Set(modules.flatMap((each) => each.withSecret ?? []))
  const open = new Set(modules.flatMap((each) => each.open ?? []))
  const tokens = new Map<string, { until: number; appid: string }>()
  const forced = new Map<string, number[]>()
  const fake = {
    endpoint: '',
    /** The products of the transaction component. */
    shop,
    /** The account as a whole, and what it sends by customer service. */
    official,
    /** Templates, and the messages sent by them. */
    messages,
    /** Merchants, what is paid to them, and what goes back. */
    pay,
    /** The number of tokens given out so far. */
    tokens: 0,
    /** The calls that were admitted, with their bodies, or their query where they have none. */
    calls: [] as { path: string; body: Json }[],
    /** The tricks for the next calls of a path. */
    tricks: new Map<string, Trick[]>(),
    /** The calls of a path. */
    callsOf: (path: string) => fake.calls.filter((call) => call.path === path).map(({ body }) => body),
    /** Ends all tokens at once, as WeChat does when the secret is reset. */
    endTokens: () => tokens.clear(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  const giveToken = ({ appid, secret, force_refresh: isForced }: Json): Json => {
    const shown = { appid: String(appid ?? ''), secret: String(secret ?? '') }
    const refusal = refuseAccount(shown, account)
    if (refusal) return refusal
    const at = now().getTime()
    const own = [...tokens].filter(([, { appid }]) => appid === shown.appid)
    if (isForced) {
      const past = (forced.get(shown.appid) ?? []).filter((each) => each > at - DAY_MS)
      if (past.length >= FORCED_A_DAY || past.some((each) => each > at - FORCED_APART_MS))
        return { errcode: 45009, errmsg: 'reach max api daily quota limit' }
      forced.set(shown.appid, [...past, at])
      for (const [value] of own) tokens.delete(value)
    }
    // The same token for everybody until five minutes before its end.
    const [known] = isForced ? [] : own.filter(([, { until }]) => until - at > LAST_MS)
    if (known) return { access_token: known[0], expires_in: Math.floor((known[1].until - at) / 1000) }
    const value = `token-${++fake.tokens}`
    tokens.set(value, { until: at + TOKEN_SECONDS * 1000, appid: shown.appid })
    return { access_token: value, expires_in: TOKEN_SECONDS }
  }
  const refuse = (path: string, query: URLSearchParams): Json | undefined => {
    if (open.has(path)) return undefined
    if (withSecret.has(path))
      return refuseAccount({ appid: query.get('appid') ?? '', secret: query.get('secret') ?? '' }, account)
    const known = tokens.get(query.get('access_token') ?? '')
    if (!known) return { errcode: 40001, errmsg: 'invalid credential' }
    return known.until > now().getTime() ? undefined : { errcode: 42001, errmsg: 'access_token expired' }
  }
  /** The answer to a call. */
  const answer = (method: string, url: URL, body: Json): Json | FakeFile | 'silence' | 'unknown' => {
    const { pathname: path, searchParams: query } = url
    if (method === 'POST' && path === '/cgi-bin/stable_token') return giveToken(body)
    const handle = answers[`${method} ${path}` as 'GET /']
    if (!handle) return 'unknown'
    const refusal = refuse(path, query)
    if (refusal) return refusal
    fake.calls.push({ path, body: method === 'GET' ? Object.fromEntries(query) : body })
    const trick = fake.tricks.get(path)?.shift()
    if (trick === 'ignored') return 'silence'
    if (trick && trick !== 'lost') return trick
    const appid = tokens.get(query.get('access_token') ?? '')?.appid ?? query.get('appid') ?? ''
    const given = handle({ query, body, appid })
    return trick === 'lost' ? 'silence' : given
  }
  const control = (action: string, body: Json): Json | 'unknown' => {
    if (action === 'calls') return { calls: fake.calls }
    if (action !== 'scenario') return 'unknown'
    fake.tricks.set(String(body.path), body.next as Trick[])
    return { errcode: 0 }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const content = await readContent(request).catch(() => undefined)
    if (content && url.pathname.startsWith(PAY)) {
      const { method = '', headers, url: path = '' } = request
      const answered = pay.answer({ method, path, headers, content })
      return answered === 'silence'
        ? undefined
        : response.writeHead(answered.status, answered.headers).end(answered.body)
    }
    const body = content && readBody(request, content)
    if (!body) return response.writeHead(400).end()
    const given = url.pathname.startsWith(CONTROL)
      ? control(url.pathname.slice(CONTROL.length), body)
      : answer(request.method ?? '', url, body)
    if (given === 'unknown') return response.writeHead(404).end()
    // The caller waits until it gives up.
    if (given === 'silence') return undefined
    if (given instanceof FakeFile) return response.writeHead(200, { 'content-type': given.mime }).end(given.content)
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // Nothing waits for it when the process ends.
  server.unref()
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

export type FakeWechat = Awaited<ReturnType<typeof openFakeWechat>>

function refuseAccount({ appid, secret }: FakeAccount, only: FakeAccount | undefined): Json | undefined {
  if (only ? appid !== only.appid : !appid) return { errcode: 40013, errmsg: 'invalid appid' }
  if (only ? secret !== only.secret : !secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
  return undefined
}

async function readContent(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body of a call: JSON, or `{form}` with the raw text of a form; undefined for neither. */
function readBody({ headers }: IncomingMessage, content: Buffer): Json | undefined {
  if (String(headers['content-type']).startsWith('multipart/form-data')) return { form: content.toString('latin1') }
  if (!content.length) return {}
  try {
    return JSON.parse(content.toString('utf8')) as Json
  } catch {
    return undefined
  }
}
