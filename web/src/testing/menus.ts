import type { MenuNode } from '@zhanggui/contract/staff/menu.ts'
import { buildRoutes, matchRoute, type RouteMatch, type RouteRecord } from '../kit/menu/route-records.ts'
import { type Tab, tabOf } from '../shell/tabs/tabs-state.ts'

type MenuMeta = NonNullable<MenuNode['meta']>

/** A directory as the server sends it: always shown, never opened itself. */
export function directory(path: string, title: string, children: MenuNode[], more: Partial<MenuNode> = {}): MenuNode {
  return {
    path,
    component: path.startsWith('/') ? 'Layout' : undefined,
    hidden: false,
    alwaysShow: true,
    redirect: 'noredirect',
    meta: { title, icon: `${path.replaceAll('/', '')}-icon`, noCache: true },
    children,
    ...more,
  }
}

/** A cached page as the server sends it. */
export function page(
  path: string,
  title: string,
  name: string,
  { hidden = false, ...meta }: Partial<MenuMeta> & { hidden?: boolean } = {},
): MenuNode {
  const component = `shop/${name}`
  return { path, name, component, hidden, alwaysShow: false, meta: { title, noCache: false, ...meta } }
}

export const shopMenus: MenuNode[] = [
  directory('/product', '商品', [
    page('list', '商品管理', 'ProductList', { icon: 'shopping' }),
    page('create', '添加商品', 'ProductCreate', { hidden: true, activeMenu: '/product/list' }),
    page('edit/:id', '编辑商品', 'ProductEdit', { hidden: true, activeMenu: '/product/list' }),
    page('import', '商品导入', 'ProductImport', { noCache: true }),
  ]),
  directory('/order', '订单', [
    page('list', '订单管理', 'OrderList', { icon: 'order', badge: 120 }),
    page('refund', '售后退款', 'RefundList'),
  ]),
  directory('/marketing', '营销', [
    directory('seckill', '秒杀', [
      page('list/:timeId?', '秒杀商品', 'SeckillList'),
      page('edit/:type/:id?', '编辑秒杀商品', 'SeckillEdit', { hidden: true, activeMenu: '/marketing/seckill/list' }),
    ]),
  ]),
  {
    path: '/external-7',
    component: 'Layout',
    hidden: false,
    alwaysShow: false,
    children: [
      {
        path: 'https://pay.example.com',
        hidden: false,
        alwaysShow: false,
        meta: { title: '支付后台', icon: 'link', noCache: true },
      },
    ],
  },
  page('/design/editor/:id?', '页面设计器', 'PageDesigner', { hidden: true, noCache: true, blank: true }),
]

export function recordsOf(menus: readonly MenuNode[]): RouteRecord[] {
  return buildRoutes(menus).records
}

export const shopRecords = recordsOf(shopMenus)

/** The page at a path, which must exist. */
export function matchAt(pathname: string, records: readonly RouteRecord[] = shopRecords): RouteMatch {
  const match = matchRoute(records, pathname)
  if (!match) throw new Error(`no page at ${pathname}`)
  return match
}

export function placeAt(fullPath: string) {
  const { pathname, search, hash } = new URL(fullPath, 'https://shop.example.com')
  return { pathname, search, hash }
}

/** The tab of a page, which must exist. */
export function tabAt(fullPath: string, records: readonly RouteRecord[] = shopRecords): Tab {
  const place = placeAt(fullPath)
  const tab = tabOf(matchAt(place.pathname, records), place)
  if (!tab) throw new Error(`no tab for ${fullPath}`)
  return tab
}
