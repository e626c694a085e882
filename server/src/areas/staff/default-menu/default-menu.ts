import { order, product, store } from './goods-and-orders.ts'
import { distribution, live, marketing } from './marketing.ts'
import type { MenuArea, MenuSeed } from './menu-seed.ts'
import { channel, content, decor } from './publishing.ts'
import { monitor, system, tools } from './system.ts'
import { finance, home, statistic, user } from './users-and-money.ts'

/** Every row of the default menu in sidebar order, parents before children. */
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
 * Adds the reading permissions implied by others.
 * @param permissions those the roles grant; the wildcard of the super administrator stays alone
 * @returns a new set
 */
export function withImplied(permissions: Iterable<string>): Set<string> {
  const held = new Set(permissions)
  if (held.has('*:*:*')) return held
  const applicable = implications.filter(({ anyOf }) => [...held].some((permission) => anyOf.has(permission)))
  return new Set([...held, ...applicable.flatMap(({ implied }) => implied)])
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

const implications: readonly { anyOf: ReadonlySet<string>; implied: string[] }[] = [
  {
    anyOf: new Set(defaultMenu.filter((row) => businessAreas.has(row.area)).flatMap((row) => row.permissions)),
    implied: [
      'admin:category:list:tree',
      'admin:express:all',
      'admin:system:city:list:tree',
      'admin:shipping:templates:list',
      'admin:system:attachment:list',
    ],
  },
  {
    anyOf: new Set(['admin:product:save', 'admin:product:update']),
    implied: [
      'admin:product:rule:list',
      'admin:product:brand:list',
      'admin:product:label:list',
      'admin:product:param:list',
      'admin:coupon:send:list',
    ],
  },
  {
    // The product fills the form in.
    anyOf: new Set(['admin:seckill:save', 'admin:bargain:save', 'admin:combination:save']),
    implied: ['admin:product:info'],
  },
  {
    anyOf: new Set(['admin:user:list']),
    implied: ['admin:system:user:level:list', 'admin:user:group:list', 'admin:user:tag:list'],
  },
]
