import type { ActivityOfCard, RunningActivity } from '@zhanggui/contract/product/window.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { CardAddition, CardPart, CardProduct } from '../../product/window/window.service.ts'
import * as uses from './activity-use.repository.ts'

/** Lists of buyers are a second behind what staff change. */
const KEPT = { ttlSeconds: 1, max: 1 }

/** What runs now, by product; of a kind the one that ends first. */
function readRunning(ctx: Ctx): Promise<Record<number, uses.RunningUse[]>> {
  const kept = ctx.platform.caches.named<Record<number, uses.RunningUse[]>>('running-activities', KEPT)
  return kept.get('all', async () => {
    const byProduct: Record<number, uses.RunningUse[]> = {}
    for (const running of await uses.listRunning(ctx)) {
      const known = byProduct[running.productId] ?? []
      if (!known.some(({ type }) => type === running.type)) byProduct[running.productId] = [...known, running]
    }
    return byProduct
  })
}

/** Its running activities in a product's own order; ordinary sale, which is always there, is none. */
const inOrder = (running: readonly uses.RunningUse[], { activity }: CardProduct) =>
  running.toSorted((one, other) => activity.indexOf(one.type) - activity.indexOf(other.type))

const tagOf = ({ type, people, priceFen }: uses.RunningUse): string => {
  const words = { 1: '秒杀', 2: '砍价', 3: `${people} 人拼` }[type]
  return `${words} ${yuanText(priceFen)}`
}

const toCard = ({ type, id }: uses.RunningUse): ActivityOfCard => ({ type, id })

const toWire = ({ type, id, priceFen, people, endAt }: uses.RunningUse): RunningActivity => ({
  type,
  id,
  people,
  price: toYuan(priceFen),
  endTime: toWireTime(new Date(endAt)),
})

/** The running activities on cards and pages of products. */
export const activityCards: CardPart = {
  async ofCards(ctx, products) {
    const running = await readRunning(ctx)
    const shown = products.flatMap((product): [number, CardAddition][] => {
      const [first] = inOrder(running[product.id] ?? [], product)
      return first ? [[product.id, { activityH5: toCard(first), activityTag: tagOf(first) }]] : []
    })
    return new Map(shown)
  },
  async ofDetail(ctx, product) {
    return { activities: inOrder((await readRunning(ctx))[product.id] ?? [], product).map(toWire) }
  },
}
