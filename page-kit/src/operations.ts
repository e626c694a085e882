import { Refusal } from '@zhanggui/domain/errors.ts'
import {
  cleanComponent,
  isSameComponent,
  newComponent,
  type Part,
  parts,
  sparseComponent,
  valuesOf,
} from './component.ts'
import type { Row } from './diff.ts'
import {
  bytesOf,
  type Component,
  componentsOf,
  dealt,
  freeKey,
  keysOf,
  MAX_BYTES,
  type Page,
  type Settings,
  type Share,
  settingFields,
  shareFields,
  takenKeys,
  withBackground,
} from './page.ts'
import { placed, placeOf, rangeOf, refusalOf, whyNotAdd } from './placement.ts'
import { definitionOf, titleOf } from './registry.ts'
import { cleaned, isSame, type Path, sparse, withValue } from './values.ts'

/** What an operation makes: the page, and which components are selected afterwards; the page itself if there are none. */
export type Change = { page: Page; ids: string[] }

const TOO_LARGE = '页面内容过大（上限1MB）'

/** The page with other components; the very same page where nothing differs. */
function withComponents(
  page: Page,
  components: readonly Component[],
  keys: Iterable<string> = keysOf(page.value),
): Page {
  const before = componentsOf(page)
  if (components.length === before.length && components.every((each, index) => each === before[index])) return page
  const next = { ...page, value: dealt(keys, components) }
  if (bytesOf(next) > MAX_BYTES && bytesOf(next) > bytesOf(page)) throw new Refusal(TOO_LARGE, 'TOO_LARGE')
  return next
}

type Adding = {
  type: string
  /** Where among all components; its zone decides where it differs. At the end of its zone, if left out. */
  index?: number
  /** The selected component, behind which it comes if that stands in the same zone. */
  after?: string
  preset?: { props?: Component['props']; box?: Component['box']; rule?: Component['rule'] }
  /** From `stampOf`. */
  stamp: number
}

/** @throws {Refusal} when the page takes no further one */
export function add(page: Page, { type, index, after, preset, stamp }: Adding): Change {
  const definition = definitionOf(type)
  const reason = definition ? whyNotAdd(page, type) : '未知组件'
  if (!definition || reason) throw new Refusal(reason ?? '')
  const key = freeKey(stamp, takenKeys(page))
  const component = newComponent(definition, key, preset)
  return { page: inserted(page, [component], [key], index ?? indexAfter(page, after, type)), ids: [component.id] }
}

/** Behind the selected component, if that stands in the zone of the type. */
function indexAfter(page: Page, id: string | undefined, type: string): number | undefined {
  const at = componentsOf(page).findIndex((each) => each.id === id && placeOf(each.type) === placeOf(type))
  return at < 0 ? undefined : at + 1
}

/** Each goes to the index or to the nearest place that its zone has. */
function inserted(page: Page, added: readonly Component[], keys: readonly string[], index?: number): Page {
  const components = [...componentsOf(page)]
  let wanted = index ?? components.length
  for (const component of added) {
    const [first, last] = rangeOf(components, component.type)
    const at = Math.min(last, Math.max(first, wanted))
    components.splice(at, 0, component)
    wanted = Math.max(wanted, at) + 1
  }
  return withComponents(page, components, [...keysOf(page.value), ...keys])
}

/** Hides all of them if one is shown, else shows all. */
export function toggle(page: Page, ids: readonly string[]): Change {
  const chosen = new Set(ids)
  const isShow = !componentsOf(page).some((component) => chosen.has(component.id) && component.isShow)
  const components = componentsOf(page).map((each) =>
    chosen.has(each.id) && each.isShow !== isShow ? { ...each, isShow } : each,
  )
  return { page: withComponents(page, components), ids: [...ids] }
}

/** Removes components with the keys they have; then the next one, else the one before is selected. */
export function remove(page: Page, ids: readonly string[]): Change {
  const components = componentsOf(page)
  const left = components.filter(({ id }) => !ids.includes(id))
  const at = components.findIndex(({ id }) => ids.includes(id))
  const next = left[at] ?? left[at - 1]
  if (left.length === components.length) return { page, ids: [] }
  const kept = Object.entries(page.value).filter(([, { id }]) => !ids.includes(id))
  return { page: { ...page, value: Object.fromEntries(kept) }, ids: next ? [next.id] : [] }
}

/** Moves components to an index among all, within their zones; the existing keys are redistributed. */
export function reorder(page: Page, ids: readonly string[], index: number): Change {
  const components = componentsOf(page)
  const moved = components.filter(({ id }) => ids.includes(id))
  const before = components.slice(0, Math.max(0, index)).filter(({ id }) => !ids.includes(id))
  const behind = components.slice(Math.max(0, index)).filter(({ id }) => !ids.includes(id))
  return { page: withComponents(page, placed([...before, ...moved, ...behind])), ids: [...ids] }
}

/**
 * Changes one value of a component; what does not fit its field is clamped or left out.
 * @param path `['props', 'slides', 0, 'link']`, or `['anchor']` and other heads
 */
export function update(page: Page, id: string, path: Path, value: unknown): Change {
  return changed(page, id, (component) => {
    const [part, ...rest] = path
    if (!isPart(part)) return isHead(part) && !rest.length ? { ...component, [part]: value } : component
    return { ...component, [part]: withValue(valuesOf(component)[part], rest, value) }
  })
}

const isPart = (word: unknown): word is Part => parts.includes(word as Part)
const isHead = (word: unknown): word is 'alias' | 'anchor' | 'track' =>
  ['alias', 'anchor', 'track'].includes(word as string)

function changed(page: Page, id: string, change: (component: Component) => Component): Change {
  const components = componentsOf(page).map((component) => {
    if (component.id !== id) return component
    const next = sparseComponent(cleanComponent(change(component)))
    return isSameComponent(component, next) ? component : next
  })
  return { page: withComponents(page, components), ids: [id] }
}

/** A name of the component for staff; '' for its title. */
export const rename = (page: Page, id: string, alias: string): Change => update(page, id, ['alias'], alias.trim())

/** Gives a component the values of a new one; who sees it, its name and its anchor stay. */
export const reset = (page: Page, id: string): Change =>
  changed(page, id, (component) => ({ ...component, props: {}, box: {} }))

/** Removes all components; the settings stay. */
export const clear = (page: Page): Change =>
  remove(
    page,
    componentsOf(page).map(({ id }) => id),
  )

/** Changes a setting of the page. Of colour and picture as its background, exactly one is on. */
export function set<Key extends keyof Settings>(page: Page, key: Key, value: Settings[Key]): Change {
  const other = key === 'pageColor' ? 'pagePic' : key === 'pagePic' ? 'pageColor' : undefined
  const given = { ...page.settings, [key]: value, ...(other && { [other]: !value }) }
  const settings = withBackground(sparse(settingFields, cleaned(settingFields, given)))
  return { page: isSame(settings, sparse(settingFields, page.settings)) ? page : { ...page, settings }, ids: [] }
}

/** Changes the card that is shared. */
export function setShare<Key extends keyof Share>(page: Page, key: Key, value: Share[Key]): Change {
  const share = sparse(shareFields, cleaned(shareFields, { ...page.share, [key]: value }))
  return { page: isSame(share, sparse(shareFields, page.share)) ? page : { ...page, share }, ids: [] }
}

/**
 * Puts copies in: each with a new key and id, and without an anchor, which is there once.
 * @returns also what the page does not take, with the reason
 */
export function paste(
  page: Page,
  components: readonly Component[],
  { index, stamp }: { index?: number; stamp: number },
): Change & { refused: { title: string; reason: string }[] } {
  const taken = takenKeys(page)
  const there = componentsOf(page)
  const copies: Component[] = []
  const keys: string[] = []
  const refused: { title: string; reason: string }[] = []
  for (const component of components) {
    const types = [...there, ...copies].map(({ type }) => type)
    const reason = refusalOf(page, types, component.type, there.filter(({ isShow }) => !isShow).length)
    if (reason) {
      refused.push({ title: component.alias || titleOf(component.type), reason })
      continue
    }
    const key = freeKey(stamp, taken)
    taken.add(key)
    keys.push(key)
    copies.push(cleanComponent({ ...component, id: `c${key}`, anchor: '' }))
  }
  return { page: inserted(page, copies, keys, index), ids: copies.map(({ id }) => id), refused }
}

/** Copies of components behind the last of them. @throws {Refusal} when the page takes none of them */
export function duplicate(page: Page, ids: readonly string[], stamp: number): Change {
  const components = componentsOf(page)
  const chosen = components.filter(({ id }) => ids.includes(id))
  const index = components.findLastIndex(({ id }) => ids.includes(id)) + 1
  const { refused, ...change } = paste(page, chosen, { index, stamp })
  const [first] = refused
  if (first && refused.length === chosen.length) throw new Refusal(first.reason)
  return change
}

/** Takes the style of another component: its box, and what both types have of the tab 样式. */
export function pasteStyle(page: Page, id: string, source: Component): Change {
  return changed(page, id, (component) => {
    const [own, other] = [definitionOf(component.type), definitionOf(source.type)]
    if (!own || !other) return component
    const values = valuesOf(source)
    const isStyle = own === other
    return { ...component, box: values.box, ...(isStyle && { props: styled(component, source) }) }
  })
}

function styled(component: Component, source: Component): Component['props'] {
  const fields = Object.entries(definitionOf(component.type)?.props.properties ?? {})
  const keys = fields.filter(([, field]) => (field as { tab?: string }).tab === 'style').map(([key]) => key)
  return { ...component.props, ...Object.fromEntries(keys.map((key) => [key, valuesOf(source).props[key]])) }
}

/** Puts a shared block where the component was; its key and id stay. @throws {Refusal} for what does not lie in the flow */
export function toBlock(page: Page, id: string, blockId: number): Change {
  return changed(page, id, (component) => {
    if (placeOf(component.type) !== placeOf('sharedBlock') || component.type === 'sharedBlock')
      throw new Refusal(`${titleOf(component.type)}不能存为公共模块`)
    return { ...component, type: 'sharedBlock', v: 1, props: { blockIds: [blockId] } }
  })
}

/** Puts the component of a block where the block was, to be changed on this page alone. */
export function detach(page: Page, id: string, { type, v, props, box }: Component): Change {
  refuseBeside(page, id, type)
  return changed(page, id, (component) => ({ ...component, type, v, props, box }))
}

/** @throws {Refusal} when a component may not become one of a type beside the others */
function refuseBeside(page: Page, id: string, type: string): void {
  const others = componentsOf(page).filter((component) => component.id !== id)
  const types = others.map((component) => component.type)
  const reason = refusalOf(page, types, type)
  if (reason) throw new Refusal(reason)
}

/** Another document in place of the page's own: one step for the history. */
export const replaceAll = (
  page: Page,
  { settings, share, value }: Pick<Page, 'settings' | 'share' | 'value'>,
): Change => ({
  page: { ...page, settings, share, value },
  ids: [],
})

/**
 * Puts one difference back as it is in the other page.
 * @param row of `diffPages(live, page)`
 * @throws {Refusal} when the page no longer takes what comes back
 */
export function revert(page: Page, live: Page, row: Row): Change {
  switch (row.kind) {
    case 'setting':
      return setBack(page, live, row.path[1] as keyof Settings)
    case 'share':
      return setShare(page, row.path[1] as keyof Share, row.from as never)
    case 'added':
      return remove(page, [row.id])
    case 'removed':
      return putBack(page, live, row.id)
    case 'moved':
      return moveBack(page, live, row.id)
    default:
      if (row.path[0] === 'type') refuseBeside(page, row.id, String(row.from))
      return changed(page, row.id, (component) => valueBack(component, live, row))
  }
}

function setBack(page: Page, live: Page, key: keyof Settings): Change {
  const { [key]: _, ...others } = page.settings
  const background = ['pageColor', 'pagePic']
  const keys = background.includes(key) ? (background as (keyof Settings)[]) : [key]
  const before = Object.fromEntries(
    keys.flatMap((each) => (each in live.settings ? [[each, live.settings[each]]] : [])),
  )
  const rest = Object.fromEntries(Object.entries(others).filter(([each]) => !keys.includes(each as keyof Settings)))
  return { page: { ...page, settings: { ...rest, ...before } }, ids: [] }
}

function valueBack(component: Component, live: Page, { path }: Row): Component {
  const before = componentsOf(live).find(({ id }) => id === component.id)
  const [part, key] = path
  if (!before) return component
  if (isPart(part))
    return { ...component, [part]: { ...component[part], [key as string]: valuesOf(before)[part][key as string] } }
  // Of another type since: all of it, as its values mean nothing to the other.
  return part === 'type' ? before : { ...component, [part as 'isShow']: before[part as 'isShow'] }
}

/** The index behind the nearest component that stands before another in the live page. */
function indexBehind(components: readonly Component[], live: Page, id: string): number {
  const order = componentsOf(live).map((component) => component.id)
  const there = new Set(components.map((component) => component.id))
  const last = order.slice(0, order.indexOf(id)).findLast((each) => there.has(each))
  return components.findIndex((component) => component.id === last) + 1
}

function putBack(page: Page, live: Page, id: string): Change {
  const [key, component] = Object.entries(live.value).find(([, each]) => each.id === id) ?? []
  const components = componentsOf(page)
  if (!key || !component || components.some((each) => each.id === id)) return { page, ids: [] }
  const types = components.map(({ type }) => type)
  const reason = refusalOf(page, types, component.type)
  if (reason) throw new Refusal(reason)
  const free = freeKey(Number(key), takenKeys(page))
  return { page: inserted(page, [component], [free], indexBehind(components, live, id)), ids: [id] }
}

function moveBack(page: Page, live: Page, id: string): Change {
  const components = componentsOf(page)
  const moved = components.find((component) => component.id === id)
  if (!moved) return { page, ids: [] }
  const others = components.filter((component) => component !== moved)
  return { page: withComponents(page, placed(others.toSpliced(indexBehind(others, live, id), 0, moved))), ids: [id] }
}
