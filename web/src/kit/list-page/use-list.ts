import { keepPreviousData, replaceEqualDeep, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { Static, TObject } from '@zhanggui/contract/schema.ts'
import { viewedQuery } from '@zhanggui/contract/setting/saved-view.ts'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { CallArguments } from '../../api/call.ts'
import { read } from '../../api/read.ts'
import { keepTook, tookOf } from '../../api/took.ts'
import { useAddress } from '../page/use-address.ts'
import { type Filters, isPaged, type ListState, readListState, writeListState } from './list-state.ts'
import type { ListRow } from './list-table.tsx'
import type { LeftRow } from './use-left-rows.ts'
import { useAwaitsView } from './views/use-default-view.ts'

/** A route that returns a list, paged or whole. */
export type ListSpec = RouteSpec & { query: TObject }

type Pages<Row> = { list?: Row[]; content?: Row[]; total?: number; totalIsLowerBound?: boolean }

/** The type of a list route's rows. */
export type RowOf<Spec extends RouteSpec> =
  RouteAnswer<Spec> extends readonly (infer Row)[]
    ? Row
    : RouteAnswer<Spec> extends { content: (infer Row)[] } | { list?: (infer Row)[] }
      ? Row
      : never

export type ListOptions<Spec extends ListSpec> = {
  /** Fixed filters of the page, which staff neither see nor clear: the dictionary whose values are shown. */
  fixed?: Partial<Static<Spec['query']>>
  /** Distinguishes a second list of the page in the URL. */
  name?: string
  /** A secondary list: without the permission for it, it shows 暂无权限 in its place. */
  silent?: boolean
  /** Fetched again so often, ms: what is shown changes by itself. */
  every?: number
}

/** @typeParam Name the filters of its query */
export type List<Row, Name extends string = string> = ListState & {
  /** Never set: it keeps the filter names distinct for the compiler. */
  names?: readonly Name[]
  route: Route<ListSpec>
  /** Fixed filters of the page. */
  fixed: Filters
  rows: readonly Row[]
  total: number
  totalIsLowerBound: boolean
  /** How long the server took for what is shown, in ms. */
  took: number | undefined
  /** The list of the page, not a further one on it. */
  main: boolean
  /** Not paged: the response is the whole list, or a tree. */
  whole: boolean
  query: UseQueryResult<unknown>
  /** What was last asked for, which acts start from: it may not be shown yet. */
  latest: () => ListState
  /** How a row is shown that left the list by an act of the user. */
  left?: (row: ListRow) => LeftRow | undefined
  /** Sets the filters and goes to the first page; the same filters again refetch the list. */
  search: (filters: Filters) => void
  /** Shows the list as it was kept: with these filters, whatever the page adds to a search, in this order and with so many rows on a page. */
  show: (filters: Filters, sort?: string, limit?: number) => void
  turnTo: (page: number, limit: number) => void
  sortBy: (sort: string | undefined) => void
}

/**
 * The list of a route. Filters, page and sort are in the URL, so they survive a reload and can be shared; a page in a
 * hidden tab sees only its own URL (see `Screen`).
 */
export function useList<Spec extends ListSpec>(
  route: Route<Spec>,
  { fixed, name, silent, every }: ListOptions<Spec> = {},
): List<RowOf<Spec>, keyof Static<Spec['query']> & string> {
  const address = useAddress()
  const { search } = address
  const prefix = name ? `${name}.` : ''
  const state = useMemo(() => readListState(route.query, new URLSearchParams(search), prefix), [route, search, prefix])
  const paged = isPaged(route.query)
  const { filters, page, limit, sort } = state

  const asked = { ...fixed, ...filters, ...(paged && { page, limit }), sort }
  const input = { ...partsOf(route, asked), silent }
  const waits = useAwaitsView(name === undefined && viewedQuery(route as Route) ? route.name : undefined)
  const query = useQuery({
    ...read(route, ...([input] as unknown as CallArguments<Spec>)),
    placeholderData: keepPreviousData,
    structuralSharing: (before, answer) => keepTook(answer, replaceEqualDeep(before, answer)),
    refetchInterval: every,
    enabled: !waits,
  })
  const { rows, total, totalIsLowerBound, whole } = useMemo(() => readAnswer<RowOf<Spec>>(query.data), [query.data])

  const latest = () => readListState(route.query, address.latest(), prefix)
  function change(next: Partial<ListState>) {
    const asked = address.latest()
    const written = writeListState(route.query, { ...latest(), page: 1, ...next }, asked, prefix)
    if (sameAddress(written, asked)) query.refetch()
    else address.replace(written)
  }

  // Go to the previous page once the last row of this one is deleted. An effect, as a hidden tab must not navigate.
  const pastTheEnd = paged && page > 1 && query.isSuccess && !query.isPlaceholderData && !rows.length
  const turnBack = useEffectEvent((from: number, to: number) => {
    if (latest().page === from) change({ page: to })
  })
  useEffect(() => {
    if (pastTheEnd) turnBack(page, Math.min(page - 1, Math.max(1, Math.ceil(total / limit))))
  }, [pastTheEnd, page, total, limit])

  return {
    ...state,
    route,
    fixed: (fixed ?? {}) as Filters,
    rows,
    total,
    totalIsLowerBound,
    took: tookOf(query.data),
    main: name === undefined,
    whole: !paged || whole,
    query,
    latest,
    search: (next) => change({ filters: next }),
    show: (next, nextSort, nextLimit = limit) => change({ filters: next, sort: nextSort, limit: nextLimit }),
    turnTo: (nextPage, nextLimit) => change(nextLimit === limit ? { page: nextPage } : { limit: nextLimit }),
    sortBy: (next) => change({ sort: next }),
  }
}

/** What is asked for, as parts of the call: a POST takes the fields of its body there, and the others in its query. */
function partsOf({ body }: Route<ListSpec>, asked: Readonly<Record<string, unknown>>) {
  const inBody = (body as TObject | undefined)?.properties
  if (!inBody) return { query: asked }
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(asked).filter(([key]) => key in inBody === wanted))
  return { query: pick(false), body: pick(true) }
}

function sameAddress(one: URLSearchParams, other: URLSearchParams): boolean {
  one.sort()
  other.sort()
  return one.toString() === other.toString()
}

/** The rows of a list's answer. */
export function rowsOf<Row>(answer: unknown): readonly Row[] {
  return readAnswer<Row>(answer).rows
}

function readAnswer<Row>(answer: unknown) {
  const { list, content, total = 0, totalIsLowerBound = false } = (answer ?? {}) as Pages<Row>
  const all: readonly Row[] | undefined = Array.isArray(answer) ? answer : content
  if (!list && all) return { rows: all, total: all.length, totalIsLowerBound: false, whole: true }
  return { rows: list ?? [], total, totalIsLowerBound, whole: false }
}
