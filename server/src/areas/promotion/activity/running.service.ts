import type { ActivityOfCard } from '@zhanggui/contract/product/window.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { CardPart, CardProduct } from '../../product/window/window.service.ts'
import * as activities from './activity.repository.ts'

/** Lists of buyers are a second behind what staff change. */
const KEPT = { ttlSeconds: 1, max: 1 }

/** What runs now, by product; of a kind the one that ends first. */
function readRunning(ctx: Ctx): Promise<Record<number, ActivityOfCard[]>> {
  const kept = ctx.platform.caches.named<Record<number, ActivityOfCard[]>>('running-activities', KEPT)
  return kept.get('all', async () => {
    const byProduct: Record<number, ActivityOfCard[]> = {}
    for (const { productId, type, id } of await activities.listRunning(ctx)) {
      const known = byProduct[productId] ?? []
      if (!known.some((each) => each.type === type)) byProduct[productId] = [...known, { type, id }]
    }
    return byProduct
  })
}

/** Its running activities in a product's own order; ordinary sale, which is always there, is none. */
const inOrder = (running: readonly ActivityOfCard[], { activity }: CardProduct) =>
  running.toSorted((one, other) => activity.indexOf(one.type) - activity.indexOf(other.type))

/** The running activities on cards and pages of products. */
export const activityCards: CardPart = {
  async ofCards(ctx, products) {
    const running = await readRunning(ctx)
    const shown = products.flatMap((product): [number, { activityH5: ActivityOfCard }][] => {
      const [first] = inOrder(running[product.id] ?? [], product)
      return first ? [[product.id, { activityH5: first }]] : []
    })
    return new Map(shown)
  },
  async ofDetail(ctx, product) {
    return { activities: inOrder((await readRunning(ctx))[product.id] ?? [], product) }
  },
}
