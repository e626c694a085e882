import { useQuery } from '@tanstack/react-query'
import type { Route } from '@zhanggui/contract/routes.ts'
import {
  MAX_VIEW_COUNT,
  type SavedView,
  SHARE_VIEWS,
  savedView,
  viewedQuery,
} from '@zhanggui/contract/setting/saved-view.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall } from '../../access/can.tsx'
import { confirmDelete } from '../../feedback/confirm-delete.ts'
import { showWarning, undo } from '../../feedback/feedback.ts'
import type { ColumnChoice } from '../columns.ts'
import type { Filters } from '../list-state.ts'
import type { MoreAction } from '../row-actions.tsx'
import type { List } from '../use-list.ts'
import type { ListViewTabs } from './list-views.ts'
import { useDefaultView } from './use-default-view.ts'

const SHARE = { permission: SHARE_VIEWS } as const
/** How often the numbers are read again while the page is looked at. */
const POLL_MS = 60_000
/** One call counts for a second only: what it left is asked for soon, a few times. */
const REST_MS = 2000
const MAX_RESTS = 5
/** The server remembers a number for so long: asking again sooner brings nothing. */
const FRESH_MS = 10_000

/** A view to save: a new one of what the list shows, or one to change. */
export type ViewAsked = { of?: SavedView }

/** Something that can be done about the views of a list. */
export type ViewAct = MoreAction

/** The saved views of a list: every paged list has them, but for further lists of a page. */
export function useViews<Row, Name extends string>(list: List<Row, Name>) {
  const page = list.main && viewedQuery(list.route as Route) ? list.route.name : undefined
  const session = useSession()
  const [asked, ask] = useState<ViewAsked>()
  const [managing, manage] = useState(false)
  const [opened, note] = useState<number>()
  const [turned, turn] = useState<{ id: number; columns: readonly ColumnChoice[] | undefined }>()
  const { data: views = NONE, isSuccess } = useQuery({
    ...read(savedView.list, { query: { page: page ?? '' }, silent: true }),
    enabled: page !== undefined,
  })
  const typed = list.filters.keywords
  const keywords: Filters = typeof typed === 'string' && typed ? { keywords: typed } : {}
  const counts = useCounts(list, views, keywords)
  const save = useWrite(savedView.save)
  const remove = useWrite(savedView.remove)
  const mayShare = canCall(session, SHARE)
  const mayChange = ({ id, own, shared }: SavedView) => id > 0 && (shared ? mayShare : own)
  const preset = useDefaultView(list, page, isSuccess ? views : undefined)

  const query: Filters = { ...list.fixed, ...list.filters }
  // Some lists have the order among their filters.
  const sort = 'sort' in list.route.query.properties ? list.sort : undefined
  const shown = views.filter((view) => isShown(view, query, list.sort))
  const active = shown.find(({ id }) => id === opened) ?? shown.find(({ own }) => own) ?? shown[0]
  /** The view that was opened, while the filters are others by now. */
  const left = active ? undefined : views.find(({ id }) => id === opened)

  function open(key: string) {
    const view = views.find((one) => keyOf(one) === key)
    if (!view) return
    if (!view.problem) {
      note(view.id)
      return list.show({ ...keywords, ...view.query } as Filters, view.sort || undefined, view.limit ?? undefined)
    }
    const text = `视图「${view.name}」已失效：${view.problem}。`
    if (mayChange(view)) handleRemove(view, `${text}删除它？`)
    else showWarning(text)
  }

  async function handleRemove(view: SavedView, question?: string) {
    if (question && !(await confirmDelete(question, '删除视图'))) return
    const { id, name } = view
    const again = () => save.mutate({ body: { ...draftOf(view), version: undefined } })
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

  const draftOf = ({ name, query: kept, columns, sort, limit, shared, roles, seq, version }: SavedView) => ({
    page: page ?? '',
    version,
    name,
    query: kept,
    columns: columns ?? undefined,
    sort,
    limit: limit ?? undefined,
    shared,
    roleIds: roles.flatMap((role) => (role.name ? [role.id] : [])),
    seq,
  })

  /** Gives a view the filters and the order that are shown now. */
  function overwrite(view: SavedView) {
    const { id, name } = view
    const body = { ...draftOf(view), id, query, sort }
    const back = () => save.mutate({ body: { ...draftOf(view), id, version: undefined } })
    save.mutate({ body }, { onSuccess: () => undo(`视图「${name}」已换成现在的筛选`, back) })
  }

  const question = (view: SavedView) => (view.own ? undefined : `删除${view.ownerName}共享的视图「${view.name}」？`)
  const isFiltered = Object.keys(list.filters).length > 0
  const mayKeep = page !== undefined && isFiltered && !(active && (active.id < 0 || mayChange(active)))
  const acts: ViewAct[] = []
  if (left && isFiltered && mayChange(left) && !left.roles.some(({ name }) => !name))
    acts.push({ label: `用现在的筛选更新「${left.name}」`, onClick: () => overwrite(left) })
  if (active)
    acts.push({
      label: active.id === preset.id ? '不再默认打开' : '打开页面时默认用它',
      onClick: () => preset.set(active.id === preset.id ? undefined : active.id),
    })
  if (active && mayChange(active)) {
    acts.push({ label: '编辑视图', onClick: () => ask({ of: active }) })
    acts.push({ label: '删除视图', danger: true, onClick: () => handleRemove(active, question(active)) })
  }
  if (views.some(({ id }) => id > 0)) acts.push({ label: '管理视图', reads: true, onClick: () => manage(true) })

  const tabs: ListViewTabs | undefined =
    page === undefined
      ? undefined
      : {
          tabs: views
            // Those that come with the list are there when something is in them.
            .filter((view) => view.id > 0 || view === active || (counts?.[view.id] ?? 0) > 0)
            .map((view) => ({
              key: keyOf(view),
              label: view.problem ? `${view.name}（失效）` : view.name,
              count: counts?.[view.id],
              more: (counts?.[view.id] ?? 0) >= MAX_VIEW_COUNT,
              tone: view.id < 0 ? ('todo' as const) : undefined,
              hint: view.id > 0 && !view.own ? `${view.ownerName || '已离职的同事'}共享` : undefined,
            })),
          active: active && keyOf(active),
          open,
          leave: () => {
            note(undefined)
            if (active) list.search('keywords' in active.query ? {} : keywords)
          },
        }

  const own = turned && turned.id === active?.id ? turned : undefined
  return {
    tabs,
    /** 存为视图, while there is something to keep. */
    keep: mayKeep ? ({ label: '存为视图', onClick: () => ask({}) } as ViewAct) : undefined,
    acts,
    /** What is being saved, for the dialog. */
    asked: page !== undefined &&
      asked && {
        ...asked,
        page,
        query,
        mayShare,
        limit: list.limit,
        views: views.filter((view) => view.own),
        sort,
      },
    close: () => ask(undefined),
    /** The views in a dialog, to put in order, rename and delete. */
    managed: page !== undefined &&
      managing && {
        page,
        views,
        preset,
        mayChange,
        close: () => manage(false),
        onEdit: (view: SavedView) => ask({ of: view }),
        onRemove: (view: SavedView) => handleRemove(view, question(view)),
      },
    /** The columns of the view that is shown; undefined where it has none of its own. */
    columns: own ? { choices: own.columns } : active?.columns ? { choices: active.columns } : undefined,
    turnColumns: (choices: readonly ColumnChoice[] | undefined) => active && turn({ id: active.id, columns: choices }),
  }
}
export type Views = ReturnType<typeof useViews>

const NONE: SavedView[] = []

/** How many rows the views find, read again with the list. */
function useCounts<Row, Name extends string>(list: List<Row, Name>, views: readonly SavedView[], keywords: Filters) {
  const ids = views.filter(({ problem }) => !problem).map(({ id }) => id)
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...read(savedView.count, { query: { ids, ...keywords }, silent: true }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => {
      const isCut = state.data !== undefined && ids.some((id) => state.data?.[id] === undefined)
      return isCut && state.dataUpdateCount <= MAX_RESTS ? REST_MS : POLL_MS
    },
  })
  const readAgain = useEffectEvent((at: number) => {
    if (dataUpdatedAt > 0 && at - dataUpdatedAt > FRESH_MS) refetch()
  })
  const { dataUpdatedAt: listedAt } = list.query
  useEffect(() => readAgain(listedAt), [listedAt])
  return data
}

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
