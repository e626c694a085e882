import { PickupQuery, type PickupState, pickupOrder, pickupStates } from '@zhanggui/contract/order/pickup-order.ts'
import { type Filters, givenFilters } from '../../../../kit/list-page/list-state.ts'
import { useList } from '../../../../kit/list-page/use-list.ts'

/** The list takes its filters as a body; the address keeps them as it does those of any list. */
const route = { ...pickupOrder.list, query: PickupQuery }
export type PickupAnswer = {
  summary: {
    orderTotal: number
    orderTotalPrice: number
    refundTotal: number
    refundTotalPrice: number
    collected: number
    isLowerBound: boolean
  }
  statusNum: Record<string, number>
}

/** The orders of the counter in a state, which stays when the filters are cleared. */
export function usePickupList() {
  const list = useList(route)
  const { status, ...filters } = list.filters
  const tab: PickupState = pickupStates.find((key) => key === status) ?? 'all'
  const open = (next: PickupState, given: Filters) => list.search({ ...given, ...(next !== 'all' && { status: next }) })
  return {
    ...list,
    fixed: (tab === 'all' ? {} : { status: tab }) as Filters,
    filters,
    tab,
    answer: list.query.data as PickupAnswer | undefined,
    search: (next: Filters) => open(tab, givenFilters(next)),
    openTab: (next: PickupState) => {
      const { status: _, ...latest } = list.latest().filters
      open(next, latest)
    },
  }
}
export type PickupList = ReturnType<typeof usePickupList>
