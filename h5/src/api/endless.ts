import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { Route, RouteAnswer, RouteInput, RouteSpec } from '@zhanggui/contract/routes.ts'
import { useCallback, useState } from 'react'
import type { CallError } from './call.ts'
import { useReads } from './read.ts'

type Paged = { list: unknown[]; total: number }
type Row<Spec extends RouteSpec> = RouteAnswer<Spec> extends { list: (infer Item)[] } ? Item : never
type Filter<Spec extends RouteSpec> = Omit<RouteInput<Spec>['query'] & object, 'page' | 'limit'>

export type Endless<Item> = {
  /** Undefined before the first page has come. */
  list: readonly Item[] | undefined
  total: number
  error: CallError | undefined
  isLoading: boolean
  hasMore: boolean
  more: () => void
  retry: () => void
}

/** How many pages of a list were opened, by its address, so that a list one comes back to is as long as it was. */
const opened = new Map<string, number>()

/** A paged list that grows as one scrolls; see `<More>`. @param limit rows of a page @param when false asks for nothing */
export function useEndless<Spec extends RouteSpec>(
  route: Route<Spec>,
  { params, query, limit = 10 }: { params?: RouteInput<Spec>['params']; query: Filter<Spec>; limit?: number },
  when = true,
): Endless<Row<Spec>> {
  const key = `${addressOf(route.path, params, {})} ${JSON.stringify(query)}`
  const [, redraw] = useState(0)
  const count = opened.get(key) ?? 1
  const pages = useReads(
    route,
    Array.from({ length: when ? count : 0 }, (_, index) => ({
      params,
      query: { ...query, page: index + 1, limit },
    })),
  )
  const answers = pages.states.map(({ data }) => data as Paged | undefined)
  const known = answers.filter((page) => page !== undefined)
  const total = known.at(-1)?.total ?? 0
  const isWhole = known.length === answers.length
  const more = useCallback(() => {
    opened.set(key, (opened.get(key) ?? 1) + 1)
    redraw((before) => before + 1)
  }, [key])
  return {
    list: known.length ? (known.flatMap(({ list }) => list) as Row<Spec>[]) : undefined,
    total,
    error: pages.states.find(({ error }) => error)?.error,
    isLoading: pages.states.some(({ isLoading }) => isLoading),
    hasMore: isWhole && count * limit < total,
    more,
    retry: pages.retry,
  }
}
