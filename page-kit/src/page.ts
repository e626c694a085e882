import * as t from '@zhanggui/contract/schema.ts'
import {
  bool,
  colour,
  type Fields,
  fieldsOf,
  ids,
  image,
  link,
  many,
  moment,
  one,
  oneNumber,
  text,
  video,
} from './fields.ts'

/** The terminals that show pages: 3 is drawn by all of them, 1 and 2 override it for one. */
export const terminals = { 1: '小程序', 2: 'H5', 3: '移动端' } as const
export type Terminal = keyof typeof terminals
export const pageTypes = { 2: '微页面', 4: '个人中心' } as const
export type PageType = keyof typeof pageTypes

export const MAX_COMPONENTS = 100
export const MAX_BYTES = 1024 * 1024

/** The page itself: title bar and background. */
export const Settings = t.Object({
  pageTitle: text('页面标题', 30),
  pageShow: bool('显示标题栏', true),
  titleAlign: one('标题位置', { left: '居左', center: '居中' }, { visibleIf: { key: 'pageShow', in: [true] } }),
  titleColor: colour('标题颜色', '#000000', { visibleIf: { key: 'pageShow', in: [true] } }),
  titleBgColor: colour('标题栏颜色', '#ffffff', { visibleIf: { key: 'pageShow', in: [true] } }),
  returnAddress: link('返回到', { help: '不填则返回上一页' }),
  pageColor: bool('背景颜色', true),
  pageColorPicker: colour('颜色', '#f5f5f5', { visibleIf: { key: 'pageColor', in: [true] } }),
  pagePic: bool('背景图片', false),
  /** The address alone, as that of a video: what is no address of a file would be read as a style. */
  pagePicUrl: video('图片', { visibleIf: { key: 'pagePic', in: [true] } }),
  pageTabVal: oneNumber('图片铺法', [0, 1, 2], ['拉伸', '平铺', '铺满'], { visibleIf: { key: 'pagePic', in: [true] } }),
  serviceShown: bool('悬浮客服', true),
})
export type Settings = t.Static<typeof Settings>

/** The card that others see when the page is shared. */
export const Share = t.Object({
  title: text('分享标题', 30),
  desc: text('分享描述', 60),
  image: image('分享图片', [500, 400]),
})
export type Share = t.Static<typeof Share>

export const audiences = {
  all: '所有人',
  guest: '未登录',
  member: '已登录',
  new: '未下过单',
  paid: '下过单',
  level: '指定等级',
  tag: '指定标签',
} as const
export type Audience = keyof typeof audiences

/** Whom a component is shown to, and when. */
export const Rule = t.Object({
  startTime: moment('从'),
  endTime: moment('到'),
  audience: one('人群', audiences),
  levelIds: ids('会员等级', 'level', 50, { visibleIf: { key: 'audience', in: ['level'] } }),
  tagIds: ids('用户标签', 'tag', 50, { visibleIf: { key: 'audience', in: ['tag'] } }),
  terminals: many('终端', { routine: '小程序', h5: 'H5' }, ['routine', 'h5']),
})
export type Rule = t.Static<typeof Rule>

export const settingFields = fieldsOf(Settings)
export const shareFields = fieldsOf(Share)
export const ruleFields = fieldsOf(Rule)
/** Fields that every component has besides its props, box and rule. */
export const headFields: Fields = fieldsOf(
  t.Object({
    alias: text('别名', 20),
    isShow: bool('显示', true),
    anchor: text('锚点', 20),
    track: text('统计名称', 30),
  }),
)

type Values = Readonly<Record<string, unknown>>

/** A component as stored: of its values, those that equal their default may be left out. */
export type Component = {
  readonly id: string
  readonly type: string
  readonly v: number
  readonly isShow: boolean
  readonly alias: string
  readonly props: Values
  readonly box: Values
  readonly rule: Values
  readonly anchor: string
  readonly track: string
}

/** Components by their keys of 16 digits; the order of the keys is their order on the page. */
export type ComponentMap = Readonly<Record<string, Component>>

/** A page as it is edited and stored. Never changed in place: operations share what stays. */
export type Page = {
  readonly terminal: Terminal
  readonly type: PageType
  readonly settings: Readonly<Partial<Settings>>
  readonly share: Readonly<Partial<Share>>
  readonly value: ComponentMap
}

export const emptyPage = (type: PageType = 2, terminal: Terminal = 3): Page => ({
  terminal,
  type,
  settings: {},
  share: {},
  value: {},
})

/** Exactly one of colour and picture is the background. */
export function withBackground(settings: Page['settings']): Page['settings'] {
  const isColour = settings.pageColor ?? true
  const isPicture = settings.pagePic ?? false
  const { pagePic: _, pageColor: __, ...others } = settings
  return isColour !== isPicture ? settings : others
}

/** The keys of a page in order. */
export const keysOf = (value: ComponentMap): string[] => Object.keys(value).sort()

/** The components of a page in order. */
export function componentsOf({ value }: Pick<Page, 'value'>): Component[] {
  const known = ordered.get(value)
  if (known) return known
  const components = keysOf(value).flatMap((key) => value[key] ?? [])
  ordered.set(value, components)
  return components
}
const ordered = new WeakMap<ComponentMap, Component[]>()

/** The size of a page's components as JSON; each component is measured once. */
export function bytesOf(page: Pick<Page, 'value'>): number {
  return componentsOf(page).reduce((sum, component) => sum + sizeOf(component), 2)
}
const sizes = new WeakMap<Component, number>()
function sizeOf(component: Component): number {
  const known = sizes.get(component)
  if (known !== undefined) return known
  // With its key, quotes, colon and comma.
  const size = new TextEncoder().encode(JSON.stringify(component)).length + 20
  sizes.set(component, size)
  return size
}

/**
 * A page with the given components in their order: the smallest of the given keys are dealt out to them. Keys that are missing
 * follow the greatest one.
 */
export function dealt(keys: Iterable<string>, components: readonly Component[]): ComponentMap {
  const sorted = [...new Set(keys)].sort()
  const ids = new Set(components.map(({ id }) => id))
  for (let next = Number(sorted.at(-1) ?? FIRST_KEY); sorted.length < components.length; )
    if (!ids.has(`c${keyOf(++next)}`)) sorted.push(keyOf(next))
  return Object.fromEntries(components.map((component, index) => [sorted[index], component]))
}

const KEY_LENGTH = 16
const FIRST_KEY = 1e15
export const isKey = (text: string): boolean => /^[1-9]\d{15}$/.test(text) && Number(text) < Number.MAX_SAFE_INTEGER
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && text[0] === 'c' && isKey(text.slice(1))
const keyOf = (number: number) => String(number).padStart(KEY_LENGTH, '0')

/** The key for a component that is added now. @param chance 0 to 1 */
export const stampOf = (now: Date, chance: number): number => now.getTime() * 1000 + Math.floor(chance * 1000)

/** The first key from a stamp on that is neither a key nor the origin of an id; reordering gives components other keys. */
export function freeKey(stamp: number, taken: ReadonlySet<string>): string {
  let next = Math.max(stamp, FIRST_KEY)
  while (taken.has(keyOf(next))) next++
  return keyOf(next)
}

/** The keys of a page and those that its ids were made of. */
export const takenKeys = (page: Pick<Page, 'value'>): Set<string> =>
  new Set([...keysOf(page.value), ...componentsOf(page).map(({ id }) => id.slice(1))])
