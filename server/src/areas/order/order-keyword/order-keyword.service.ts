import { readOrderKeyword } from '@zhanggui/domain/order/order-keyword.ts'
import { readKeyword } from '@zhanggui/domain/product/product-search.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Meaning } from './order-meaning.repository.ts'

/** The pick-up stores a query is limited to, within those the caller is; undefined without a limit. */
export function storesOf({ caller }: Ctx, storeId: number | undefined): readonly number[] | undefined {
  const own = caller?.scope.storeIds
  if (storeId === undefined) return own
  return own && !own.includes(storeId) ? [] : [storeId]
}

/** What a keyword may mean. @throws {BadInput} for words that are too long */
export function meaningsOf(typed: string): Meaning[] {
  return readOrderKeyword(typed).map((meaning) => {
    if (meaning.kind !== 'text') return meaning
    const keyword = readKeyword(meaning.text)
    return { ...meaning, ...(keyword && { keyword }) }
  })
}

/** An order number, its beginning or its end. */
export function numbersIn(typed: string): Meaning[] {
  return readOrderKeyword(typed).filter(({ kind }) => kind.startsWith('orderNo')) as Meaning[]
}
