import type { WindowCategory, WindowQuery } from '@zhanggui/contract/product/window.ts'
import { type RecommendFlag, recommendFlags } from '@zhanggui/domain/product/product.ts'

/** What the address asks for. */
export type Asked = Omit<WindowQuery, 'page' | 'limit'>

const numberOf = (value: string | null) => (value && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined)
const priceOf = (value: string | null) => (value && /^\d{1,6}(\.\d{1,2})?$/.test(value) ? Number(value) : undefined)
const flagOf = (value: string | null) => (Object.keys(recommendFlags) as RecommendFlag[]).find((flag) => flag === value)
const sorts = ['default', 'price', 'sales', 'news'] as const

export function askedOf(search: URLSearchParams): Asked {
  const sort = sorts.find((each) => each === search.get('sort'))
  const order = search.get('order')
  return {
    keyword: search.get('keyword') || undefined,
    cid: numberOf(search.get('cid')),
    brandId: numberOf(search.get('brandId')),
    labelId: numberOf(search.get('labelId')),
    sort,
    order: order === 'asc' || order === 'desc' ? order : undefined,
    flag: flagOf(search.get('flag')),
    couponId: numberOf(search.get('couponId')),
    minPrice: priceOf(search.get('minPrice')),
    maxPrice: priceOf(search.get('maxPrice')),
    inStock: search.get('inStock') === '1' || undefined,
  }
}

/** The name of a board. */
export const flagTitle = (flag: RecommendFlag): string => recommendFlags[flag].label

export const categoryIn = (tree: readonly WindowCategory[], id: number): WindowCategory | undefined => {
  for (const each of tree) {
    const found = each.id === id ? each : categoryIn(each.child ?? [], id)
    if (found) return found
  }
  return undefined
}
