import { createHash, randomUUID } from 'node:crypto'
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
    'POST /cgi-bin/clear_quota': () => ({ errcode: 0, errmsg: 'ok' }),
    'POST /cgi-bin/message/custom/send': ({ body }) => sendMessage(body),
  }
  return { answers, sent, closed, /** The ticket that is good now. */ present: () => ticket?.value ?? '' }
}

/** The signature that WeChat puts on what it sends to a shop. */
export function signatureOf(...parts: string[]): string {
  return createHash('sha1').update(parts.toSorted().join('')).digest('hex')
}
