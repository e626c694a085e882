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
  const { type, filters, order } = partsOf(list.filters)
  const latest = () => partsOf(list.latest().filters)
  const show = (next: Parts) =>
    list.search({ ...next.filters, ...(next.type !== 1 && { type: next.type }), ...next.order })
  const [column] = Object.entries(orders).find(([, name]) => name in order) ?? []
  const [way] = Object.values(order)
  return {
    ...list,
    fixed: { type, ...order },
    filters,
    sort: column && `${column},${way}`,
    type,
    latest: () => ({ ...list.latest(), filters: latest().filters }),
    search: (next: Filters) => show({ ...latest(), filters: givenFilters(next) }),
    openTab: (tab: ProductTab) => show({ ...latest(), type: tab }),
    sortBy(sort: string | undefined) {
      const [name = '', nextWay = ''] = sort?.split(',') ?? []
      const next = orders[name]
      show({ ...latest(), order: next ? { [next]: nextWay } : {} })
    },
  }
}

type Parts = ReturnType<typeof partsOf>

function partsOf(all: Filters) {
  const type: ProductTab = productTabTypes.find((tab) => tab === all.type) ?? 1
  const named = Object.entries(all).filter(([name]) => name !== 'type')
  const filters: Filters = Object.fromEntries(named.filter(([name]) => !orderFields.includes(name)))
  const order: Filters = Object.fromEntries(named.filter(([name]) => orderFields.includes(name)).slice(0, 1))
  return { type, filters, order }
}

export type ProductList = ReturnType<typeof useProductList>
