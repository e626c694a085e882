import { isSameComponent } from './component.ts'
import { migratePage } from './migrate.ts'
import { type Component, componentsOf, dealt, keysOf, type Page, settingFields, shareFields } from './page.ts'
import { admitted, placed } from './placement.ts'
import { filled, isSame, sparse } from './values.ts'

export type Side = 'mine' | 'theirs'

/** What both changed, for a person to decide: `key` names it in the choices. */
export type Conflict =
  | { kind: 'component'; key: string; id: string; mine: Component | undefined; theirs: Component | undefined }
  | { kind: 'order'; key: 'order' }
  | { kind: 'setting' | 'share'; key: string; fields: string[] }
  /** Together they break a limit: of the side that is not chosen, these are left out. */
  | { kind: 'limit'; key: 'limit'; ids: string[]; reason: string }

export type Merged = { page: Page; conflicts: Conflict[] }

/**
 * Merges what two people made of one page. Components by their ids: changes of different ones and of different settings come
 * together; a component that both changed is a conflict, and so are two orders, and what together breaks a limit.
 * @param choices for the keys of conflicts; theirs without one. The page is sound whatever is chosen
 */
export function mergePages(base: Page, mine: Page, theirs: Page, choices: Readonly<Record<string, Side>> = {}): Merged {
  const three = [base, mine, theirs].map(migratePage) as [Page, Page, Page]
  const components = mergeComponents(three, choices)
  const order = mergeOrder(three, components.kept, choices)
  const limits = keepLimits(three, order.components, choices)
  const settings = mergeValues(
    'setting',
    settingFields,
    three.map((page) => page.settings),
    choices,
  )
  const share = mergeValues(
    'share',
    shareFields,
    three.map((page) => page.share),
    choices,
  )
  const keys = [...keysOf(mine.value), ...keysOf(theirs.value)]
  return {
    page: {
      ...three[2],
      settings: settings.values as Page['settings'],
      share: share.values as Page['share'],
      value: dealt(keys, limits.components),
    },
    conflicts: [
      ...components.conflicts,
      ...order.conflicts,
      ...limits.conflicts,
      ...settings.conflicts,
      ...share.conflicts,
    ],
  }
}

type Three = [base: Page, mine: Page, theirs: Page]

const byId = (page: Page) => new Map(componentsOf(page).map((component) => [component.id, component]))

const isEqual = (one: Component | undefined, other: Component | undefined) =>
  one === other || (one !== undefined && other !== undefined && isSameComponent(one, other))

function mergeComponents([base, mine, theirs]: Three, choices: Readonly<Record<string, Side>>) {
  const [old, own, other] = [byId(base), byId(mine), byId(theirs)]
  const conflicts: Conflict[] = []
  const kept = new Map<string, Component>()
  for (const id of new Set([...old.keys(), ...own.keys(), ...other.keys()])) {
    const [before, one, two] = [old.get(id), own.get(id), other.get(id)]
    const isConflict = !isEqual(one, two) && !isEqual(before, one) && !isEqual(before, two)
    if (isConflict) conflicts.push({ kind: 'component', key: id, id, mine: one, theirs: two })
    const side = isConflict ? (choices[id] ?? 'theirs') : isEqual(before, two) && !isEqual(one, two) ? 'mine' : 'theirs'
    const component = side === 'mine' ? one : two
    if (component) kept.set(id, component)
  }
  return { kept, conflicts }
}

function mergeOrder(
  [base, mine, theirs]: Three,
  kept: ReadonlyMap<string, Component>,
  choices: Readonly<Record<string, Side>>,
) {
  const [own, other, old] = [mine, theirs, base].map((page) =>
    componentsOf(page)
      .map(({ id }) => id)
      .filter((id) => kept.has(id)),
  )
  const [ownIds, otherIds] = [new Set(own), new Set(other)]
  const common = (ids: readonly string[] = []) => ids.filter((id) => ownIds.has(id) && otherIds.has(id))
  const [inMine, inTheirs, before] = [common(own), common(other), common(old)]
  const isConflict = !isSame(inMine, inTheirs) && !isSame(inMine, before) && !isSame(inTheirs, before)
  const isMine = isConflict ? choices.order === 'mine' : isSame(inTheirs, before)
  const order = isMine ? inMine : inTheirs
  const runs = [...runsOf(own ?? [], otherIds), ...runsOf(other ?? [], ownIds)].sort((one, two) =>
    (one.ids[0] ?? '') < (two.ids[0] ?? '') ? -1 : 1,
  )
  const behind = (anchor: string) => runs.filter((run) => run.anchor === anchor).flatMap((run) => run.ids)
  const ids = ['', ...order].flatMap((id) => [...(id ? [id] : []), ...behind(id)])
  return {
    components: placed(ids.flatMap((id) => kept.get(id) ?? [])),
    conflicts: isConflict ? [{ kind: 'order', key: 'order' } as const] : [],
  }
}

/** What only one side has, each stretch with the component before it that both have; '' for the beginning. */
function runsOf(ids: readonly string[], others: ReadonlySet<string>): { anchor: string; ids: string[] }[] {
  const runs: { anchor: string; ids: string[] }[] = [{ anchor: '', ids: [] }]
  for (const id of ids)
    if (others.has(id)) runs.push({ anchor: id, ids: [] })
    else runs.at(-1)?.ids.push(id)
  return runs.filter((run) => run.ids.length)
}

/** Where the two together have too much, the components of the chosen side come first. */
function keepLimits(
  [, mine, theirs]: Three,
  components: readonly Component[],
  choices: Readonly<Record<string, Side>>,
) {
  const chosen = byId(choices.limit === 'mine' ? mine : theirs)
  const [own, others] = [components.filter(({ id }) => chosen.has(id)), components.filter(({ id }) => !chosen.has(id))]
  const { taken, refused } = admitted(theirs, [...own, ...others])
  const [first] = refused
  if (!first) return { components: [...components], conflicts: [] }
  const conflict: Conflict = {
    kind: 'limit',
    key: 'limit',
    ids: refused.map(({ component }) => component.id),
    reason: first.reason,
  }
  return { components: components.filter((component) => taken.includes(component)), conflicts: [conflict] }
}

/** Colour and picture are one background, of which exactly one is on. */
const together: Readonly<Record<string, string>> = { pageColor: 'background', pagePic: 'background' }

function mergeValues(
  kind: 'setting' | 'share',
  fields: typeof settingFields,
  three: readonly object[],
  choices: Readonly<Record<string, Side>>,
) {
  const [before = {}, mine = {}, theirs = {}] = three.map((values) => filled(fields, values as Record<string, unknown>))
  const groups = Map.groupBy(Object.keys(fields), (key) => together[key] ?? key)
  const conflicts: Conflict[] = []
  const values: Record<string, unknown> = {}
  for (const [group, keys] of groups) {
    const pick = (given: Record<string, unknown>) => keys.map((key) => given[key])
    const [isMine, isTheirs] = [!isSame(pick(before), pick(mine)), !isSame(pick(before), pick(theirs))]
    const isConflict = isMine && isTheirs && !isSame(pick(mine), pick(theirs))
    const key = `${kind}.${group}`
    if (isConflict) conflicts.push({ kind, key, fields: keys })
    const side = isConflict ? choices[key] : isMine ? 'mine' : 'theirs'
    for (const each of keys) values[each] = (side === 'mine' ? mine : theirs)[each]
  }
  return { values: sparse(fields, values), conflicts }
}
