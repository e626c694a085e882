import { type OrderTabName, order, orderTabKeys } from '@zhanggui/contract/order/order.ts'
import { type Filters, givenFilters } from '../../../../kit/list-page/list-state.ts'
import { useList } from '../../../../kit/list-page/use-list.ts'

/** The orders of a tab. Its query treats the tab as a filter; staff do not, so it stays when the filters are cleared. */
export function useOrderList() {
  const list = useList(order.list)
  const { status, ...filters } = list.filters
  const tab: OrderTabName = orderTabKeys.find((key) => key === status) ?? 'all'
  const latest = () => withoutTab(list.latest().filters)
  const open = (next: OrderTabName, given: Filters) =>
    list.search({ ...given, ...(next !== 'all' && { status: next }) })
  return {
    ...list,
    fixed: (tab === 'all' ? {} : { status: tab }) as Filters,
    filters,
    tab,
    search: (next: Filters) => open(tab, givenFilters(next)),
    openTab: (next: OrderTabName) => open(next, latest()),
  }
}

const withoutTab = ({ status: _, ...filters }: Filters): Filters => filters
export type OrderList = ReturnType<typeof useOrderList>
