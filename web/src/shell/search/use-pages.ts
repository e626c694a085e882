import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useMenus } from '../../kit/menu/menus.ts'
import { createHelpSearch, type FoundHelp } from './help-search.ts'
import { createMenuSearch, type SearchEntry } from './menu-search.ts'

type Found = { pages: readonly SearchEntry[]; help: readonly FoundHelp[]; ready: boolean; settled: boolean }
const NOTHING: never[] = []

/**
 * The menu's matches for a query and the help's, `settled` once they are those of this very text; the indexes are built when
 * first needed and rebuilt when the menu changes.
 */
export function usePages(query: string): Found {
  const records = useMenus((menus) => menus.records)
  const [search, setSearch] = useState<{
    pages: (query: string) => SearchEntry[]
    help: (query: string) => FoundHelp[]
  }>()
  useEffect(() => {
    let current = true
    Promise.all([createMenuSearch(records), createHelpSearch(records)]).then(
      ([pages, help]) => current && setSearch({ pages, help }),
    )
    return () => {
      current = false
    }
  }, [records])
  const wanted = useDeferredValue(query)
  const pages = useMemo(() => search?.pages(wanted) ?? NOTHING, [search, wanted])
  const help = useMemo(() => search?.help(wanted) ?? NOTHING, [search, wanted])
  return { pages, help, ready: search !== undefined, settled: wanted === query }
}
