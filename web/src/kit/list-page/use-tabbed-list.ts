import type { Route } from '@zhanggui/contract/routes.ts'
import { type Filters, type FilterValue, givenFilters } from './list-state.ts'
import { type ListSpec, useList } from './use-list.ts'

/**
 * A list with one of its filters as tabs: staff do not take it for a filter, so it stays when the filters are cleared.
 * @param keys its values; any other means all of them
 */
export function useTabbedList<Spec extends ListSpec, Key extends string | number>(
  route: Route<Spec>,
  name: string,
  keys: readonly Key[],
) {
  const list = useList(route)
  const tabOf = (value: FilterValue | undefined): Key | 'all' => keys.find((key) => key === value) ?? 'all'
  const split = (all: Filters) => {
    const { [name]: asked, ...filters } = all
    return { tab: tabOf(asked), filters: filters as Filters }
  }
  const { tab, filters } = split(list.filters)
  const open = (next: Key | 'all', given: Filters) => list.search({ ...given, ...(next !== 'all' && { [name]: next }) })
  return {
    ...list,
    fixed: (tab === 'all' ? {} : { [name]: tab }) as Filters,
    filters,
    tab,
    search: (next: Filters) => open(tab, givenFilters(next)),
    openTab: (next: Key | 'all') => open(next, split(list.latest().filters).filters),
  }
}
