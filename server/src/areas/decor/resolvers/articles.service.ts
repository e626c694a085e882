import type { Articles } from '@zhanggui/page-kit/data.ts'
import { listForPages } from '../../content/article/front-article.service.ts'
import type { Asking, Resolver } from './resolver.ts'

/** How many lines of news a ticker runs through. */
const OF_TICKER = 10
const MOST = 10

const idsOf = ({ props }: Asking, key: string) => (Array.isArray(props[key]) ? (props[key] as number[]) : [])

/** articleList: the first articles of categories, or those chosen; newsTicker: those of a category. */
export const articles: Resolver = async (ctx, components) => {
  const found = new Map<string, Articles>()
  for (const component of components) {
    const { source, count } = component.props
    const isTicker = component.type === 'newsTicker'
    if (isTicker && source !== 'articles') continue
    const list =
      source === 'manual'
        ? await listForPages(ctx, { ids: idsOf(component, 'articleIds'), limit: MOST })
        : await listForPages(ctx, {
            cids: idsOf(component, 'cateIds'),
            limit: isTicker ? OF_TICKER : Number(count) || 1,
          })
    found.set(component.id, { list })
  }
  return found
}
