import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { isExternal } from '@zhanggui/domain/external.ts'
import type { SessionState } from '../../../api/session-state.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { type SidebarItem, sidebarItems } from '../../../kit/menu/menu-items.ts'
import { isOpenable, menuLink, type RouteRecord } from '../../../kit/menu/route-records.ts'

export const MAX_SHORTCUTS = 8

/** A page of the home screen. */
export type Shortcut = { to: string; title: string; icon?: string }

/**
 * Daily work, the most frequent first: a page, and the call that shows it is somebody's own work. `form` opens the form of
 * that call on a page that lists what was made by it.
 */
const work: readonly { page: string; call: Pick<Route, 'permission'>; form?: string }[] = [
  { page: 'product/product-edit', call: product.save },
  { page: 'order/order-shipment', call: shipBatch.read },
  { page: 'order/order-draft-list', call: draftOrder.save, form: '?edit=new' },
  { page: 'store/verify-desk', call: pickup.verify },
  { page: 'coupon/coupon-edit', call: coupon.save },
  { page: 'order/order-list', call: shipment.send },
  { page: 'order/refund-list', call: afterSales.pay },
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

/** A page that may be chosen, and the titles of the menus around it. */
export type ShortcutPage = Shortcut & { component: string; within: string }

/**
 * Links that somebody begins with: first the pages where they may act, in the order of daily work; then the other pages of
 * their menu, taken from each top-level entry in turn.
 */
export function shortcutsOf(records: readonly RouteRecord[], session: Pick<SessionState, 'permissions'>): Shortcut[] {
  const pages = shortcutPages(records)
  const own = work
    .filter(({ call }) => canCall(session, call))
    .flatMap(({ page }) => pages.find(({ component }) => component === page) ?? [])
  const chosen = new Map<string, Shortcut>()
  for (const { to, title, icon } of [...own, ...menuInTurn(records)])
    if (chosen.size < MAX_SHORTCUTS && !chosen.has(to)) chosen.set(to, { to, title, icon })
  return [...chosen.values()]
}

/**
 * The links that somebody chose. Pages they may no longer open are left out.
 * @param kept a preference, which is whatever a browser once sent
 * @returns undefined where nothing was chosen, or nothing of it is left
 */
export function chosenShortcuts(records: readonly RouteRecord[], kept: unknown): Shortcut[] | undefined {
  if (!Array.isArray(kept)) return undefined
  const pages = shortcutPages(records)
  const chosen = [...new Set(kept)].flatMap((to) => pages.find((page) => page.to === to) ?? [])
  return chosen.length || !kept.length ? chosen.slice(0, MAX_SHORTCUTS) : undefined
}

/** Where shortcuts lead that begin their work at once, by the address of their page. */
export function shortcutForms(records: readonly RouteRecord[], session: Pick<SessionState, 'permissions'>) {
  const pages = shortcutPages(records)
  return new Map(
    work.flatMap(({ page, call, form }) => {
      const to = pages.find(({ component }) => component === page)?.to
      return form && to && canCall(session, call) ? [[to, to + form] as const] : []
    }),
  )
}

/** Every page of the frame that a link can open, each once; forms that the menu hides included, the home page not. */
export function shortcutPages(records: readonly RouteRecord[]): ShortcutPage[] {
  const framed = records.filter(({ component }) => component === 'Layout')
  const pages = new Map<string, ShortcutPage>()
  for (const page of pagesOf(framed)) if (!pages.has(page.to) && isChoice(page)) pages.set(page.to, page)
  return [...pages.values()]
}

/** The frame's own pages say that something is wrong. */
const isChoice = ({ to, component }: ShortcutPage) =>
  to !== '/dashboard' && !component.startsWith('shell/') && !isExternal(to)

function pagesOf(records: readonly RouteRecord[], around: { icon?: string; within?: string } = {}): ShortcutPage[] {
  return records.flatMap((record) => {
    const { component, meta, children } = record
    const { within = '' } = around
    const icon = meta.icon ?? around.icon
    const to = menuLink(record)
    const own =
      component && isOpenable(record) && meta.title && to ? [{ component, to, title: meta.title, icon, within }] : []
    const inside = [within, meta.title].filter(Boolean).join(' / ')
    return [...own, ...pagesOf(children, { ...(icon !== undefined && { icon }), within: inside })]
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
