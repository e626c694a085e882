import {
  hasLayout,
  matchRoute,
  menuLink,
  type RouteMatch,
  type RouteParams,
  type RouteRecord,
} from '../../kit/menu/route-records.ts'

/** The parts of the router's location that the shell uses. */
export type Place = { pathname: string; search: string; hash: string }

export type Tab = {
  path: string
  fullPath: string
  query: Readonly<Record<string, string>>
  params: RouteParams
  name: string
  title: string
  meta: { affix: boolean; noCache: boolean }
}

export type TabsState = {
  visited: readonly Tab[]
  /** Names of the views kept while their tab is open. */
  cached: readonly string[]
  /** Paths of the live instances, one each, the least recently shown first. */
  live: readonly string[]
}

export type Move = { how: 'push' | 'replace'; to: string }

/** The state after a change of tabs, and where to navigate, if anywhere. */
export type TabsChange = { state: TabsState; move?: Move }

export const noTabs: TabsState = { visited: [], cached: [], live: [] }

const maxInstances = 20

const NO_TABS = ['/redirect', '/401', '/404']

/**
 * The tab of a page. The helper page /redirect, what stands for a missing page, routes without a name and pages outside the layout, which contains the
 * bar, have none.
 */
export function tabOf(match: RouteMatch, { search, hash }: Place): Tab | undefined {
  const { record, path, params } = match
  if (!record.name || !hasLayout(match) || NO_TABS.includes(path) || path.startsWith('/redirect/')) return undefined
  return {
    path,
    fullPath: path + search + hash,
    query: Object.fromEntries(new URLSearchParams(search)),
    params,
    name: record.name,
    title: record.meta.title || 'no-name',
    meta: { affix: record.meta.affix ?? false, noCache: record.meta.noCache },
  }
}

/** Puts tabs for all affixed routes first, in route order; existing ones stay as they are. */
export function withAffixed(state: TabsState, records: readonly RouteRecord[]): TabsState {
  const missing = affixedLinks(records)
    .map((link) => tabAt(link, records))
    .filter((tab) => tab !== undefined)
    .filter((tab) => !state.visited.some(({ path }) => path === tab.path))
  return { ...state, visited: affixedFirst([...missing, ...state.visited]) }
}

/**
 * Records that a page is shown: adds or updates its tab and, unless its route says noCache, keeps its instance.
 * Beyond 20 instances the least recently shown ones are dropped.
 * @param dirty paths of the tabs with unsaved input, whose instances are never dropped
 */
export function visit(state: TabsState, tab: Tab, dirty: ReadonlySet<string>): TabsState {
  const known = state.visited.some(({ path }) => path === tab.path)
  const visited = known
    ? state.visited.map((open) => (open.path === tab.path ? { ...tab, title: open.title } : open))
    : affixedFirst([...state.visited, tab])
  if (tab.meta.noCache) return { ...state, visited }
  const cached = state.cached.includes(tab.name) ? state.cached : [...state.cached, tab.name]
  const live = [...state.live.filter((path) => path !== tab.path), tab.path]
  return { visited, cached, live: withinLimit(live, new Set([...dirty, tab.path])) }
}

function withinLimit(live: readonly string[], spared: ReadonlySet<string>): string[] {
  const dropped = new Set(live.filter((path) => !spared.has(path)).slice(0, Math.max(0, live.length - maxInstances)))
  return live.filter((path) => !dropped.has(path))
}

/** The paths whose instances stay mounted, each keyed by its path, in addition to the current page. */
export function keepAlive(state: TabsState): readonly string[] {
  return state.live
}

/** Notes the address that the page of a tab has changed to. */
export function readdress(state: TabsState, path: string, { search, hash }: Place): TabsState {
  const query = Object.fromEntries(new URLSearchParams(search))
  const fullPath = path + search + hash
  return { ...state, visited: state.visited.map((tab) => (tab.path === path ? { ...tab, fullPath, query } : tab)) }
}

/** Renames a tab after the object it edits. */
export function renameTab(state: TabsState, path: string, title: string): TabsState {
  return { ...state, visited: state.visited.map((tab) => (tab.path === path ? { ...tab, title } : tab)) }
}

/** Closes one tab and destroys its instance. An affixed tab stays. */
export function close(state: TabsState, path: string, activePath: string): TabsChange {
  const closed = state.visited.find((tab) => tab.path === path)
  if (!closed || closed.meta.affix) return { state }
  const next = keepTabs(state, (tab) => tab !== closed)
  return path === activePath ? { state: next, move: moveAfter(closed, next) } : { state: next }
}

/** Keeps the chosen tab, which becomes active, and the affixed ones. */
export function closeOthers(state: TabsState, path: string, activePath: string): TabsChange {
  const chosen = state.visited.find((tab) => tab.path === path)
  if (!chosen) return { state }
  const next = keepTabs(state, (tab) => tab === chosen || tab.meta.affix)
  return path === activePath ? { state: next } : { state: next, move: { how: 'push', to: chosen.fullPath } }
}

/** Closes the tabs left of the chosen one except affixed ones; it becomes active if the active one was closed. */
export function closeLeft(state: TabsState, path: string, activePath: string): TabsChange {
  return closeSide(state, path, activePath, (index, chosen) => index > chosen)
}

/** Closes the tabs right of the chosen one except affixed ones; it becomes active if the active one was closed. */
export function closeRight(state: TabsState, path: string, activePath: string): TabsChange {
  return closeSide(state, path, activePath, (index, chosen) => index < chosen)
}

function closeSide(
  state: TabsState,
  path: string,
  activePath: string,
  stays: (index: number, chosen: number) => boolean,
): TabsChange {
  const chosen = state.visited.findIndex((tab) => tab.path === path)
  const target = state.visited[chosen]
  if (!target) return { state }
  const next = keepTabs(state, (tab, index) => tab === target || tab.meta.affix || stays(index, chosen))
  return hasTab(next, activePath) ? { state: next } : { state: next, move: { how: 'push', to: target.fullPath } }
}

/** Keeps only the affixed tabs and destroys every instance; leaves the current page if it loses its tab. */
export function closeAll(state: TabsState, activePath: string): TabsChange {
  const next = { ...keepTabs(state, (tab) => tab.meta.affix), live: [] }
  if (hasTab(next, activePath)) return { state: next }
  const active = state.visited.find((tab) => tab.path === activePath)
  return { state: next, move: moveAfter(active, next) }
}

/** Destroys one instance and re-enters its page, which also activates it. */
export function refresh(state: TabsState, path: string): TabsChange {
  const tab = state.visited.find((open) => open.path === path)
  if (!tab) return { state }
  return { state: { ...state, live: state.live.filter((shown) => shown !== path) }, move: reenter(tab.fullPath) }
}

/** Destroys every instance and re-enters the current page, after a change of size. */
export function refreshAll(state: TabsState, activeFullPath: string): TabsChange {
  return { state: { ...state, cached: [], live: [] }, move: reenter(activeFullPath) }
}

/** Drops the tabs of pages that are no longer permitted, with their instances. */
export function keepPermitted(state: TabsState, records: readonly RouteRecord[]): TabsState {
  return keepTabs(state, (tab) => matchRoute(records, tab.path) !== undefined)
}

/** Moves a tab to the position of another; affixed ones stay first. */
export function reorder(state: TabsState, path: string, overPath: string): TabsState {
  const from = state.visited.findIndex((tab) => tab.path === path)
  const to = state.visited.findIndex((tab) => tab.path === overPath)
  const moved = state.visited[from]
  if (!moved || to < 0) return state
  return { ...state, visited: affixedFirst(state.visited.toSpliced(from, 1).toSpliced(to, 0, moved)) }
}

/** The key in sessionStorage of one user's tabs. */
export function tabsKey(userId: string | number): string {
  return `tabs:${userId}`
}

/** The tabs as stored in sessionStorage: URL and title, in order. */
export function storedTabs({ visited }: TabsState): string {
  return JSON.stringify(visited.map(({ fullPath, title }) => ({ fullPath, title })))
}

/**
 * The tabs after a reload: the stored ones that still lead to a permitted page, and the affixed ones.
 * @param stored the output of `storedTabs`, or any other content of the storage
 */
export function restoreTabs(stored: string | null, records: readonly RouteRecord[]): TabsState {
  const visited: Tab[] = []
  for (const { fullPath, title } of parseStored(stored)) {
    const tab = tabAt(fullPath, records)
    if (tab && !visited.some(({ path }) => path === tab.path)) visited.push({ ...tab, title })
  }
  return withAffixed({ ...noTabs, visited }, records)
}

function parseStored(stored: string | null): { fullPath: string; title: string }[] {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(entries) ? entries.filter(isStoredTab) : []
  } catch {
    return []
  }
}

function isStoredTab(entry: unknown): entry is { fullPath: string; title: string } {
  if (typeof entry !== 'object' || entry === null) return false
  return (
    'fullPath' in entry && typeof entry.fullPath === 'string' && 'title' in entry && typeof entry.title === 'string'
  )
}

function tabAt(fullPath: string, records: readonly RouteRecord[]): Tab | undefined {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(fullPath) ?? []
  const match = matchRoute(records, pathname)
  return match && tabOf(match, { pathname, search, hash })
}

function affixedLinks(records: readonly RouteRecord[]): string[] {
  return records.flatMap((record) => {
    const link = record.meta.affix ? menuLink(record) : undefined
    return [...(link ? [link] : []), ...affixedLinks(record.children)]
  })
}

function affixedFirst(tabs: readonly Tab[]): Tab[] {
  return [...tabs.filter((tab) => tab.meta.affix), ...tabs.filter((tab) => !tab.meta.affix)]
}

/** A name stays cached while any open tab has it; instances are dropped with their tab. */
function keepTabs(state: TabsState, stays: (tab: Tab, index: number) => boolean): TabsState {
  const visited = state.visited.filter(stays)
  return {
    visited,
    cached: state.cached.filter((name) => visited.some((tab) => tab.name === name)),
    live: state.live.filter((path) => visited.some((tab) => tab.path === path)),
  }
}

function hasTab({ visited }: TabsState, path: string): boolean {
  return visited.some((tab) => tab.path === path)
}

/** Where to go when the current page lost its tab. */
function moveAfter(closed: Tab | undefined, { visited }: TabsState): Move {
  const last = visited.at(-1)
  if (last) return { how: 'push', to: last.fullPath }
  return closed?.name === 'Dashboard' ? reenter(closed.fullPath) : { how: 'push', to: '/' }
}

function reenter(fullPath: string): Move {
  return { how: 'replace', to: `/redirect${fullPath}` }
}
