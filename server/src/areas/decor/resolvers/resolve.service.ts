import type { Source } from '@zhanggui/page-kit/data.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { bargain, combination, seckill } from './activities.service.ts'
import { articles } from './articles.service.ts'
import { coupons, newcomer } from './coupons.service.ts'
import { live } from './live.service.ts'
import { products } from './products.service.ts'
import type { Asked, Asking, ComponentData, Resolver } from './resolver.ts'
import { categories, rich, site, stores } from './shop.service.ts'
import { user } from './user.service.ts'

/** What is the same for everybody is kept for a while; a buyer's own is read for each of them, and never kept. */
const resolvers: Record<Source, { read: Resolver; isOwn: boolean }> = {
  products: { read: products, isOwn: false },
  coupons: { read: coupons, isOwn: true },
  newcomer: { read: newcomer, isOwn: true },
  seckill: { read: seckill, isOwn: false },
  bargain: { read: bargain, isOwn: false },
  combination: { read: combination, isOwn: false },
  articles: { read: articles, isOwn: false },
  categories: { read: categories, isOwn: false },
  stores: { read: stores, isOwn: false },
  live: { read: live, isOwn: false },
  site: { read: site, isOwn: false },
  rich: { read: rich, isOwn: false },
  user: { read: user, isOwn: true },
}

export const sourceOf = ({ type }: Pick<Asking, 'type'>): Source | undefined => definitionOf(type)?.source

/** Whether what a component shows is a buyer's own. */
export function isOwnData(component: Pick<Asking, 'type'>): boolean {
  const source = sourceOf(component)
  return source !== undefined && resolvers[source].isOwn
}

/**
 * Reads the live data of components, by their ids: each source once, for all its components. A source that fails, or takes too long,
 * has no data, so that the rest of the page is shown.
 */
export async function resolveAll(
  ctx: Ctx,
  components: readonly Asking[],
  asked: Asked,
): Promise<Map<string, ComponentData>> {
  const found = new Map<string, ComponentData>()
  const bySource = Map.groupBy(components, (component) => sourceOf(component))
  for (const [source, same] of bySource) {
    if (!source) continue
    const data = await inTime(ctx, source, resolvers[source].read(ctx, same, asked))
    for (const { id } of same) {
      const own = data ? data.get(id) : { list: [], hasMore: false, degraded: true as const }
      if (own) found.set(id, own as ComponentData)
    }
  }
  return found
}

async function inTime<Data>(ctx: Ctx, source: string, work: Promise<Data>): Promise<Data | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ctx.platform.config.pageDataMs)
  const kept = work.catch((error: unknown) => {
    ctx.log.error({ err: error, source }, 'the data of a page could not be read')
    return undefined
  })
  const data = await Promise.race([kept, late])
  clearTimeout(timer)
  return data
}
