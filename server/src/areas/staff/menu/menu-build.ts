import type { MenuNode } from '@zhanggui/contract/staff/menu.ts'
import type { menus } from './menu.tables.ts'

/** The hidden page that holds the buttons of /dashboard, a fixed route: never a route itself. */
const HOME = '/home'

/** The columns of a menu row that the routes are built from. */
export type BuildRow = Omit<
  typeof menus.$inferSelect,
  'version' | 'createdAt' | 'updatedAt' | 'createdBy' | 'updatedBy'
>

/** The viewer a menu is built for, and the screens this version has. */
export type Viewer = { granted: ReadonlySet<number> | 'all'; screens: ReadonlySet<string> }

/** Whether this version has the row's screen. Staff may name screens of their own. */
export function isAvailable(
  { type, code, component }: Pick<BuildRow, 'type' | 'code' | 'component'>,
  screens: ReadonlySet<string>,
): boolean {
  return type !== 1 || !code || !component || screens.has(component)
}

/**
 * The routes of the console for one viewer (docs/access.md, Menus and screens): granted pages and those that need no permission, with
 * their ancestors. A directory without pages to open is left out; one with only hidden pages is hidden.
 * @param rows every menu row, by sort and id
 */
export function buildMenu(rows: readonly BuildRow[], { granted, screens }: Viewer): MenuNode[] {
  const placed = rows.filter(({ type }) => type !== 2)
  const below = Map.groupBy(placed, ({ pid }) => pid)
  const titles = Map.groupBy(placed, ({ name }) => name)
  const lifted: MenuNode[] = []

  const isOpen = (row: BuildRow) => {
    const leads = row.iframe || (row.type === 1 && row.code !== HOME && isAvailable(row, screens))
    return leads && (granted === 'all' || granted.has(row.id) || !row.permissions.length)
  }
  // Titles may repeat, names may not.
  const titleName = ({ id, name }: BuildRow) => ((titles.get(name)?.length ?? 0) > 1 ? `${name}-${id}` : name)
  const leaf = (row: BuildRow, path: string): MenuNode => ({
    name: row.componentName ?? titleName(row),
    path,
    ...(row.component && { component: row.component }),
    hidden: row.hidden,
    alwaysShow: row.alwaysShow,
    meta: metaOf(row),
  })
  const branch = (row: BuildRow, path: string, children: MenuNode[]): MenuNode => ({
    name: titleName(row),
    path,
    hidden: row.hidden || children.every(({ hidden }) => hidden),
    alwaysShow: row.alwaysShow,
    redirect: 'noredirect',
    meta: metaOf(row),
    children,
  })
  const inside = (row: BuildRow, path: string, open: boolean, children: MenuNode[]): MenuNode[] => {
    if (!children.length) return open ? [leaf(row, path)] : []
    return [open ? { ...leaf(row, path), redirect: 'noredirect', children } : branch(row, path, children)]
  }
  // Top-level rows need the layout: a page becomes its own first child.
  const onTop = (row: BuildRow, path: string, open: boolean, children: MenuNode[]): MenuNode[] => {
    if (children.length) {
      const all = open ? [leaf(row, 'index'), ...children] : children
      return [{ ...branch(row, path, all), component: 'Layout' }]
    }
    if (!open) return []
    const wrapper = { component: 'Layout', hidden: row.hidden, alwaysShow: false }
    return row.iframe
      ? [{ path: `/external-${row.id}`, ...wrapper, children: [leaf(row, row.path ?? '')] }]
      : [{ path, ...wrapper, children: [leaf(row, 'index')] }]
  }
  const grow = (pid: number, above: string): MenuNode[] =>
    (below.get(pid) ?? []).flatMap((row) => {
      const path = row.path ?? ''
      const fullPath = `${above}/${path}`
      const open = isOpen(row)
      const isLifted = open && row.blank && !row.iframe
      if (isLifted) lifted.push(leaf(row, fullPath))
      const children = grow(row.id, fullPath)
      return pid ? inside(row, path, open && !isLifted, children) : onTop(row, fullPath, open && !isLifted, children)
    })
  return [...grow(0, ''), ...lifted]
}

function metaOf({ name, icon, cache, activeMenu, affix, breadcrumb, blank }: BuildRow): MenuNode['meta'] {
  return {
    title: name,
    ...(icon && { icon }),
    noCache: !cache,
    ...(activeMenu && { activeMenu }),
    ...(affix && { affix }),
    ...(!breadcrumb && { breadcrumb }),
    ...(blank && { blank }),
  }
}
