import { type OrderTabName, order, orderTabKeys } from '@zhanggui/contract/order/order.ts'
import { useSearchParams } from 'react-router'
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

/** The order shown beside the list, which the address keeps: a reload shows it again, the back button closes it. */
export function useLooking(): [id: number | undefined, look: (id: number | undefined, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('look')) || undefined
  function look(next: number | undefined, replace = false) {
    const written = new URLSearchParams(params)
    if (next) written.set('look', String(next))
    else written.delete('look')
    setParams(written, { replace })
  }
  return [id, look]
}
