import { valuesOf } from './component.ts'
import { type Component, componentsOf, type Page, type Rule } from './page.ts'
import { momentOf } from './period.ts'
import { definitionOf } from './registry.ts'
import { isObject } from './values.ts'

/** What rules need to know about a visitor. */
export type Viewer = {
  isSignedIn: boolean
  /** Has a paid order. */
  hasPaid: boolean
  levelId?: number
  tagIds?: readonly number[]
}

/** The channel that asks; the app counts as neither, and sees what both see. */
export type Channel = 'routine' | 'h5' | 'app'

export const visitor: Viewer = { isSignedIn: false, hasPaid: false }

/** Moments are half-open, as those of activities: from the first second to just before the last. */
function isWithin(from: unknown, to: unknown, now: Date): boolean {
  const [start, end] = [momentOf(from), momentOf(to)]
  return (!start || start <= now) && (!end || now < end)
}

function isAudience({ audience, levelIds, tagIds }: Rule, viewer: Viewer): boolean {
  switch (audience) {
    case 'guest':
      return !viewer.isSignedIn
    case 'member':
      return viewer.isSignedIn
    // Whoever has not signed in may be new, too.
    case 'new':
      return !viewer.hasPaid
    case 'paid':
      return viewer.hasPaid
    case 'level':
      return viewer.levelId !== undefined && levelIds.includes(viewer.levelId)
    case 'tag':
      return tagIds.some((id) => viewer.tagIds?.includes(id))
    default:
      return true
  }
}

/** Whether a component is shown to somebody now. */
export function applies(rule: Rule, viewer: Viewer, channel: Channel, now: Date): boolean {
  const isChannel = channel === 'app' || rule.terminals.includes(channel)
  return isChannel && isWithin(rule.startTime, rule.endTime, now) && isAudience(rule, viewer)
}

/** Items of pictures that are switched off, over, or yet to come. */
const isItemShown = (item: { show?: unknown; from?: unknown; to?: unknown }, now: Date): boolean =>
  item.show !== false && isWithin(item.from, item.to, now)

/** What the rules of a page evaluate to for a visitor: visitors with equal results see the same page. */
export const answersOf = (page: Page, viewer: Viewer): string =>
  componentsOf(page)
    .map((component) => valuesOf(component).rule as Rule)
    .filter(({ audience }) => audience !== 'all')
    .map((rule) => (isAudience(rule, viewer) ? '1' : '0'))
    .join('')

export type Shown = {
  id: string
  type: string
  v: number
  props: Record<string, unknown>
  box: Record<string, unknown>
  anchor: string
  track: string
}

type Asked = {
  viewer?: Viewer
  channel: Channel
  now: Date
  /** What shared blocks hold; a block without is left out. */
  blockOf?: (id: number) => Pick<Component, 'type' | 'v' | 'props' | 'box'> | undefined
}

/**
 * The components of a page that somebody gets to see now, with all their values, defaults included: without hidden ones, those of
 * unknown types or for others, and without items that are not shown; shared blocks as what they hold.
 * @returns also the next moment at which that may be different, and whether it depends on who looks
 */
export function shownOf(page: Page, { viewer = visitor, channel, now, blockOf = () => undefined }: Asked) {
  const living = componentsOf(page)
    .flatMap((component) => (component.type === 'sharedBlock' ? heldBy(component, blockOf) : component))
    .filter(isServed)
  const shown = living.filter((component) => applies(valuesOf(component).rule as Rule, viewer, channel, now))
  return {
    components: shown.map((component) => servedOf(component, now)),
    nextChangeAt: momentsOf(living).find((moment) => moment > now),
    personal: living.some(isPersonal),
  }
}

/** What a block holds, under the id and the rule that it has on the page. */
function heldBy(block: Component, blockOf: NonNullable<Asked['blockOf']>): Component[] {
  const [id] = valuesOf(block).props.blockIds as number[]
  const held = id === undefined ? undefined : blockOf(id)
  return held ? [{ ...block, type: held.type, v: held.v, props: held.props, box: held.box }] : []
}

function isServed({ type, isShow }: Component): boolean {
  return isShow && definitionOf(type) !== undefined
}

const isPersonal = (component: Component): boolean =>
  valuesOf(component).rule.audience !== 'all' || definitionOf(component.type)?.source === 'user'

function servedOf(component: Component, now: Date): Shown {
  const { id, type, v, anchor, track } = component
  const { props, box } = valuesOf(component)
  return { id, type, v, props: withoutUnshown(props, now), box, anchor, track }
}

/** Without items that are not shown now; the items keep nothing of why. */
function withoutUnshown(props: Record<string, unknown>, now: Date): Record<string, unknown> {
  const isTimed = (value: unknown): value is { show: unknown }[] =>
    Array.isArray(value) && value.some((item) => isObject(item) && 'show' in item && 'from' in item)
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      isTimed(value) ? value.filter((item) => isItemShown(item, now)) : value,
    ]),
  )
}

/** All moments at which something of the components begins or ends, the earliest first. */
function momentsOf(components: readonly Component[]): Date[] {
  const texts = components.flatMap((component) => {
    const { props, rule } = valuesOf(component)
    const items = Object.values(props).flatMap((value) => (Array.isArray(value) ? value.filter(isObject) : []))
    return [rule.startTime, rule.endTime, ...items.flatMap((item) => [item.from, item.to])]
  })
  return texts.flatMap((text) => momentOf(text) ?? []).sort((one, other) => one.getTime() - other.getTime())
}
