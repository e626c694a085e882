import { isExternal } from '@zhanggui/domain/external.ts'
import { menuLink, type RouteMatch, type RouteRecord } from './route-records.ts'

export type SidebarItem = {
  /** The link of a leaf, the full path of a sub-menu. */
  key: string
  title: string
  icon?: string
  badge?: number
  /** Opens in a new window, with `rel="noopener noreferrer"`, and never becomes the active item. */
  external: boolean
  /** Set only for a sub-menu, and then not empty. */
  children?: SidebarItem[]
}

/** Numbers of pending items, by the pages' components. */
export type Badges = Readonly<Record<string, number>>

/**
 * Builds the menu: skips hidden and untitled items and lifts only children.
 * @param badges counts received since the menu was built
 */
export function sidebarItems(records: readonly RouteRecord[], badges: Badges = {}): SidebarItem[] {
  return records.filter((record) => !record.hidden).flatMap((record) => itemsOf(record, badges))
}

function itemsOf(record: RouteRecord, badges: Badges): SidebarItem[] {
  const { title, icon } = record.meta
  const badge = badges[record.component ?? ''] ?? record.meta.badge
  const children = sidebarItems(record.children, badges)
  const [child] = children
  if (!child) {
    const link = menuLink(record)
    return title && link ? [{ key: link, title, icon, badge, external: isExternal(link) }] : []
  }
  if (!record.alwaysShow && children.length === 1 && !child.children) return [{ ...child, icon: child.icon ?? icon }]
  return title ? [{ key: record.fullPath, title, icon, badge, external: false, children }] : children
}

/** The key of the item to mark as active; matches no item when the page is in no menu. */
export function activeKey({ record }: RouteMatch): string | undefined {
  const { activeMenu } = record.meta
  return menuLink(activeMenu ? { ...record, fullPath: activeMenu } : record)
}

/** The keys of the sub-menus around an item, outermost first; they are expanded on load. */
export function ancestorKeys(items: readonly SidebarItem[], key: string | undefined): string[] {
  return ancestorsOf(items, key) ?? []
}

function ancestorsOf(items: readonly SidebarItem[], key: string | undefined): string[] | undefined {
  for (const item of items) {
    if (!item.children) {
      if (item.key === key) return []
      continue
    }
    const within = ancestorsOf(item.children, key)
    if (within) return [item.key, ...within]
  }
  return undefined
}

/**
 * The sub-menus open after the user opened or closed one.
 * @param asked `open` with one key added or removed
 * @param uniqueOpened closes the siblings of the one just opened, with their descendants
 */
export function nextOpenKeys(
  items: readonly SidebarItem[],
  open: readonly string[],
  asked: readonly string[],
  uniqueOpened: boolean,
): string[] {
  const opened = asked.find((key) => !open.includes(key))
  if (!uniqueOpened || opened === undefined) return [...asked]
  const siblings = levelOf(items, opened).filter(({ key }) => key !== opened)
  const closing = new Set(siblings.flatMap(submenuKeys))
  return asked.filter((key) => !closing.has(key))
}

function levelOf(items: readonly SidebarItem[], key: string): readonly SidebarItem[] {
  if (items.some((item) => item.children && item.key === key)) return items
  return items.flatMap(({ children }) => (children ? levelOf(children, key) : []))
}

function submenuKeys({ key, children }: SidebarItem): string[] {
  return children ? [key, ...children.flatMap(submenuKeys)] : []
}

/** The text of an item's badge; undefined when nothing is pending. */
export function badgeText(count: number | undefined): string | undefined {
  if (!count || count < 0) return undefined
  return count > 99 ? '99+' : String(count)
}
