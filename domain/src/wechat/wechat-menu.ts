/** What tapping an item of the official account's menu does: the platform's own words, and ours. */
export const menuKinds = {
  view: '打开网页',
  miniprogram: '打开小程序',
  click: '回复消息',
  scancode_push: '扫一扫',
  scancode_waitmsg: '扫一扫并提示等待',
  pic_sysphoto: '拍照发图',
  pic_photo_or_album: '拍照或选图',
  pic_weixin: '从微信相册选图',
  location_select: '发送位置',
  media_id: '下发图片或语音',
  article_id: '下发图文',
  article_view_limited: '打开图文',
} as const
export type MenuKind = keyof typeof menuKinds

/** An item of the menu, as the platform writes it. A parent has a name and items below it, and nothing else. */
export type MenuItem = {
  name: string
  type?: string
  key?: string
  url?: string
  appid?: string
  pagepath?: string
  media_id?: string
  article_id?: string
}
export type MenuButton = MenuItem & { sub_button?: MenuItem[] }
export type WechatMenu = { button: MenuButton[] }

export const MAX_BUTTONS = 3
export const MAX_ITEMS = 5
export const MAX_KEY_BYTES = 128
export const MAX_URL_BYTES = 1024
/** Names by their level: Chinese characters, of which two others count as one, and the platform's bytes. */
export const menuNames = [
  { title: '一级菜单', characters: 4, bytes: 16 },
  { title: '二级菜单', characters: 8, bytes: 60 },
] as const

/** What is wrong with a menu, and the path of the field. */
export type MenuFault = { field: string; message: string }

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** How wide a name is, in Chinese characters. */
export function nameWidth(name: string): number {
  return [...name].reduce((width, each) => width + (each.charCodeAt(0) < 0x100 ? 0.5 : 1), 0)
}

/** The first fault of a menu; of a draft, only what it could not be kept with. */
export function faultOfMenu({ button }: WechatMenu, { isDraft = false } = {}): MenuFault | undefined {
  if (button.length > MAX_BUTTONS) return { field: 'menu.button', message: '一级菜单最多3个' }
  if (!isDraft && !button.length) return { field: 'menu.button', message: '请至少添加一个菜单' }
  for (const [index, each] of button.entries()) {
    const field = `menu.button[${index}]`
    const below = each.sub_button ?? []
    if (below.length > MAX_ITEMS) return { field: `${field}.sub_button`, message: '二级菜单最多5个' }
    const fault = faultOfItem(each, { field, level: 0, isDraft, isParent: below.length > 0 })
    if (fault) return fault
    for (const [at, item] of below.entries()) {
      const wrong = faultOfItem(item, { field: `${field}.sub_button[${at}]`, level: 1, isDraft, isParent: false })
      if (wrong) return wrong
    }
  }
  return undefined
}

type Place = { field: string; level: 0 | 1; isDraft: boolean; isParent: boolean }

function faultOfItem(item: MenuItem, { field, level, isDraft, isParent }: Place): MenuFault | undefined {
  const { title, characters, bytes } = menuNames[level]
  const { name } = item
  const isLong = nameWidth(name) > characters || bytesOf(name) > bytes
  if (isLong) return { field: `${field}.name`, message: `${title}名称最多${characters}个汉字` }
  if (!isDraft && !name.trim()) return { field: `${field}.name`, message: '请填写菜单名称' }
  if (isParent) return undefined
  const where = name.trim() ? `“${name.trim()}”：` : ''
  const told = faultOfTap(item, isDraft)
  return told && { field: `${field}.${told[0]}`, message: `${where}${told[1]}` }
}

const APPID = /^wx[0-9a-f]{16}$/

/** What is wrong with what an item does: the field and the words. */
function faultOfTap(item: MenuItem, isDraft: boolean): readonly [string, string] | undefined {
  const { type = '', key = '', url = '', appid = '', pagepath = '', media_id = '', article_id = '' } = item
  if (bytesOf(key) > MAX_KEY_BYTES) return ['key', '关键字最多128字节']
  if (bytesOf(url) > MAX_URL_BYTES) return ['url', '跳转地址最多1024字节']
  if (isDraft) return undefined
  if (!isMenuKind(type)) return ['type', '请选择点了以后做什么']
  switch (type) {
    case 'view':
      return isWebAddress(url) ? undefined : ['url', '请输入正确的跳转地址']
    case 'miniprogram':
      if (!APPID.test(appid)) return ['appid', '请填写完整小程序配置']
      if (!pagepath.trim()) return ['pagepath', '请填写完整小程序配置']
      return isWebAddress(url) ? undefined : ['url', '请填写完整小程序配置']
    case 'media_id':
      return media_id ? undefined : ['media_id', '请选择素材']
    case 'article_id':
    case 'article_view_limited':
      return article_id ? undefined : ['article_id', '请填写图文的文章ID']
    default:
      return key.trim() ? undefined : ['key', '请填写关键字']
  }
}

export function isMenuKind(type: string): type is MenuKind {
  return Object.hasOwn(menuKinds, type)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text)
}

/** The fields an item needs besides its name, by what it does. */
const fieldsOf = (type: string): readonly (keyof MenuItem)[] => {
  if (type === 'view') return ['url']
  if (type === 'miniprogram') return ['appid', 'pagepath', 'url']
  if (type === 'media_id') return ['media_id']
  if (type === 'article_id' || type === 'article_view_limited') return ['article_id']
  return ['key']
}

/** An item with what it needs alone; what an earlier choice left behind is dropped. */
export function tidyItem(item: MenuItem): MenuItem {
  const type = item.type ?? ''
  const kept = type ? fieldsOf(type).map((field) => [field, (item[field] ?? '').trim()]) : []
  return { name: item.name.trim(), ...(type && { type }), ...Object.fromEntries(kept) }
}

/** The menu as it is stored and published: parents with their names and items alone. */
export function tidyMenu({ button }: WechatMenu): WechatMenu {
  return {
    button: button.map((each) => {
      const below = each.sub_button ?? []
      return below.length ? { name: each.name.trim(), sub_button: below.map(tidyItem) } : tidyItem(each)
    }),
  }
}

/** One difference between two menus, in words, and the menu with it taken back. */
export type MenuChange = { kind: 'add' | 'remove' | 'edit' | 'move'; text: string; undone: WechatMenu }

/** How a menu differs from the published one. Items are known by their names. */
export function menuChanges(published: WechatMenu, draft: WechatMenu): MenuChange[] {
  const changes = compareItems(published.button, draft.button, '', (button) => ({ button }))
  for (const now of draft.button) {
    const before = named(published.button, now.name)
    const rebuild = (items: MenuButton[]): WechatMenu => ({
      button: draft.button.map((each) => (each === now ? { ...now, sub_button: items } : each)),
    })
    if (before && now.sub_button?.length && before.sub_button?.length)
      changes.push(...compareItems(before.sub_button, now.sub_button, `${now.name}：`, rebuild))
  }
  return changes
}

const named = (items: readonly MenuButton[], name: string) => items.find((item) => item.name === name)

function compareItems(
  before: readonly MenuButton[],
  now: readonly MenuButton[],
  prefix: string,
  rebuild: (items: MenuButton[]) => WechatMenu,
): MenuChange[] {
  const changes: MenuChange[] = []
  for (const item of now) {
    const old = named(before, item.name)
    if (!old)
      changes.push({
        kind: 'add',
        text: `${prefix}加了 ${item.name || '未命名'}`,
        undone: rebuild(now.filter((each) => each !== item)),
      })
    else if (tapText(old) !== tapText(item))
      changes.push({
        kind: 'edit',
        text: `${prefix}${item.name}：${changeWords(old, item)}`,
        undone: rebuild(now.map((each) => (each === item ? old : each))),
      })
  }
  for (const [at, old] of before.entries())
    if (!named(now, old.name))
      changes.push({ kind: 'remove', text: `${prefix}去掉了 ${old.name}`, undone: rebuild(now.toSpliced(at, 0, old)) })
  const order = (items: readonly MenuButton[], others: readonly MenuButton[]) =>
    items.filter(({ name }) => named(others, name))
  const [was, is] = [order(before, now), order(now, before)]
  if (was.some(({ name }, at) => name !== is[at]?.name)) {
    const sorted = was.flatMap(({ name }) => named(now, name) ?? [])
    const added = now.filter(({ name }) => !named(before, name))
    changes.push({ kind: 'move', text: `${prefix || '一级菜单'}换了顺序`, undone: rebuild([...sorted, ...added]) })
  }
  return changes
}

const tapText = (item: MenuButton) =>
  item.sub_button?.length ? 'parent' : JSON.stringify({ ...tidyItem(item), name: '' })

function changeWords(old: MenuButton, item: MenuButton): string {
  const [from, to] = [tapWords(old), tapWords(item)]
  return from === to ? `${to}的内容改了` : `${from} → ${to}`
}

function tapWords({ type = '', sub_button: below }: MenuButton): string {
  if (below?.length) return '子菜单'
  return isMenuKind(type) ? menuKinds[type] : '没有动作'
}
