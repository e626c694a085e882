import { contrast } from '@zhanggui/domain/colour.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { cleanComponent, partFields, parts, valuesOf } from './component.ts'
import type { Definition } from './define.ts'
import { type Field, type Image, type RefKind, refTitles } from './fields.ts'
import { parseLink } from './links/links.ts'
import { migratePage } from './migrate.ts'
import {
  bytesOf,
  type Component,
  type ComponentMap,
  componentsOf,
  isId,
  isKey,
  keysOf,
  MAX_BYTES,
  MAX_COMPONENTS,
  type Page,
  settingFields,
  shareFields,
  withBackground,
} from './page.ts'
import { placementFaults } from './placement.ts'
import { refsOf } from './refs.ts'
import { definitionOf, titleOf } from './registry.ts'
import { type Cleaning, cleaned, isObject, isSame, type Path, sparse, walk } from './values.ts'

export type Issue = {
  level: 'error' | 'warning'
  /** '' for the page itself. */
  componentId: string
  /** Of the field, such as `['props', 'slides', 0, 'image']`. */
  path: Path
  code: string
  message: string
}

// The draft: what may be stored.

const NO_PAGE = '文件不是有效的页面数据'
const MAX_ADDED_KEYS = 50

/**
 * Reads a document that somebody sent: numbers are clamped, texts cut, addresses and colours that are none left out, keys that
 * nobody knows dropped. Components of unknown types stay as they are.
 * @returns the page in the format of today, which passes the draft check but for its limits
 * @throws {BadInput} when it is no page, or has two components of one id
 */
export function readPage(
  given: { settings?: unknown; share?: unknown; value?: unknown },
  { terminal, type }: Pick<Page, 'terminal' | 'type'>,
  how: Cleaning = {},
): Page {
  const part = (value: unknown) =>
    value === undefined ? {} : isObject(value) && !Array.isArray(value) ? value : refuse('settings')
  const value = Object.fromEntries(
    Object.entries(part(given.value)).map(([key, each]) => [key, readComponent(key, each)]),
  )
  const ids = new Set(Object.values(value).map(({ id }) => id))
  if (ids.size < Object.keys(value).length) throw new BadInput('有组件的编号重复', 'value')
  const page = migratePage({
    terminal,
    type,
    settings: withBackground(sparse(settingFields, cleaned(settingFields, part(given.settings), how))),
    share: sparse(shareFields, cleaned(shareFields, part(given.share), how)),
    value: value as ComponentMap,
  })
  const entries = Object.entries(page.value).map(([key, component]) => [key, cleanComponent(component, how)] as const)
  return { ...page, value: Object.fromEntries(entries) }
}

function refuse(field: string): never {
  throw new BadInput(NO_PAGE, field)
}

/** The head of a component, so that all that follows may rely on it; its values are cleaned later. */
function readComponent(key: string, given: unknown): Component {
  const at = `value.${key}`
  if (!isKey(key) || !isObject(given)) return refuse(at)
  const {
    id,
    type,
    v = 1,
    isShow = true,
    alias = '',
    props = {},
    box = {},
    rule = {},
    anchor = '',
    track = '',
    ...others
  } = given
  if (!isId(id) || typeof type !== 'string' || !/^[a-zA-Z]\w{0,39}$/.test(type)) return refuse(at)
  if (!Number.isInteger(v) || (v as number) < 1 || Object.keys(others).length > MAX_ADDED_KEYS) return refuse(at)
  const values = [props, box, rule]
  if (!values.every((each) => isObject(each) && !Array.isArray(each))) return refuse(at)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id,
    type,
    v: v as number,
    isShow: isShow !== false,
    alias: text(alias),
    props: props as Component['props'],
    box: box as Component['box'],
    rule: rule as Component['rule'],
    anchor: text(anchor),
    track: text(track),
  }
}

/** Why a page may not be stored as it is. What {@link readPage} made of something breaks at most the limits. */
export function checkDraft(page: Page): Issue[] {
  const fault = (componentId: string, code: string, message: string): Issue => ({
    level: 'error',
    componentId,
    path: [],
    code,
    message,
  })
  const components = componentsOf(page)
  const ids = new Set(components.map(({ id }) => id))
  const unclean = components.filter((component) => cleanComponent(component) !== component)
  const isUnclean =
    cleaned(settingFields, page.settings) !== page.settings ||
    cleaned(shareFields, page.share) !== page.share ||
    !isSame(withBackground(page.settings), page.settings)
  return [
    ...(bytesOf(page) > MAX_BYTES ? [fault('', 'TOO_LARGE', '页面内容过大（上限1MB）')] : []),
    ...(keysOf(page.value).every(isKey) && [...ids].every(isId) ? [] : [fault('', 'BAD_KEY', NO_PAGE)]),
    ...(ids.size < components.length ? [fault('', 'SAME_ID', '有组件的编号重复')] : []),
    ...placementFaults(page).map(({ id, reason }) => fault(id, 'PLACEMENT', reason)),
    ...(isUnclean ? [fault('', 'VALUE', '页面设置有不能用的值')] : []),
    ...unclean.map((component) => fault(component.id, 'VALUE', `${titleOf(component.type)}有不能用的值`)),
  ]
}

// Publishing: what buyers may see.

/** What of an object decides whether a page may show it. */
export type RefState = 'ok' | 'gone' | 'offShelf' | 'notRunning' | 'unpublished'

export type Facts = {
  /** The state of an object that the page names; 'ok' for one that nobody asked for. */
  stateOf?: (kind: RefKind, id: number) => RefState
  /** The size of a picture in bytes, where it is known. */
  bytesOf?: (url: string) => number | undefined
  /** What a shared block holds. */
  blockOf?: (id: number) => Pick<Component, 'type'> | undefined
  /** Hosts that the mini-program may open. */
  miniHosts?: readonly string[]
  now?: Date
}

const MAX_PICTURE_BYTES = 500 * 1024
const MAX_VIDEOS = 3
const LEAST_CONTRAST = 3

/** What keeps a page from being published (errors), and what staff should know (warnings). Of hidden components all is a warning. */
export function checkPublish(page: Page, facts: Facts = {}): Issue[] {
  const hidden = new Set(
    componentsOf(page)
      .filter(({ isShow }) => !isShow)
      .map(({ id }) => id),
  )
  const issues = [
    ...checkDraft(page),
    ...componentsOf(page).flatMap((component) => componentIssues(component, facts)),
    ...pageIssues(page, facts),
  ]
  return issues.map((issue) => (hidden.has(issue.componentId) ? { ...issue, level: 'warning' } : issue))
}

function componentIssues(component: Component, facts: Facts): Issue[] {
  const definition = definitionOf(component.type)
  const issueAt = (level: Issue['level'], path: Path, code: string, message: string): Issue => ({
    level,
    componentId: component.id,
    path,
    code,
    message,
  })
  if (!definition) return [issueAt('error', [], 'UNKNOWN', '未知组件，只能删除')]
  const values = valuesOf(component)
  const found: Issue[] = []
  for (const part of parts)
    walk(
      partFields(definition, part),
      values[part],
      (path, field, value) => {
        for (const { level, code, message } of fieldFaults(field, value, facts))
          found.push(issueAt(level, path, code, message))
      },
      [part],
    )
  const own = definition.check?.(values.props) ?? []
  return [
    ...found,
    ...own.map(({ level = 'error', path, message }) => issueAt(level, ['props', ...path], 'COMPONENT', message)),
    ...periodFaults(values).map(({ path, message }) => issueAt('error', path, 'PERIOD', message)),
    ...contrastFaults(definition, component).map(({ path, message }) => issueAt('warning', path, 'CONTRAST', message)),
  ]
}

type Found = { level: Issue['level']; code: string; message: string }
const error = (code: string, message: string): Found => ({ level: 'error', code, message })
const warning = (code: string, message: string): Found => ({ level: 'warning', code, message })

function fieldFaults(field: Field, value: unknown, facts: Facts): Found[] {
  const missing = isMissing(field, value) ? [error('REQUIRED', askOf(field))] : []
  return [...missing, ...contentFaults(field, value, facts)]
}

function isMissing({ control, needed, least = 0 }: Field, value: unknown): boolean {
  if (control === 'list') return (value as unknown[]).length < least
  if (!needed) return false
  if (control === 'image') return !(value as Image).url
  if (control === 'html')
    return !/<(?:img|video)\b/i.test(value as string) && !(value as string).replace(/<[^<>]*>|&nbsp;|\s/g, '')
  return Array.isArray(value) ? !value.length : !String(value).trim()
}

/** What is asked of staff where a field is empty. */
function askOf({ control, title, least = 1 }: Field): string {
  switch (control) {
    case 'image':
      return '请上传图片'
    case 'video':
      return '请上传视频'
    case 'link':
      return '请选择链接'
    case 'ids':
    case 'moment':
      return `请选择${title}`
    case 'list':
      return least > 1 ? `${title}至少${least}项` : `请添加${title}`
    default:
      return `请填写${title}`
  }
}

function contentFaults({ control }: Field, value: unknown, { bytesOf: pictureBytes, miniHosts }: Facts): Found[] {
  if (control === 'image') {
    const { url, alt } = value as Image
    const isHeavy = url && (pictureBytes?.(url) ?? 0) > MAX_PICTURE_BYTES
    return [
      ...(url && !alt ? [warning('NO_ALT', '图片没有替代文字')] : []),
      ...(isHeavy ? [warning('HEAVY', '图片超过500KB，打开会慢')] : []),
    ]
  }
  const link = control === 'link' ? parseLink(value as string) : undefined
  if (link?.kind !== 'web') return []
  if (!/^https:/i.test(link.url)) return [warning('NOT_HTTPS', '链接不是https，部分手机打不开')]
  const isKnown = !miniHosts || miniHosts.includes(hostOf(link.url))
  return isKnown ? [] : [warning('MINI_HOST', '链接不在小程序业务域名内，小程序里打不开')]
}

const hostOf = (url: string) => /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/** Ends before beginnings, of components and of pictures. */
function periodFaults({ props, rule }: ReturnType<typeof valuesOf>): { path: Path; message: string }[] {
  const isWrong = (from: unknown, to: unknown) =>
    typeof from === 'string' && typeof to === 'string' && from && to && from >= to
  const message = '结束时间要晚于开始时间'
  const lists = Object.entries(props).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : []).flatMap((item, index) =>
      isObject(item) && isWrong(item.from, item.to) ? [{ path: ['props', key, index, 'to'], message }] : [],
    ),
  )
  return [...lists, ...(isWrong(rule.startTime, rule.endTime) ? [{ path: ['rule', 'endTime'], message }] : [])]
}

/** Words that are hard to read on their ground; only plain colours are compared. */
function contrastFaults(
  { props: { properties } }: Definition,
  component: Component,
): { path: Path; message: string }[] {
  const { props, box } = valuesOf(component)
  const ground = [props.bg, props.tabBg, box.bg].flat().find((each) => typeof each === 'string')
  if (typeof ground !== 'string' || !PLAIN.test(ground)) return []
  return Object.entries(properties as unknown as Record<string, Field>).flatMap(([key, { control, title }]) => {
    const colour = props[key]
    const isText =
      control === 'colour' &&
      typeof colour === 'string' &&
      PLAIN.test(colour) &&
      /颜色/.test(title) &&
      /[cC]olour$/.test(key)
    const isHard = isText && key !== 'frameColour' && contrast(colour, ground) < LEAST_CONTRAST
    return isHard ? [{ path: ['props', key], message: `${title}和背景太接近，看不清` }] : []
  })
}
const PLAIN = /^#[\da-f]{6}$/i

function pageIssues(page: Page, facts: Facts): Issue[] {
  return [
    ...referenceIssues(page, facts),
    ...videoIssues(page, facts),
    ...anchorIssues(page),
    ...popupIssues(page),
    ...settingIssues(page),
  ]
}

function referenceIssues(page: Page, { stateOf = () => 'ok' }: Facts): Issue[] {
  const refs = refsOf(page)
  const offShelf = new Map<string, number>()
  const issues = refs.flatMap(({ kind, id, componentId, path, byLink }): Issue[] => {
    const state = stateOf(kind, id)
    const issue = ({ level, code, message }: Found) => [{ level, componentId, path, code, message }]
    if (state === 'ok') return []
    if (state === 'gone')
      return issue(
        kind === 'coupon' ? warning('GONE', '优惠券已删除') : error('GONE', `引用的${refTitles[kind]}已删除`),
      )
    if (state === 'unpublished') return issue(warning('UNPUBLISHED', `链接的${refTitles[kind]}还没有发布`))
    if (state === 'notRunning') return issue(warning('NOT_RUNNING', `${refTitles[kind]}未开始或已结束`))
    if (byLink) return issue(warning('OFF_SHELF', '链接的商品已下架'))
    offShelf.set(componentId, (offShelf.get(componentId) ?? 0) + 1)
    return []
  })
  const skipped = [...offShelf].map(
    ([componentId, count]): Issue => ({
      ...warning('OFF_SHELF', `${count}件商品已下架，不会显示`),
      componentId,
      path: ['props', 'productIds'],
    }),
  )
  return [...issues, ...skipped]
}

/** Blocks count as what they hold. */
function videoIssues(page: Page, { blockOf }: Facts): Issue[] {
  const shown = componentsOf(page).filter(({ isShow }) => isShow)
  const videos = shown.filter(
    (component) =>
      component.type === 'video' ||
      (component.type === 'sharedBlock' &&
        blockOf?.(refsOf({ ...page, value: { 1: component } })[0]?.id ?? 0)?.type === 'video'),
  )
  const most = definitionOf('video')?.most ?? MAX_COMPONENTS
  const last = videos.at(-1)?.id ?? ''
  const at = { componentId: last, path: [] }
  if (videos.length > most) return [{ ...error('PLACEMENT', `视频最多添加${most}个`), ...at }]
  return videos.length > MAX_VIDEOS ? [{ ...warning('VIDEOS', `视频超过${MAX_VIDEOS}个，页面会很慢`), ...at }] : []
}

function anchorIssues(page: Page): Issue[] {
  const seen = new Set<string>()
  return componentsOf(page).flatMap(({ id, anchor }): Issue[] => {
    const isTwice = anchor && seen.has(anchor)
    seen.add(anchor)
    return isTwice
      ? [{ ...warning('ANCHOR', `锚点「${anchor}」重复，跳到前一个`), componentId: id, path: ['anchor'] }]
      : []
  })
}

function popupIssues(page: Page): Issue[] {
  const popups = componentsOf(page).filter(({ type, isShow }) => type === 'popup' && isShow)
  const periodOf = (component: Component) => {
    const { startTime, endTime } = valuesOf(component).rule
    return [startTime || '', endTime || '9'] as [string, string]
  }
  return popups.flatMap((popup, index): Issue[] => {
    const [from, to] = periodOf(popup)
    const isOver = popups.slice(0, index).some((other) => {
      const [start, end] = periodOf(other)
      return start < to && from < end
    })
    return isOver
      ? [
          {
            ...warning('POPUPS', '和另一个弹窗的时间重叠，会接连弹出'),
            componentId: popup.id,
            path: ['rule', 'startTime'],
          },
        ]
      : []
  })
}

function settingIssues({ settings }: Page): Issue[] {
  return settings.pagePic && !settings.pagePicUrl
    ? [{ ...error('REQUIRED', '请上传背景图片'), componentId: '', path: ['settings', 'pagePicUrl'] }]
    : []
}
