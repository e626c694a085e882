import { randomBytes } from 'node:crypto'
import type { FakeModule, Json } from './frame.ts'
import { type Kept, refill } from './kept.ts'

/** A follower of the official account. */
export type FakeFan = {
  openid: string
  subscribeTime: Date
  scene: string
  /** What the code said by which they came; '' for none. */
  qrScene: string
  unionid: string
  tagIds: number[]
  remark: string
}

const PAGE = 10_000
const TOLD_AT_ONCE = 100
const TAGGED_AT_ONCE = 50
const MAX_TAGS = 100
const MAX_TAG_NAME = 30
const MAX_TAGS_OF_FAN = 20
const MAX_SCENE = 64
const MAX_SECONDS = 2_592_000
/** WeChat's own group of fans with a star. */
const STARRED = { id: 2, name: '星标组' }
const OK = { errcode: 0, errmsg: 'ok' }
const refusal = (errcode: number, errmsg: string): Json => ({ errcode, errmsg })

/**
 * Followers of the official account, their tags, and codes that say where they came from. Who follows has the unionid of the
 * same person in the mini-program.
 */
export function makeFans(now: () => Date) {
  const followers = new Map<string, FakeFan>()
  const tags = new Map<number, string>([[STARRED.id, STARRED.name]])
  const codes = new Map<string, { scene: string; until: Date | undefined }>()
  let lastTag = 100
  const state = {
    followers,
    tags,
    /** Codes by their tickets. */
    codes,
    /** How many openids a page of the followers has; fewer in tests. */
    pageSize: PAGE,
    /** Somebody begins to follow. */
    follow: (openid: string, fan: Partial<FakeFan> = {}): FakeFan => {
      const unionid = /^sim_(.+)$/.exec(openid)?.[1]
      const known: FakeFan = {
        openid,
        subscribeTime: now(),
        scene: fan.qrScene ? 'ADD_SCENE_QR_CODE' : 'ADD_SCENE_SEARCH',
        qrScene: '',
        unionid: unionid ? `sim_union_${unionid}` : '',
        tagIds: [],
        remark: '',
        ...fan,
      }
      followers.set(openid, known)
      return known
    },
    leave: (openid: string) => followers.delete(openid),
    /** Knows a follower whom the shop has known before this process began. */
    know: (fan: Pick<FakeFan, 'openid' | 'subscribeTime' | 'scene' | 'tagIds' | 'remark'>) => {
      for (const id of fan.tagIds) if (!tags.has(id)) tags.set(id, `标签${id}`)
      lastTag = Math.max(lastTag, ...fan.tagIds)
      if (!followers.has(fan.openid)) state.follow(fan.openid, fan)
    },
    /** Knows a tag, as {@link know}. */
    knowTag: (id: number, name: string) => {
      tags.set(id, name)
      lastTag = Math.max(lastTag, id)
    },
  }

  const checkName = (name: unknown, except?: number): Json | undefined => {
    const text = String(name ?? '')
    if (!text || [...tags].some(([id, other]) => id !== except && other === text))
      return refusal(45157, 'invalid tag name')
    return [...text].length > MAX_TAG_NAME ? refusal(45158, 'tag name too long') : undefined
  }
  const tagged = (body: Json, on: boolean): Json => {
    const id = Number(body.tagid)
    const openids = Array.isArray(body.openid_list) ? body.openid_list.map(String) : []
    if (!tags.has(id)) return refusal(45159, 'invalid tag')
    if (!openids.length || openids.length > TAGGED_AT_ONCE) return refusal(40032, 'invalid openid list size')
    const found = openids.map((openid) => followers.get(openid))
    if (found.some((fan) => !fan)) return refusal(40003, 'invalid openid')
    if (on && found.some((fan) => fan && !fan.tagIds.includes(id) && fan.tagIds.length >= MAX_TAGS_OF_FAN))
      return refusal(45059, 'too many tags on a fan')
    for (const fan of found)
      if (fan) fan.tagIds = on ? [...new Set([...fan.tagIds, id])] : fan.tagIds.filter((each) => each !== id)
    return OK
  }

  const answers: FakeModule['answers'] = {
    'GET /cgi-bin/user/get': ({ query }) => {
      const all = [...followers.keys()]
      const next = query.get('next_openid') ?? ''
      const from = next ? all.indexOf(next) + 1 : 0
      if (next && !from) return refusal(40003, 'invalid openid')
      const openid = all.slice(from, from + state.pageSize)
      if (!openid.length) return { total: all.length, count: 0, next_openid: '' }
      return { total: all.length, count: openid.length, data: { openid }, next_openid: openid.at(-1) ?? '' }
    },
    'POST /cgi-bin/user/info/batchget': ({ body }) => {
      const asked = (Array.isArray(body.user_list) ? body.user_list : []) as { openid?: unknown }[]
      if (!asked.length || asked.length > TOLD_AT_ONCE) return refusal(40032, 'invalid openid list size')
      return { user_info_list: asked.map(({ openid }) => tellOf(followers.get(String(openid)), String(openid))) }
    },
    'POST /cgi-bin/user/info/updateremark': ({ body }) => {
      const fan = followers.get(String(body.openid))
      if (!fan) return refusal(40003, 'invalid openid')
      const remark = String(body.remark ?? '')
      if ([...remark].length >= 30) return refusal(45009, 'remark too long')
      fan.remark = remark
      return OK
    },
    'GET /cgi-bin/tags/get': () => ({
      tags: [...tags].map(([id, name]) => ({ id, name, count: countOf(followers, id) })),
    }),
    'POST /cgi-bin/tags/create': ({ body }) => {
      const { name } = (body.tag ?? {}) as { name?: unknown }
      const wrong = checkName(name)
      if (wrong) return wrong
      if (tags.size > MAX_TAGS) return refusal(45056, 'too many tags')
      tags.set(++lastTag, String(name))
      return { tag: { id: lastTag, name: String(name) } }
    },
    'POST /cgi-bin/tags/update': ({ body }) => {
      const { id, name } = (body.tag ?? {}) as { id?: unknown; name?: unknown }
      if (Number(id) <= STARRED.id) return refusal(45058, 'can not modify system tag')
      if (!tags.has(Number(id))) return refusal(45159, 'invalid tag')
      const wrong = checkName(name, Number(id))
      if (wrong) return wrong
      tags.set(Number(id), String(name))
      return OK
    },
    'POST /cgi-bin/tags/delete': ({ body }) => {
      const id = Number((body.tag as { id?: unknown } | undefined)?.id)
      if (id <= STARRED.id) return refusal(45058, 'can not modify system tag')
      if (!tags.delete(id)) return refusal(45159, 'invalid tag')
      for (const fan of followers.values()) fan.tagIds = fan.tagIds.filter((each) => each !== id)
      return OK
    },
    'POST /cgi-bin/tags/members/batchtagging': ({ body }) => tagged(body, true),
    'POST /cgi-bin/tags/members/batchuntagging': ({ body }) => tagged(body, false),
    'POST /cgi-bin/qrcode/create': ({ body }) => {
      const { scene } = (body.action_info ?? {}) as { scene?: { scene_str?: unknown } }
      const text = String(scene?.scene_str ?? '')
      const isLimit = body.action_name === 'QR_LIMIT_STR_SCENE'
      if (!isLimit && body.action_name !== 'QR_STR_SCENE') return refusal(40053, 'invalid action info')
      // Of temporary codes WeChat does not look at the length.
      if (!text || (isLimit && text.length > MAX_SCENE)) return refusal(40053, 'invalid action info')
      const seconds = Math.min(Number(body.expire_seconds) || 60, MAX_SECONDS)
      const ticket = `ticket-${randomBytes(12).toString('hex')}`
      codes.set(ticket, { scene: text, until: isLimit ? undefined : new Date(now().getTime() + seconds * 1000) })
      return { ticket, ...(!isLimit && { expire_seconds: seconds }), url: `http://weixin.qq.com/q/${ticket.slice(7)}` }
    },
  }
  const kept: Kept = {
    give: () => ({ followers, tags, codes, lastTag }),
    take: (known) => {
      const before = known as { followers: typeof followers; tags: typeof tags; codes: typeof codes; lastTag: number }
      refill(followers, before.followers)
      refill(tags, before.tags)
      refill(codes, before.codes)
      lastTag = before.lastTag
    },
  }
  return Object.assign(state, { answers, kept })
}

export type FakeFans = ReturnType<typeof makeFans>

/** What WeChat tells of somebody: of those who do not follow only that. Nobody has a name or a picture. */
function tellOf(fan: FakeFan | undefined, openid: string): Json {
  if (!fan) return { subscribe: 0, openid }
  return {
    subscribe: 1,
    openid,
    language: 'zh_CN',
    subscribe_time: Math.floor(fan.subscribeTime.getTime() / 1000),
    ...(fan.unionid && { unionid: fan.unionid }),
    remark: fan.remark,
    groupid: fan.tagIds[0] ?? 0,
    tagid_list: fan.tagIds,
    subscribe_scene: fan.scene,
    qr_scene: 0,
    qr_scene_str: fan.qrScene,
  }
}

function countOf(followers: ReadonlyMap<string, FakeFan>, id: number): number {
  return [...followers.values()].filter(({ tagIds }) => tagIds.includes(id)).length
}
