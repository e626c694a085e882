import { useQuery } from '@tanstack/react-query'
import { type SavedView, savedView, viewPages } from '@zhanggui/contract/setting/saved-view.ts'
import { useState } from 'react'
import { read } from '../../api/read.ts'
import { useSession } from '../../api/session.ts'
import { useWrite } from '../../api/use-write.ts'
import { canCall } from '../access/can.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { showWarning, undo } from '../feedback/feedback.ts'
import type { ColumnChoice } from './columns.ts'
import type { Filters } from './list-state.ts'
import type { ListViewTabs } from './list-views.ts'
import type { List } from './use-list.ts'

const SHARE = { permission: 'admin:common:view:share' } as const
/** How often the numbers are read again while the page is looked at. */
const POLL_MS = 60_000

/** A view to save: a new one of what the list shows, or one to change. */
export type ViewAsked = { of?: SavedView }

/** Something that can be done about the views of a list. */
export type ViewAct = { label: string; danger?: boolean; onClick: () => void }

/** The saved views of a list, for those lists that have them. */
export function useViews<Row, Name extends string>(list: List<Row, Name>) {
  const page = viewPages.find((name) => name === list.route.name)
  const session = useSession()
  const [asked, ask] = useState<ViewAsked>()
  const [turned, turn] = useState<{ id: number; columns: readonly ColumnChoice[] | undefined }>()
  const { data: views = [] } = useQuery({
    ...read(savedView.list, { query: { page: page ?? 'order.list' }, silent: true }),
    enabled: page !== undefined,
  })
  const typed = list.filters.keywords
  const keywords: Filters = typeof typed === 'string' && typed ? { keywords: typed } : {}
  const ids = views.filter(({ problem }) => !problem).map(({ id }) => id)
  const { data: counts } = useQuery({
    ...read(savedView.count, { query: { ids, ...keywords }, silent: true }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    refetchInterval: POLL_MS,
  })
  const save = useWrite(savedView.save)
  const remove = useWrite(savedView.remove)
  const mayShare = canCall(session, SHARE)
  const mayChange = ({ id, own, shared }: SavedView) => id > 0 && (shared ? mayShare : own)

  const query: Filters = { ...list.filters, ...list.fixed }
  const shown = views.filter((view) => isShown(view, query, list.sort))
  const active = shown.find(({ own }) => own) ?? shown[0]

  function open(key: string) {
    const view = views.find((one) => keyOf(one) === key)
    if (!view) return
    if (!view.problem) return list.show({ ...keywords, ...view.query } as Filters, view.sort || undefined)
    const text = `视图「${view.name}」已失效：${view.problem}。`
    if (mayChange(view)) handleRemove(view, `${text}删除它？`)
    else showWarning(text)
  }

  async function handleRemove(view: SavedView, question?: string) {
    if (question && !(await confirmDelete(question, '删除视图'))) return
    const { id, name, query: kept, columns, sort, shared, seq } = view
    const again = () =>
      page && save.mutate({ body: { page, name, query: kept, columns: columns ?? undefined, sort, shared, seq } })
    remove.mutate(
      { body: { id } },
      {
        onSuccess: () => {
          if (view === active) list.show({})
          // Somebody else's comes back as one's own, so it is only asked about.
          if (view.own && !view.problem) undo(`已删除视图「${name}」`, again)
        },
      },
    )
  }

  const acts: ViewAct[] = []
  if (page && active && mayChange(active)) {
    const question = active.own ? undefined : `删除${active.ownerName}共享的视图「${active.name}」？`
    acts.push({ label: '编辑视图', onClick: () => ask({ of: active }) })
    acts.push({ label: '删除视图', danger: true, onClick: () => handleRemove(active, question) })
  } else if (page && Object.keys(list.filters).length > 0 && !(active && active.id < 0))
    acts.push({ label: '存为视图', onClick: () => ask({}) })

  const tabs: ListViewTabs | undefined = page && {
    tabs: views
      // Those that come with the list are there when something is in them.
      .filter((view) => view.id > 0 || view === active || (counts?.[view.id] ?? 0) > 0)
      .map((view) => ({
        key: keyOf(view),
        label: view.problem ? `${view.name}（失效）` : view.name,
        count: counts?.[view.id],
        more: (counts?.[view.id] ?? 0) >= MAX_COUNTED,
        tone: view.id < 0 ? ('todo' as const) : undefined,
      })),
    active: active && keyOf(active),
    open,
    leave: () => active && list.search('keywords' in active.query ? {} : keywords),
  }

  const own = turned && turned.id === active?.id ? turned : undefined
  return {
    tabs,
    acts,
    /** What is being saved, for the dialog. */
    asked: page &&
      asked && {
        ...asked,
        ...{ page, query, mayShare, views: views.filter((view) => view.own) },
        // Some lists have the order among their filters.
        sort: 'sort' in list.route.query.properties ? list.sort : undefined,
      },
    close: () => ask(undefined),
    /** The columns of the view that is shown; undefined where it has none of its own. */
    columns: own ? { choices: own.columns } : active?.columns ? { choices: active.columns } : undefined,
    turnColumns: (choices: readonly ColumnChoice[] | undefined) => active && turn({ id: active.id, columns: choices }),
  }
}
export type Views = ReturnType<typeof useViews>

/** The server counts no further. */
const MAX_COUNTED = 10_000

const keyOf = ({ id }: SavedView) => `view:${id}`

/** Whether the list shows what a view asks for; a view without an order or keywords of its own is shown with any. */
function isShown(view: SavedView, query: Filters, sort: string | undefined): boolean {
  const { keywords: _, ...others } = query
  const asked = 'keywords' in view.query ? query : others
  return !view.problem && signature(view.query) === signature(asked) && (!view.sort || view.sort === sort)
}

/** Filters as a text that does not depend on their order. */
const signature = (filters: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)))
