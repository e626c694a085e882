import type { Route } from '@zhanggui/contract/routes.ts'
import { type Filters, givenFilters } from './list-state.ts'
import { type ListSpec, useList } from './use-list.ts'

/**
 * A list with some of its filters as one row of tabs, of which one is open: staff do not take them for filters, so it stays when the
 * filters are cleared.
 * @param tabs these filters with their values, all different; any other value means all of them
 */
export function useTabbedList<Spec extends ListSpec, Key extends string | number>(
  route: Route<Spec>,
  tabs: Readonly<Record<string, readonly Key[]>>,
) {
  const list = useList(route)
  const all = Object.entries(tabs).flatMap(([name, keys]) => keys.map((key) => ({ name, key })))
  const split = (asked: Filters) => ({
    tab: all.find(({ name, key }) => asked[name] === key)?.key ?? ('all' as const),
    filters: Object.fromEntries(Object.entries(asked).filter(([name]) => !(name in tabs))) as Filters,
  })
  const filterOf = (tab: Key | 'all') =>
    Object.fromEntries(all.filter(({ key }) => key === tab).map(({ name, key }) => [name, key])) as Filters
  const { tab, filters } = split(list.filters)
  const open = (next: Key | 'all', given: Filters) => list.search({ ...given, ...filterOf(next) })
  return {
    ...list,
    fixed: filterOf(tab),
    filters,
    tab,
    search: (next: Filters) => open(tab, givenFilters(next)),
    openTab: (next: Key | 'all') => open(next, split(list.latest().filters).filters),
  }
}
