import { type GridQuery, productGrid } from '@zhanggui/contract/product/product-grid.ts'
import type { ProductTab } from '@zhanggui/domain/product/product.ts'
import { type Filters, readListState, writeListState } from '../../../../kit/list-page/list-state.ts'

const PAGE = '/product/grid'
/** Addresses grow no longer than servers take them. */
export const MAX_CHOSEN = 1000

/** The address of the grid for chosen products, or without any for those that a list shows. */
export function gridAddress(
  ids: readonly number[],
  list: { filters: Filters; fixed: Filters; type: ProductTab },
): string {
  if (ids.length) return `${PAGE}?ids=${ids.slice(0, MAX_CHOSEN).join(',')}`
  const filters = { ...list.filters, ...list.fixed, type: list.type }
  const state = { filters, page: 1, limit: 20 }
  return `${PAGE}?${writeListState(productGrid.list.query, state, new URLSearchParams())}`
}

/** What an address of the grid asks for. */
export function readAddress(search: string): { ids: number[] } | { query: GridQuery } {
  const params = new URLSearchParams(search)
  const ids = (params.get('ids') ?? '').split(',').map(Number)
  const known = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_CHOSEN)
  if (known.length) return { ids: known }
  params.delete('ids')
  return { query: { type: 1, ...readListState(productGrid.list.query, params).filters } }
}
