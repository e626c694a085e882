import type { FakeCall, FakeModule, Json } from './frame.ts'
import { type Kept, refill } from './kept.ts'

const ok = { errcode: 0, errmsg: 'ok' }
const refused = (errcode: number, errmsg: string): Json => ({ errcode, errmsg: `${errmsg} rid: 6743a1b2-fake` })
const bytesOf = (value: unknown) => Buffer.byteLength(String(value ?? ''))
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

const KEYED = new Set([
  ...['click', 'scancode_push', 'scancode_waitmsg', 'pic_sysphoto'],
  ...['pic_photo_or_album', 'pic_weixin', 'location_select'],
])
const OTHERS = new Set(['view', 'miniprogram', 'media_id', 'article_id', 'article_view_limited'])

/** The platform's codes by what is wrong, of buttons and of those below them. */
const codes = [
  { count: 40016, type: 40017, name: 40018, key: 40019, url: 40020, domain: 40055, most: 3, nameBytes: 16 },
  { count: 40023, type: 40024, name: 40025, key: 40026, url: 40027, domain: 40054, most: 5, nameBytes: 60 },
] as const

/** What is uploaded, by its kind: the largest, the endings and the platform's codes. */
const kinds: Record<string, { bytes: number; ending: RegExp; large: number }> = {
  image: { bytes: 10 * 1024 ** 2, ending: /\.(png|jpe?g|gif|bmp)$/i, large: 40009 },
  voice: { bytes: 2 * 1024 ** 2, ending: /\.(mp3|wma|wav|amr)$/i, large: 40006 },
  thumb: { bytes: 64 * 1024, ending: /\.jpe?g$/i, large: 40009 },
}

/** The menu of the official account, and the files that it keeps. */
export function makeMenu() {
  const fake = {
    /** What fans see; undefined for none. */
    published: undefined as Json[] | undefined,
    /** Whether the menu is switched on on the platform's website. */
    isOpen: true,
    /** Mini-programs that are not bound to the account, besides all whose AppID ends in `dead`. */
    unbound: new Set<string>(),
    /** Files by their media id. */
    media: new Map<string, { type: string; name: string; bytes: number }>(),
  }
  const isUnbound = (appid: string) => fake.unbound.has(appid) || appid.endsWith('dead')
  const refuseTap = (item: Json, level: 0 | 1): Json | undefined => {
    const code = codes[level]
    const type = String(item.type ?? '')
    if (!KEYED.has(type) && !OTHERS.has(type)) return refused(code.type, 'invalid button type')
    if (KEYED.has(type) && (!item.key || bytesOf(item.key) > 128)) return refused(code.key, 'invalid button key size')
    if (type === 'view' || type === 'miniprogram') {
      if (!item.url || bytesOf(item.url) > 1024) return refused(code.url, 'invalid button url size')
      if (!/^https?:\/\/[^/\s]+/.test(String(item.url))) return refused(code.domain, 'invalid button url domain')
    }
    if (type === 'miniprogram' && (!item.pagepath || isUnbound(String(item.appid))))
      return refused(40119, 'invalid use button type: mini-program is not bound to this account')
    if (type === 'media_id' && !fake.media.has(String(item.media_id))) return refused(40007, 'invalid media_id')
    return undefined
  }
  const refuseButtons = (buttons: readonly Json[], level: 0 | 1): Json | undefined => {
    const code = codes[level]
    if (!buttons.length || buttons.length > code.most) return refused(code.count, 'invalid button size')
    for (const item of buttons) {
      if (!item.name || bytesOf(item.name) > code.nameBytes) return refused(code.name, 'invalid button name size')
      const below = listOf(item.sub_button)
      const refusal = level === 0 && below.length ? refuseButtons(below, 1) : refuseTap(item, level)
      if (refusal) return refusal
    }
    return undefined
  }
  const store = ({ query, body }: FakeCall): Json | string => {
    const type = query.get('type') ?? ''
    const kind = kinds[type]
    if (!kind) return refused(40004, 'invalid media type')
    const form = String(body.form ?? '')
    const part = /name="?media"?;\s*filename="?([^"\r\n]+)"?[\s\S]*?\r\n\r\n/.exec(form)
    if (!part) return refused(41005, 'media data missing')
    const [head, name = ''] = part
    const start = part.index + head.length
    const bytes = form.slice(start, form.indexOf('\r\n--', start)).length
    if (!/content-type:/i.test(head)) return refused(41005, 'media data missing')
    if (!kind.ending.test(name)) return refused(40005, 'invalid file type')
    if (bytes > kind.bytes) return refused(kind.large, 'invalid media size')
    const id = `media-${type}-${fake.media.size + 1}`
    fake.media.set(id, { type, name: Buffer.from(name, 'latin1').toString('utf8'), bytes })
    return id
  }
  const answers: FakeModule['answers'] = {
    'POST /cgi-bin/menu/create': ({ body }) => {
      if (!fake.isOpen) return refused(40028, 'menu is closed')
      const button = listOf(body.button)
      const refusal = refuseButtons(button, 0)
      if (refusal) return refusal
      fake.published = button
      return ok
    },
    'GET /cgi-bin/menu/get': () =>
      fake.published ? { menu: { button: fake.published } } : refused(46003, 'menu no exist'),
    'GET /cgi-bin/menu/delete': () => {
      fake.published = undefined
      return ok
    },
    // Another form than that in which a menu is published: items below a button are in a list of their own.
    'GET /cgi-bin/get_current_selfmenu_info': () => ({
      is_menu_open: fake.isOpen ? 1 : 0,
      selfmenu_info: {
        button: (fake.published ?? []).map(({ sub_button: below, ...item }) => ({
          ...item,
          ...(listOf(below).length && { sub_button: { list: below } }),
        })),
      },
    }),
    'POST /cgi-bin/material/add_material': (call) => {
      const stored = store(call)
      if (typeof stored !== 'string') return stored
      const url = call.query.get('type') === 'image' ? `https://mmbiz.qpic.cn/${stored}` : undefined
      return { media_id: stored, ...(url && { url }) }
    },
    'POST /cgi-bin/media/upload': (call) => {
      const stored = store(call)
      const type = call.query.get('type')
      return typeof stored === 'string' ? { type, media_id: stored, created_at: Math.floor(Date.now() / 1000) } : stored
    },
  }
  const kept: Kept = {
    give: () => ({ published: fake.published, isOpen: fake.isOpen, media: fake.media }),
    take: (known) => {
      const before = known as Pick<typeof fake, 'published' | 'isOpen' | 'media'>
      Object.assign(fake, { published: before.published, isOpen: before.isOpen })
      refill(fake.media, before.media)
    },
  }
  return Object.assign(fake, { answers, kept })
}
