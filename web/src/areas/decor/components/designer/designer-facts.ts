import { useQuery } from '@tanstack/react-query'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { checkPublish, type Issue } from '@zhanggui/page-kit/check.ts'
import { diffPages } from '@zhanggui/page-kit/diff.ts'
import { componentsOf, emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { read } from '../../../../api/read.ts'
import { pageOf, usePageStore } from '../../model/page-store.ts'

/** The width of the window, in CSS pixels. */
export function useWindowWidth(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => window.innerWidth,
  )
}

/** Facts that only the server knows; what else is wrong is found here at once. */
const serverCodes: readonly string[] = ['GONE', 'OFF_SHELF', 'NOT_RUNNING', 'UNPUBLISHED', 'HEAVY', 'MINI_HOST']

/** What is wrong with the page at hand, errors first. */
export function useIssues(): readonly Issue[] {
  const page = useDeferredValue(usePageStore(({ history }) => history.present))
  const known = usePageStore((state) => state.issues)
  return useMemo(() => {
    const there = new Set(['', ...componentsOf(page).map(({ id }) => id)])
    return [
      ...checkPublish(page),
      ...known.filter(({ code, componentId }) => serverCodes.includes(code) && there.has(componentId)),
    ].toSorted((one, other) => Number(one.level !== 'error') - Number(other.level !== 'error'))
  }, [page, known])
}

/**
 * How many rows of the page at hand differ from the live version; undefined while that is read.
 * @param liveVersionId null where none is live: all of the page is new
 */
export function useChanges(liveVersionId: number | null, page: Page): number | undefined {
  const { data } = useQuery({
    ...read(pageVersion.info, { params: { id: liveVersionId ?? 0 }, silent: true }),
    enabled: liveVersionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = useDeferredValue(page)
  return useMemo(() => {
    if (liveVersionId === null) return diffPages(emptyPage(shown.type, shown.terminal), shown).length
    return data && diffPages(pageOf({ ...data, terminal: shown.terminal, type: shown.type }), shown).length
  }, [data, shown, liveVersionId])
}
