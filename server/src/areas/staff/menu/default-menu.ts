import { order, product, store } from './default-menu/goods-and-orders.ts'
import { distribution, live, marketing } from './default-menu/marketing.ts'
import type { MenuArea, MenuSeed } from './default-menu/menu-seed.ts'
import { channel, content, decor } from './default-menu/publishing.ts'
import { monitor, system, tools } from './default-menu/system.ts'
import { finance, home, statistic, user } from './default-menu/users-and-money.ts'

/** Every row of the default menu in the order of the sidebar, parents before children (SY-70). */
export const defaultMenu: readonly MenuSeed[] = [
  home,
  product,
  order,
  store,
  user,
  marketing,
  distribution,
  live,
  decor,
  finance,
  statistic,
  content,
  channel,
  system,
  monitor,
  tools,
].flat()

/**
 * Adds the reading permissions that working with something else brings along (SY-75).
 * @param permissions what the roles grant; the wildcard of the super administrator stays alone
 * @returns a new set
 */
export function withImplied(permissions: Iterable<string>): Set<string> {
  const held = new Set(permissions)
  if (held.has('*:*:*')) return held
  const implied = implications.filter(({ whoHolds }) => [...held].some((permission) => whoHolds.has(permission)))
  return new Set([...held, ...implied.flatMap(({ alsoHolds }) => alsoHolds)])
}

const businessAreas = new Set<MenuArea>([
  'product',
  'order',
  'store',
  'user',
  'marketing',
  'distribution',
  'live',
  'decor',
  'content',
  'channel',
])

const implications: readonly { whoHolds: ReadonlySet<string>; alsoHolds: string[] }[] = [
  {
    whoHolds: new Set(defaultMenu.filter((row) => businessAreas.has(row.area)).flatMap((row) => row.permissions)),
    alsoHolds: [
      'admin:category:list:tree',
      'admin:express:all',
      'admin:system:city:list:tree',
      'admin:shipping:templates:list',
      'admin:system:attachment:list',
    ],
  },
  {
    whoHolds: new Set(['admin:product:save', 'admin:product:update']),
    alsoHolds: [
      'admin:product:rule:list',
      'admin:product:brand:list',
      'admin:product:label:list',
      'admin:product:param:list',
      'admin:coupon:send:list',
    ],
  },
  {
    whoHolds: new Set(['admin:user:list']),
    alsoHolds: ['admin:system:user:level:list', 'admin:user:group:list', 'admin:user:tag:list'],
  },
]
