import { store } from '@zhanggui/contract/store/store.ts'
import { type Filters, givenFilters } from '../../../kit/list-page/list-state.ts'
import { useList } from '../../../kit/list-page/use-list.ts'

export const storeTabs = [
  { status: 1, name: '显示中的门店', count: 'show' },
  { status: 0, name: '隐藏中的门店', count: 'hide' },
  { status: 2, name: '回收站的门店', count: 'recycle' },
] as const
export type StoreTab = (typeof storeTabs)[number]['status']

/** The stores of a tab. Its query treats the tab as a filter; staff do not, so it stays when the filters are cleared. */
export function useStoreList() {
  const list = useList(store.list)
  const { status, filters } = partsOf(list.filters)
  const latest = () => partsOf(list.latest().filters)
  const open = (tab: StoreTab, next: Filters) => list.search({ ...next, ...(tab !== 1 && { status: tab }) })
  return {
    ...list,
    fixed: { status },
    filters,
    status,
    latest: () => ({ ...list.latest(), filters: latest().filters }),
    search: (next: Filters) => open(latest().status, givenFilters(next)),
    openTab: (tab: StoreTab) => open(tab, latest().filters),
  }
}

function partsOf({ status: given, ...filters }: Filters) {
  const status: StoreTab = storeTabs.find((tab) => String(tab.status) === String(given))?.status ?? 1
  return { status, filters }
}
