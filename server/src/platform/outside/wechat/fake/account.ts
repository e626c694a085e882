import { createHash, randomUUID } from 'node:crypto'
import { FakeFile } from './fake-file.ts'
import type { FakeModule, Json } from './frame.ts'

const MESSAGE_TYPES = ['text', 'image', 'voice', 'news', 'miniprogrampage'] as const
const TICKET_SECONDS = 7200
const OPENID = /^[\w-]{4,64}$/

/** The account as a whole: the ticket of pages, the platform's addresses, messages of customer service. */
export function makeAccount(now: () => Date) {
  /** What fans were sent by customer service. */
  const sent: { openid: string; message: Json }[] = []
  /** Fans whose time or number of answers is over, with the code of the refusal. */
  const closed = new Map<string, 45015 | 45047>()
  let ticket: { value: string; until: number } | undefined
  const giveTicket = (): Json => {
    const at = now().getTime()
    if (!ticket || ticket.until < at) ticket = { value: `zgTicket-${randomUUID()}`, until: at + TICKET_SECONDS * 1000 }
    return { errcode: 0, errmsg: 'ok', ticket: ticket.value, expires_in: Math.floor((ticket.until - at) / 1000) }
  }
  const sendMessage = (body: Json): Json => {
    const openid = String(body.touser ?? '')
    const type = String(body.msgtype ?? '')
    if (!OPENID.test(openid)) return { errcode: 40003, errmsg: 'invalid openid' }
    if (!MESSAGE_TYPES.includes(type as 'text') || typeof body[type] !== 'object')
      return { errcode: 40008, errmsg: 'invalid message type' }
    if (type === 'text' && !(body.text as Json).content) return { errcode: 44004, errmsg: 'empty content' }
    const code = closed.get(openid)
    if (code)
      return { errcode: code, errmsg: code === 45015 ? 'response out of time limit' : 'out of response count limit' }
    sent.push({ openid, message: body })
    return { errcode: 0, errmsg: 'ok' }
  }
  const answers: FakeModule['answers'] = {
    'GET /cgi-bin/ticket/getticket': ({ query }) =>
      query.get('type') === 'jsapi' ? giveTicket() : { errcode: 40097, errmsg: 'invalid args' },
    'GET /cgi-bin/get_api_domain_ip': () => ({ ip_list: ['101.226.62.77', '140.207.189.106'] }),
    'GET /cgi-bin/getcallbackip': () => ({ ip_list: ['101.226.103.61', '140.207.54.73'] }),
    'GET /connect/oauth2/authorize': ({ query }) => consentPage(query),
    'POST /cgi-bin/clear_quota': () => ({ errcode: 0, errmsg: 'ok' }),
    'POST /cgi-bin/message/custom/send': ({ body }) => sendMessage(body),
  }
  return {
    answers,
    open: ['/connect/oauth2/authorize'],
    sent,
    closed,
    /** The ticket that is good now. */ present: () => ticket?.value ?? '',
  }
}

/** The signature that WeChat puts on what it sends to a shop. */
export function signatureOf(...parts: string[]): string {
  return createHash('sha1').update(parts.toSorted().join('')).digest('hex')
}

/** People of the fake who may be chosen where WeChat asks somebody for consent. */
const NAMES = ['amy', 'ben', 'chen', 'stranger-alone']

/** The page of WeChat on which somebody lets a shop know who they are: whoever is chosen goes back with a code of theirs. */
export function consentPage(query: URLSearchParams): FakeFile {
  const back = query.get('redirect_uri') ?? ''
  const isAsked = query.get('response_type') === 'code' && /^snsapi_(base|userinfo)$/.test(query.get('scope') ?? '')
  const isPage = URL.canParse(back) && /^https?:$/.test(new URL(back).protocol)
  const linkOf = (name: string) => {
    const target = new URL(back)
    target.searchParams.set('code', `sim:${name}`)
    target.searchParams.set('state', query.get('state') ?? '')
    return `<li><a href="${target.href.replaceAll('&', '&amp;').replaceAll('"', '%22')}">${name}</a></li>`
  }
  const body =
    isAsked && isPage
      ? `<h1>微信模拟环境</h1><p>以谁的身份登录？</p><ul>${NAMES.map(linkOf).join('')}</ul>`
      : '<h1>10003 redirect_uri 域名与后台配置不一致</h1>'
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>微信登录</title><body>${body}`
  return new FakeFile('text/html; charset=utf-8', Buffer.from(page))
}
