import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { makeAccount } from './account.ts'
import { FakeFile } from './fake-file.ts'
import { makeFans } from './fans.ts'
import { type Kept, keepParts } from './kept.ts'
import { makeLive } from './live.ts'
import { makeMenu } from './menu.ts'
import { makeMessages } from './messages.ts'
import { makeMini } from './mini.ts'
import { answerAuthorize } from './oauth.ts'
import { makePay } from './pay.ts'
import { makeProgram } from './program.ts'
import { type PushSetting, pushTo } from './push.ts'
import { makeShop } from './shop.ts'
import { makeTokens, refuseAccount } from './tokens.ts'

export type Json = Record<string, unknown>

/** What goes wrong with a call: another code or status, a late answer, none, or half of one. */
export type Fault = { code?: number; errmsg?: string; status?: number; delayMs?: number; silence?: true; broken?: true }

/** Replaces the answer to a call: JSON; no answer, with or without running the call; a fault. */
export type Trick = Json | 'lost' | 'ignored' | { fault: Fault }

type Outcome = { given: Json | FakeFile | 'silence' | 'unknown'; fault?: Fault | undefined }

/** A call as the modules of the fake see it, with the account whose token it showed; files of a form are not read. */
export type FakeCall = { query: URLSearchParams; body: Json; appid: string }

/** An official account or a mini-program. */
export type FakeAccount = { appid: string; secret: string }

/** Answers the calls of one chapter, by method and path. */
export type FakeModule = {
  answers: Record<`${'GET' | 'POST'} /${string}`, (call: FakeCall) => Json | FakeFile>
  /** Paths whose calls show no token of the account: its secret instead, or what their answer checks itself. */
  withSecret?: readonly string[]
  open?: readonly string[]
  /** What the platform would still know after the process that plays it has ended. */
  kept?: Kept
}

const TOKEN_PATH = '/cgi-bin/stable_token'
const MAX_BODY = 32 * 1024 ** 2
/** Control of the fake itself. */
const CONTROL = '/__fake__/'
/** WeChat Pay has signatures instead of tokens, so its module answers calls as they came. */
const PAY = '/v3/'
/** Opened by buyers' browsers, not by the shop. */
const AUTHORIZE = '/connect/oauth2/authorize'

export type FakeOptions = {
  now: () => Date
  /** Accepts this account alone, instead of any. */
  account?: FakeAccount
  port?: number
  /** The file in which it keeps what it knows; without one it forgets everything. */
  keepIn?: string
}

/**
 * Starts a fake of WeChat on this machine: it speaks its protocol, checks what it checks and answers its codes. Tests and the
 * demo use it alone; nothing answers a path that no module knows.
 */
export async function openFakeWechat({ now, account, port = 0, keepIn }: FakeOptions) {
  const shop = makeShop()
  const pay = makePay(now)
  const fans = makeFans(now)
  const program = makeProgram()
  const official = makeAccount(now)
  const menu = makeMenu()
  const live = makeLive(now)
  const messages = makeMessages(now)
  const modules: readonly FakeModule[] = [shop, menu, makeMini(), live, official, fans, program, messages]
  const answers = Object.assign({}, ...modules.map((each) => each.answers)) as FakeModule['answers']
  const keeper =
    keepIn === undefined
      ? undefined
      : keepParts(keepIn, {
          shop: shop.kept,
          menu: menu.kept,
          live: live.kept,
          fans: fans.kept,
          messages: messages.kept,
        })
  const withSecret = new Set(modules.flatMap((each) => each.withSecret ?? []))
  const open = new Set(modules.flatMap((each) => each.open ?? []))
  const tokens = makeTokens(now, account)
  const fake = {
    endpoint: '',
    /** The products of the transaction component. */
    shop,
    /** The account as a whole, and what it sends by customer service. */
    official,
    /** The menu of the official account, and its files. */
    menu,
    /** Rooms and goods of mini-program live. */
    live,
    /** Templates, and the messages sent by them. */
    messages,
    /** Merchants, what is paid to them, and what goes back. */
    pay,
    /** The number of tokens given out so far, and how often one was asked for. */
    get tokens() {
      return tokens.given
    },
    get tokensAsked() {
      return tokens.asked
    },
    /** The most calls that were under way at once. */
    atOnce: 0,
    /** Followers of the official account, their tags and codes. */
    fans,
    /** Codes and checks of the mini-program. */
    program,
    /** The calls that were admitted, with their bodies, or their query where they have none. */
    calls: [] as { path: string; body: Json }[],
    /** The tricks for the next calls of a path. */
    tricks: new Map<string, Trick[]>(),
    /** The calls of a path. */
    callsOf: (path: string) => fake.calls.filter((call) => call.path === path).map(({ body }) => body),
    /** Ends all tokens at once, as WeChat does when the secret is reset. */
    endTokens: tokens.end,
    /** Ends them without giving out others before one is forced. */
    killTokens: tokens.kill,
    close: () => {
      keeper?.close()
      server.closeAllConnections()
      server.close()
    },
  }

  const refuse = (path: string, query: URLSearchParams): Json | undefined => {
    if (open.has(path)) return undefined
    if (withSecret.has(path))
      return refuseAccount({ appid: query.get('appid') ?? '', secret: query.get('secret') ?? '' }, account)
    return tokens.refuse(query.get('access_token'))
  }
  /** The answer to a call. */
  const answer = (method: string, url: URL, body: Json): Outcome => {
    const { pathname: path, searchParams: query } = url
    const isOfToken = method === 'POST' && path === TOKEN_PATH
    const handle = isOfToken ? () => tokens.give(body) : answers[`${method} ${path}` as 'GET /']
    if (!handle) return { given: 'unknown' }
    const refusal = isOfToken ? undefined : refuse(path, query)
    if (refusal) return { given: refusal }
    if (!isOfToken) fake.calls.push({ path, body: method === 'GET' ? Object.fromEntries(query) : body })
    const trick = fake.tricks.get(path)?.shift()
    if (trick === 'ignored') return { given: 'silence' }
    const fault = trick && trick !== 'lost' && 'fault' in trick ? (trick.fault as Fault) : undefined
    if (fault?.silence) return { given: 'silence' }
    if (fault?.code) return { given: { errcode: fault.code, errmsg: fault.errmsg ?? 'refused' }, fault }
    if (trick && trick !== 'lost' && !fault) return { given: trick }
    const appid = tokens.appidOf(query.get('access_token')) ?? query.get('appid') ?? ''
    const given = handle({ query, body, appid })
    if (method === 'POST' || path === '/cgi-bin/menu/delete') keeper?.noteChange()
    return { given: trick === 'lost' ? 'silence' : given, fault }
  }
  const control = async (action: string, body: Json): Promise<Json | 'unknown'> => {
    if (action === 'calls') return { calls: fake.calls }
    if (action === 'event') {
      const { url, fields, setting } = body as { url: string; fields: Json; setting: PushSetting }
      return pushTo(url, fields, setting, now())
    }
    if (action === 'fans') return { fan: fans.follow(String(body.openid), body) }
    if (action === 'review') return live.reviewed(body)
    if (action !== 'scenario') return 'unknown'
    fake.tricks.set(String(body.path), body.next as Trick[])
    return { errcode: 0 }
  }

  let underWay = 0
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
    if (request.method === 'GET' && url.pathname === AUTHORIZE) {
      const { status, headers, body } = answerAuthorize(url.searchParams, request.headers.cookie ?? '')
      return response.writeHead(status, headers).end(body)
    }
    const body = content && readBody(request, content)
    if (!body) return response.writeHead(400).end()
    if (url.pathname.startsWith(CONTROL)) {
      const told = await control(url.pathname.slice(CONTROL.length), body)
      keeper?.noteChange()
      return told === 'unknown' ? response.writeHead(404).end() : response.end(JSON.stringify(told))
    }
    underWay++
    fake.atOnce = Math.max(fake.atOnce, underWay)
    const { given, fault } = answer(request.method ?? '', url, body)
    if (fault?.delayMs) await wait(fault.delayMs)
    underWay--
    if (given === 'unknown') return response.writeHead(404).end()
    // The caller waits until it gives up.
    if (given === 'silence') return undefined
    const status = fault?.status ?? 200
    if (given instanceof FakeFile) return response.writeHead(status, { 'content-type': given.mime }).end(given.content)
    const json = writeJson(given)
    return response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(fault?.broken ? json.slice(0, json.length / 2) : json)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // Nothing waits for it when the process ends.
  server.unref()
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

export type FakeWechat = Awaited<ReturnType<typeof openFakeWechat>>

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

/** JSON as WeChat writes it, with ids of more digits than a number of JavaScript holds. */
function writeJson(value: Json): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `bigint ${each}` : each)).replace(
    /"bigint (\d+)"/g,
    '$1',
  )
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
