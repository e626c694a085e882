import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import { dirtyPaths, mayLeave } from '../../kit/page/dirty-guard.ts'
import { followAddress, go } from '../../kit/page/go.ts'
import { usePageNames } from '../../kit/page/page-names.ts'
import { useSettings } from '../../kit/settings/settings.ts'
import { useSize } from '../../kit/settings/size.ts'
import {
  close,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  keepPermitted,
  noTabs,
  type Place,
  readdress,
  refresh,
  refreshAll,
  renameTab,
  reorder,
  restoreTabs,
  storedTabs,
  type TabsChange,
  type TabsState,
  tabOf,
  tabsKey,
  visit,
  withAffixed,
} from './tabs-state.ts'

/** The tabs, and which of their pages are kept alive. */
export const useTabs = create<TabsState>(() => noTabs)

/** The user whose tabs have been restored after the reload. */
let owner: number | undefined

/** Updates the tabs to the permitted pages; the first time restores those from before the reload. */
function followMenus() {
  const { state, records } = useMenus.getState()
  const { user } = useSession.getState()
  if (state === 'loaded' && user && user.id !== owner) {
    owner = user.id
    const stored = useSettings.getState().rememberTabs ? readStored(tabsKey(user.id)) : null
    useTabs.setState(restoreTabs(stored, records))
  } else useTabs.setState((tabs) => withAffixed(keepPermitted(tabs, records), records))
}

useMenus.subscribe(followMenus)
followMenus()

function storeTabs() {
  if (owner === undefined) return
  try {
    if (useSettings.getState().rememberTabs) sessionStorage.setItem(tabsKey(owner), storedTabs(useTabs.getState()))
    else sessionStorage.removeItem(tabsKey(owner))
  } catch {
    // Without storage the tabs last until the window is left.
    return
  }
}

useTabs.subscribe(storeTabs)
useSettings.subscribe(({ rememberTabs }, before) => rememberTabs !== before.rememberTabs && storeTabs())

function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Clears the stored tabs for the next user who signs in here. */
export function forgetTabs() {
  if (owner === undefined) return
  const key = tabsKey(owner)
  owner = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Where storage is forbidden, nothing was stored.
    return
  }
}

/** The current page, or the previous one during a re-entry. */
let here = { path: '', pathname: '', fullPath: '' }

/** Records that a page is shown. */
export function visitPage(match: RouteMatch, place: Place) {
  if (!match.path.startsWith('/redirect/'))
    here = { path: match.path, pathname: place.pathname, fullPath: match.path + place.search + place.hash }
  const tab = tabOf(match, place)
  if (tab) useTabs.setState((tabs) => visit(tabs, tab, dirtyPaths()))
}

// A filter set just before a page is left or redrawn may never be drawn, and holds all the same.
followAddress((place) => {
  const fullPath = here.path + place.search + place.hash
  if (place.pathname !== here.pathname || fullPath === here.fullPath) return
  here = { ...here, fullPath }
  useTabs.setState((tabs) => readdress(tabs, here.path, place))
})

export const closeTab = (path: string) => perform((tabs) => close(tabs, path, here.path))
/** Goes to another page and closes this page's tab, as when a form is done. */
export function leaveTab(path: string, to: string) {
  go(to)
  useTabs.setState((tabs) => close(tabs, path, '').state)
}

export const closeOtherTabs = (path: string) => perform((tabs) => closeOthers(tabs, path, here.path))
export const closeTabsLeft = (path: string) => perform((tabs) => closeLeft(tabs, path, here.path))
export const closeTabsRight = (path: string) => perform((tabs) => closeRight(tabs, path, here.path))
export const closeAllTabs = () => perform((tabs) => closeAll(tabs, here.path))
export const refreshTab = (path: string) => perform((tabs) => refresh(tabs, path), path)

// A new size redraws every page, the current one at once.
useSize.subscribe(({ size }, before) => {
  if (size !== before.size) apply(refreshAll(useTabs.getState(), here.fullPath))
})

// A page that names itself names its tab, which keeps the name while the page is hidden.
usePageNames.subscribe((names, before) => {
  for (const [path, name] of Object.entries(names))
    if (name && name !== before[path]) useTabs.setState((tabs) => renameTab(tabs, path, name.title))
})

export function moveTab(path: string, overPath: string) {
  useTabs.setState((tabs) => reorder(tabs, path, overPath))
}

/** Applies a change of tabs after asking about unsaved input in the pages it drops. */
async function perform(change: (tabs: TabsState) => TabsChange, reopened?: string): Promise<boolean> {
  const before = useTabs.getState()
  if (!(await mayLeave([...endedBy(change(before).state, before), ...(reopened ? [reopened] : [])]))) return false
  apply(change(useTabs.getState()))
  return true
}

function apply({ state, move }: TabsChange) {
  useTabs.setState(state)
  if (move) go(move.to, { replace: move.how === 'replace' })
}

function endedBy(after: TabsState, before: TabsState): string[] {
  const closed = before.visited.filter(({ path }) => !after.visited.some((tab) => tab.path === path))
  return [...closed.map(({ path }) => path), ...before.live.filter((path) => !after.live.includes(path))]
}
