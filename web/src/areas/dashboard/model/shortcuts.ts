import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import type { SessionState } from '../../../api/session-state.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { type SidebarItem, sidebarItems } from '../../../kit/menu/menu-items.ts'
import { menuLink, type RouteRecord } from '../../../kit/menu/route-records.ts'

const MAX_SHORTCUTS = 8

/** A page of the home screen. */
export type Shortcut = { to: string; title: string; icon?: string }

/** Daily work, the most frequent first: a page, and the call that shows it is somebody's own work. */
const work: readonly { page: string; call: Pick<Route, 'permission'> }[] = [
  { page: 'product/product-edit', call: product.save },
  { page: 'product/product-list', call: product.update },
  { page: 'product/stock-log-list', call: productStock.adjust },
  { page: 'product/product-reply-list', call: productReply.comment },
  { page: 'product/product-import', call: product.save },
  { page: 'product/category-list', call: category.update },
  { page: 'setting/express-company-list', call: expressCompany.update },
  { page: 'product/shipping-template-list', call: freightTemplate.update },
  { page: 'staff/admin-user-list', call: adminUser.update },
  { page: 'setting/setting-page', call: setting.save },
]

/**
 * Links for the home screen: first the pages where somebody may act, in the order of daily work; then the other pages of
 * their menu, taken from each top-level entry in turn.
 */
export function shortcutsOf(records: readonly RouteRecord[], session: Pick<SessionState, 'permissions'>): Shortcut[] {
  const pages = pagesOf(records)
  const own = work
    .filter(({ call }) => canCall(session, call))
    .flatMap(({ page }) => pages.find(({ component }) => component === page) ?? [])
  const chosen = new Map<string, Shortcut>()
  for (const { to, title, icon } of [...own, ...menuInTurn(records)])
    if (chosen.size < MAX_SHORTCUTS && !chosen.has(to)) chosen.set(to, { to, title, icon })
  return [...chosen.values()]
}

/** Every page that a link can open, hidden forms included. */
function pagesOf(records: readonly RouteRecord[], around?: string): (Shortcut & { component: string })[] {
  return records.flatMap((record) => {
    const { component, meta, children } = record
    const icon = meta.icon ?? around
    const to = menuLink(record)
    const own = component && meta.title && to ? [{ component, to, title: meta.title, icon }] : []
    return [...own, ...pagesOf(children, icon)]
  })
}

function menuInTurn(records: readonly RouteRecord[]): Shortcut[] {
  const groups = sidebarItems(records).map((item) => leavesOf(item).filter(({ to }) => to !== '/dashboard'))
  const longest = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, index) => groups.flatMap((group) => group[index] ?? [])).flat()
}

function leavesOf({ key, title, icon, external, children }: SidebarItem): Shortcut[] {
  if (children) return children.flatMap((child) => leavesOf({ ...child, icon: child.icon ?? icon }))
  return external ? [] : [{ to: key, title, icon }]
}
