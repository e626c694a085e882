import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import type { CallArguments } from '../../api/call.ts'
import { read } from '../../api/read.ts'
import { isPaged } from './list-state.ts'
import { type List, type ListSpec, rowsOf } from './use-list.ts'

/** The pages that a list leads to, in its order. */
export type Trail = {
  /** The list itself, with its filters. */
  to: string
  addresses: readonly string[]
  page: number
  /** The place of the first address among all rows, from 0. */
  offset: number
  total: number
  /** What its rows are counted in. */
  unit: string
  /** The trail of another page of the list. */
  turn: ((page: number) => Promise<Trail>) | undefined
}

/** The lists that were last looked at, by path. */
export const useTrails = create<Readonly<Record<string, Trail>>>(() => ({}))

/** Remembers where the rows of a list lead, for the pages there to go on to their neighbours. */
export function useKeepTrail<Row>(
  list: List<Row>,
  addressOf: ((row: Row) => string | undefined) | undefined,
  unit = '个',
) {
  const { pathname, search } = useLocation()
  const client = useQueryClient()
  const { route, fixed, filters, sort, limit, page, rows, total, whole } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with all that leads to them
  useEffect(() => {
    if (!addressOf || !rows.length) return
    const addresses = (of: readonly Row[]) => of.map(addressOf).filter((one) => one !== undefined)
    const trailOf = (at: number, found: readonly Row[]): Trail => ({
      to: pathname + search,
      addresses: addresses(found),
      page: at,
      offset: whole ? 0 : (at - 1) * limit,
      total,
      unit,
      turn:
        isPaged(route.query) && !whole
          ? async (next) => {
              const input = { query: { ...fixed, ...filters, page: next, limit, sort } }
              const answer = await client.fetchQuery(read(route, ...([input] as unknown as CallArguments<ListSpec>)))
              return trailOf(next, rowsOf<Row>(answer))
            }
          : undefined,
    })
    useTrails.setState({ [pathname]: trailOf(page, rows) })
  }, [rows, pathname, search])
}

export type Neighbours = {
  back: string
  /** From 1. */
  place: number
  total: number
  unit: string
  /** Goes to the address before or after this one; undefined at the ends. */
  goBefore: (() => Promise<string | undefined>) | undefined
  goAfter: (() => Promise<string | undefined>) | undefined
}

/**
 * Where a page stands in the list it was opened from; undefined when it was opened by its address.
 * @param of the address of the page shown beside its list; that of this page if omitted
 */
export function useNeighbours(of?: string): Neighbours | undefined {
  const { pathname, search } = useLocation()
  const here = of ?? pathname + search
  const found = useTrails((trails) => Object.values(trails).find(({ addresses }) => addresses.includes(here)))
  if (!found) return undefined
  const { addresses, page, offset, total, unit, turn, to } = found
  const at = addresses.indexOf(here)
  const step = (by: -1 | 1) => {
    const next = addresses[at + by]
    const place = offset + at + by
    if (!next && (place < 0 || place >= total || !turn)) return undefined
    return async () => {
      if (next) return next
      const trail = await turn?.(page + by)
      if (trail) useTrails.setState({ [to.split('?')[0] ?? to]: trail })
      return by === 1 ? trail?.addresses[0] : trail?.addresses.at(-1)
    }
  }
  return { back: to, place: offset + at + 1, total, unit, goBefore: step(-1), goAfter: step(1) }
}
