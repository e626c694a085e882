import { product } from '@zhanggui/contract/product/product.ts'
import { type ProductTab, productTabTypes } from '@zhanggui/domain/product/product.ts'
import { type Filters, givenFilters } from '../../../../kit/list-page/list-state.ts'
import { useList } from '../../../../kit/list-page/use-list.ts'

/** The sortable columns, and the query field for each. */
const orders: Readonly<Record<string, string>> = {
  price: 'priceOrder',
  sales: 'salesOrder',
  stock: 'stockOrder',
  createTime: 'createTimeOrder',
}
const orderFields = Object.values(orders)

/**
 * The product list. Its query treats the tab and the order as filters; staff do not, so they stay when the filters are
 * cleared.
 */
export function useProductList() {
  const list = useList(product.list, { fixed: { type: 1 } })
  const type = productTabTypes.find((tab) => tab === list.filters.type) ?? 1
  const filters = Object.fromEntries(
    Object.entries(list.filters).filter(([name]) => name !== 'type' && !orderFields.includes(name)),
  )
  const [column, field] = Object.entries(orders).find(([, name]) => list.filters[name]) ?? []
  const order: Filters = field ? { [field]: String(list.filters[field]) } : {}
  const kept: Filters = { ...(type !== 1 && { type }), ...order }
  return {
    ...list,
    fixed: { type, ...order },
    filters,
    sort: field ? `${column},${list.filters[field]}` : undefined,
    type,
    search: (next: Filters) => list.search({ ...givenFilters(next), ...kept }),
    openTab: (tab: ProductTab) => list.search({ ...filters, ...order, ...(tab !== 1 && { type: tab }) }),
    sortBy(sort: string | undefined) {
      const [name = '', way = ''] = sort?.split(',') ?? []
      const next = orders[name]
      list.search({ ...filters, ...(type !== 1 && { type }), ...(next && { [next]: way }) })
    },
  }
}

export type ProductList = ReturnType<typeof useProductList>
