import type { RecommendFlag } from '@zhanggui/domain/product/product.ts'
import type { Products, TabProducts } from '@zhanggui/page-kit/data.ts'
import { isObject } from '@zhanggui/page-kit/values.ts'
import { type CardWish, listCardsByIds, listCardsOfEach } from '../../product/window/window.service.ts'
import type { Asked, Asking, Resolver } from './resolver.ts'

const MAX_LIMIT = 50
const OF_TAB = 20

/** Which products a component wants. */
type Wish = {
  source?: string
  productIds?: number[]
  cateIds?: number[]
  flag?: RecommendFlag
  order?: string
  count?: number
}

/** goodsList; goodsTabs and the tabs of a page's head, whose products are those of the tab that is asked for. */
export const products: Resolver = async (ctx, components, asked) => {
  const wishes = components.map((component) => ({
    id: component.id,
    wish: wishOf(component, asked),
    isTabbed: component.type !== 'goodsList',
  }))
  const isChosen = (wish: Wish) => wish.source === 'manual'
  const chosen = wishes.flatMap(({ wish }) => (wish && isChosen(wish) ? (wish.productIds ?? []) : []))
  const cards = new Map((chosen.length ? (await listCardsByIds(ctx, chosen)).list : []).map((card) => [card.id, card]))
  const ruled = wishes.flatMap(({ id, wish }) => {
    const asking = wish && !isChosen(wish) ? ruleOf(wish, asked.page ?? 1) : undefined
    return asking ? [{ id, asking }] : []
  })
  const answers = await listCardsOfEach(
    ctx,
    ruled.map(({ asking }) => asking),
  )
  const byRule = new Map(ruled.map(({ id, asking }, index) => [id, toProducts(asking, answers[index])]))
  const found = new Map<string, Products | TabProducts>()
  for (const { id, wish, isTabbed } of wishes) {
    if (!wish) continue
    const list = (wish.productIds ?? []).flatMap((productId) => cards.get(productId) ?? [])
    const data = isChosen(wish) ? { list, hasMore: false } : (byRule.get(id) ?? { list: [], hasMore: false })
    found.set(id, isTabbed ? { ...data, tab: asked.tab ?? 0 } : data)
  }
  return found
}

/** The tabs are identified by their place. The first at the head of a page is the page itself. */
function wishOf({ type, props }: Asking, { tab }: Asked): Wish | undefined {
  if (type === 'goodsList') return props as Wish
  const tabs = Array.isArray(props.tabs) ? props.tabs.filter(isObject) : []
  if (type === 'goodsTabs') return tabs[tab ?? 0] as Wish | undefined
  const chosen = tab === undefined ? undefined : (tabs[tab] as { kind?: string; cateIds?: number[] } | undefined)
  const cateIds = chosen?.kind === 'category' ? chosen.cateIds : undefined
  return cateIds?.length ? { source: 'category', cateIds, count: OF_TAB } : undefined
}

const sorts: Record<string, 'sales' | 'price' | 'news' | 'default'> = { newest: 'news', bestseller: 'sales' }

/** What a rule asks the window for; nothing for categories that are yet to be chosen. */
function ruleOf(wish: Wish, page: number): CardWish | undefined {
  const { source = 'newest', cateIds = [], flag, order = 'default', count = OF_TAB } = wish
  if (source === 'category' && !cateIds.length) return undefined
  const sort = order === 'sales' || order === 'price' ? order : sorts[source]
  return {
    ...(source === 'category' && { cateIds }),
    ...(source === 'flag' && flag && { flag }),
    ...(sort && { sort }),
    page,
    limit: Math.min(count, MAX_LIMIT),
  }
}

function toProducts(
  { page, limit }: CardWish,
  answer: { list: Products['list']; total: number } | undefined,
): Products {
  const { list = [], total = 0 } = answer ?? {}
  return { list, hasMore: total > page * limit }
}
