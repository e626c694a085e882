import { useQuery } from '@tanstack/react-query'
import { type SavedView, savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useAddress } from '../../page/use-address.ts'
import { savePreference } from '../../settings/preferences.ts'
import type { Filters } from '../list-state.ts'
import type { List } from '../use-list.ts'

/**
 * Whether a list still waits for the view that its page opens with, so that it does not show everything first.
 * @param page the name of the list's route; undefined for lists without views
 */
export function useAwaitsView(page: string | undefined): boolean {
  const { search } = useAddress()
  const chosen = useSession(({ user }) => page !== undefined && user?.preferences[`view:${page}`])
  const [opens] = useState(typeof chosen === 'number' && search === '')
  const [opened, setOpened] = useState(false)
  const { data, isPending } = useQuery({
    ...read(savedView.list, { query: { page: page ?? '' }, silent: true }),
    enabled: opens && !opened,
  })
  useEffect(() => {
    if (search !== '') setOpened(true)
  }, [search])
  return opens && !opened && search === '' && (isPending || data?.some((one) => isDefault(one, chosen)) === true)
}

const isDefault = ({ id, problem }: SavedView, chosen: unknown) => id === chosen && !problem

/**
 * The view that somebody chose for themselves: their page opens with it when its address asks for nothing else.
 * @param page the name of the list's route; undefined for lists without views
 * @param views undefined until they are known
 */
export function useDefaultView<Row, Name extends string>(
  list: List<Row, Name>,
  page: string | undefined,
  views: readonly SavedView[] | undefined,
) {
  const key = `view:${page}`
  const kept = useSession(({ user }) => user?.preferences[key])
  const id = page && typeof kept === 'number' ? kept : undefined
  const address = useAddress()
  const [waits, settle] = useState(id !== undefined && address.search === '')
  const open = useEffectEvent((from: readonly SavedView[]) => {
    settle(false)
    const view = from.find((one) => isDefault(one, id))
    if (view && !address.latest().size)
      list.show(view.query as Filters, view.sort || undefined, view.limit ?? undefined)
  })
  useEffect(() => {
    if (waits && views) open(views)
  }, [waits, views])
  return { id, set: (next: number | undefined) => savePreference(key, next) }
}
export type DefaultView = ReturnType<typeof useDefaultView>
