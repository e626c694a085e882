import { randomBytes } from 'node:crypto'
import { type DefaultTemplate, defaultTemplates } from '@zhanggui/domain/wechat/default-template.ts'
import type { FakeCall, FakeModule, Json } from './frame.ts'
import { type Kept, refill } from './kept.ts'

type Side = 'official' | 'mini'
type Keyword = { kid: string; name: string; rule: string }
type Library = { title: string; keywords: readonly Keyword[] }
/** A template of an account. */
export type FakeTemplate = { id: string; title: string; tid: string; keywords: readonly Keyword[] }
/** A message that reached somebody. */
export type FakeSent = { side: Side; openid: string; templateId: string; msgid: string; body: Json }

const OPENID = /^[\w-]{4,64}$/
const REPEAT_MS = 600_000
const MAX_OFFICIAL = 25
const MAX_MINI = 50
const OK = { errcode: 0, errmsg: 'ok' }
const HAN = /\p{Script=Han}/u
const DAY = String.raw`\d{4}[年/.-]\d{1,2}[月/.-]\d{1,2}日?`
const HOUR = String.raw`\d{1,2}:\d{2}(:\d{2})?`

/** Whether the platform takes a value in a field of a type. */
const takes: Readonly<Record<string, (text: string) => boolean>> = {
  thing: (text) => [...text].length <= 20,
  number: (text) => /^-?\d{1,32}(\.\d+)?$/.test(text),
  letter: (text) => /^[A-Za-z]{1,32}$/.test(text),
  symbol: (text) => [...text].length <= 5,
  character_string: (text) => text.length <= 32 && !HAN.test(text),
  time: (text) => new RegExp(`^(${DAY} ?)?${HOUR}$`).test(text),
  date: (text) => new RegExp(`^${DAY}( ?${HOUR})?$`).test(text),
  amount: (text) => /^[¥￥$-]?\d{1,10}(\.\d+)?元?$/.test(text),
  phone_number: (text) => /^[\d+() -]{1,17}$/.test(text),
  car_number: (text) => [...text].length <= 8,
  name: (text) => [...text].length <= (HAN.test(text) ? 10 : 20),
  phrase: (text) => /^\p{Script=Han}{1,5}$/u.test(text),
}

const keyOf = ({ rule, kid }: Keyword): string => `${rule}${kid}`

function libraryOf(kind: DefaultTemplate['kind']): Map<string, Library> {
  return new Map(
    defaultTemplates
      .filter((template) => template.kind === kind)
      .map(({ tempKey, name, fields }) => {
        const keywords = fields.map(([label, key]) => {
          const [, rule = '', kid = ''] = /^(\D+)(\d+)$/.exec(key) ?? []
          return { kid, name: label, rule }
        })
        return [tempKey, { title: name, keywords }] as const
      }),
  )
}

/** Templates of both accounts, their libraries, and the messages that are sent by them. */
export function makeMessages(now: () => Date) {
  const library = { official: libraryOf(1), mini: libraryOf(2) }
  const own = { official: new Map<string, FakeTemplate>(), mini: new Map<string, FakeTemplate>() }
  const sent: FakeSent[] = []
  /** People who do not follow the account. */
  const strangers = new Set<string>()
  const consents = new Map<string, number>()
  const repeats = new Map<string, { msgid: string; at: number }>()
  /** Longer than a number of JavaScript holds, as WeChat's are. */
  let numbers = 2_000_000_000_000_000_001n

  const put = (side: Side, title: string, tid: string, keywords: readonly Keyword[]): string => {
    const id = randomBytes(24).toString('base64url')
    own[side].set(id, { id, title, tid, keywords })
    return id
  }
  const addOfficial = ({ body }: FakeCall): Json => {
    const tid = String(body.template_id_short ?? '')
    if (!/^\d+$/.test(tid)) return { errcode: 40247, errmsg: 'template library is closed' }
    const known = library.official.get(tid)
    if (!known) return { errcode: 40037, errmsg: 'invalid template_id' }
    if (own.official.size >= MAX_OFFICIAL) return { errcode: 45026, errmsg: 'template num exceeds limit' }
    const names = Array.isArray(body.keyword_name_list) ? body.keyword_name_list.map(String) : []
    const keywords = names.map((name) => known.keywords.find((each) => each.name === name))
    if (!names.length || keywords.some((each) => !each)) return { errcode: 40246, errmsg: 'invalid keyword_name_list' }
    return { ...OK, template_id: put('official', known.title, tid, keywords as Keyword[]) }
  }
  const addMini = ({ body }: FakeCall): Json => {
    const tid = String(body.tid ?? '')
    const known = library.mini.get(tid)
    if (!known) return { errcode: 200014, errmsg: 'tid invalid' }
    const kids = Array.isArray(body.kidList) ? body.kidList.map(String) : []
    const keywords = kids.map((kid) => known.keywords.find((each) => each.kid === kid))
    if (kids.length < 2 || kids.length > 5 || keywords.some((each) => !each))
      return { errcode: 200020, errmsg: 'invalid kidList' }
    if ([...String(body.sceneDesc ?? '')].length > 15) return { errcode: 200021, errmsg: 'sceneDesc invalid' }
    const names = (list: readonly Keyword[]) => list.map(({ kid }) => kid).join()
    if ([...own.mini.values()].some((each) => each.tid === tid && names(each.keywords) === kids.join()))
      return { errcode: 200022, errmsg: 'template exists' }
    if (own.mini.size >= MAX_MINI) return { errcode: 200012, errmsg: 'template num exceeds limit' }
    return { ...OK, priTmplId: put('mini', known.title, tid, keywords as Keyword[]) }
  }
  const fault = (template: FakeTemplate, data: Json): string | undefined => {
    for (const keyword of template.keywords) {
      const key = keyOf(keyword)
      const value = (data[key] as Json | undefined)?.value
      const isFit = typeof value === 'string' && value !== '' && !/[\r\n]/.test(value)
      if (!isFit || !(takes[keyword.rule] ?? (() => true))(value)) return `argument invalid! data.${key}.value invalid`
    }
    return undefined
  }
  const refuse = (side: Side, body: Json): Json | undefined => {
    const openid = String(body.touser ?? '')
    const template = own[side].get(String(body.template_id ?? ''))
    if (!OPENID.test(openid)) return { errcode: 40003, errmsg: 'invalid openid' }
    if (!template) return { errcode: 40037, errmsg: 'invalid template_id' }
    if (side === 'official' && strangers.has(openid)) return { errcode: 43004, errmsg: 'require subscribe' }
    if (side === 'mini' && !consentOf(openid, template.id))
      return { errcode: 43101, errmsg: 'user refuse to accept the msg' }
    if (side === 'mini' && String(body.page ?? '').startsWith('/')) return { errcode: 41030, errmsg: 'invalid page' }
    const wrong = fault(template, (body.data ?? {}) as Json)
    return wrong ? { errcode: 47003, errmsg: wrong } : undefined
  }
  const consentOf = (openid: string, templateId: string): number =>
    consents.get(`${openid} ${templateId}`) ?? (/^sim_.*(?<!-silent)$/.test(openid) ? Number.POSITIVE_INFINITY : 0)
  const told = (msgid: string): Json => ({ ...OK, msgid: BigInt(msgid) })
  const send = (side: Side, body: Json): Json => {
    const [openid, templateId] = [String(body.touser ?? ''), String(body.template_id ?? '')]
    const again = body.client_msg_id ? repeats.get(`${openid} ${String(body.client_msg_id)}`) : undefined
    if (again && now().getTime() - again.at < REPEAT_MS) return told(again.msgid)
    const refusal = refuse(side, body)
    if (refusal) return refusal
    const msgid = String(++numbers)
    if (body.client_msg_id) repeats.set(`${openid} ${String(body.client_msg_id)}`, { msgid, at: now().getTime() })
    if (side === 'mini') consents.set(`${openid} ${templateId}`, consentOf(openid, templateId) - 1)
    sent.push({ side, openid, templateId, msgid, body })
    return told(msgid)
  }
  const contentOf = ({ keywords }: FakeTemplate) =>
    keywords.map((keyword) => `${keyword.name}:{{${keyOf(keyword)}.DATA}}`).join('\n')
  const answers: FakeModule['answers'] = {
    'GET /cgi-bin/template/get_all_private_template': () => ({
      template_list: [...own.official.values()].map((each) => ({
        template_id: each.id,
        title: each.title,
        primary_industry: '',
        deputy_industry: '',
        content: contentOf(each),
        example: '',
      })),
    }),
    'POST /cgi-bin/template/api_add_template': addOfficial,
    'POST /cgi-bin/template/del_private_template': ({ body }) =>
      own.official.delete(String(body.template_id)) ? OK : { errcode: 40037, errmsg: 'invalid template_id' },
    'POST /cgi-bin/message/template/send': ({ body }) => send('official', body),
    'GET /wxaapi/newtmpl/gettemplate': () => ({
      ...OK,
      data: [...own.mini.values()].map((each) => ({
        priTmplId: each.id,
        title: each.title,
        content: contentOf(each),
        example: '',
        type: 2,
        keywordEnumValueList: [],
      })),
    }),
    'GET /wxaapi/newtmpl/getpubtemplatekeywords': ({ query }) => {
      const known = library.mini.get(query.get('tid') ?? '')
      return known
        ? {
            ...OK,
            count: known.keywords.length,
            data: known.keywords.map((each) => ({ ...each, kid: Number(each.kid), example: '' })),
          }
        : { errcode: 200014, errmsg: 'tid invalid' }
    },
    'POST /wxaapi/newtmpl/addtemplate': addMini,
    'POST /wxaapi/newtmpl/deltemplate': ({ body }) =>
      own.mini.delete(String(body.priTmplId)) ? OK : { errcode: 200014, errmsg: 'template not exist' },
    'POST /cgi-bin/message/subscribe/send': ({ body }) => send('mini', body),
  }
  const kept: Kept = {
    give: () => ({ own, consents, repeats, numbers }),
    take: (known) => {
      const before = known as {
        own: typeof own
        consents: typeof consents
        repeats: typeof repeats
        numbers: typeof numbers
      }
      for (const side of ['official', 'mini'] as const) refill(own[side], before.own[side])
      refill(consents, before.consents)
      refill(repeats, before.repeats)
      numbers = before.numbers
    },
  }
  return {
    answers,
    kept,
    /** The templates of each account. */
    own,
    /** What the libraries offer; a number that is taken away is of a category that the account lacks. */
    library,
    sent,
    strangers,
    /** A person agrees to so many messages of a template. */
    consent: (openid: string, templateId: string, many = 1) => consents.set(`${openid} ${templateId}`, many),
    /** A template that somebody adds on the platform itself. */
    addByHand: (side: Side, title: string, keywords: readonly Keyword[]) => put(side, title, '', keywords),
  }
}
