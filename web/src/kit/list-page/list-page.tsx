import ColumnHeightOutlined from '@ant-design/icons/es/icons/ColumnHeightOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { objectTitles } from '@zhanggui/contract/object-titles.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Button } from 'antd'
import { type ComponentType, type HTMLAttributes, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { canCall } from '../access/can.tsx'
import { AddWords } from '../dialog/add-words.ts'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { useHistoryObject } from '../history/history-object.ts'
import { loadChunk } from '../page/load-chunk.ts'
import { Named } from '../page/named.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { useAsked } from '../page/use-asked.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import { savePreference } from '../settings/preferences.ts'
import type { RowCard } from './card-list.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { arrangeColumns, type ColumnChoice, type ListColumn } from './columns.ts'
import { EmptyList } from './empty-list.tsx'
import type { ExportRoute } from './export-button.tsx'
import { type Filter, FilterBar } from './filters/filter-bar.tsx'
import { ChosenActs, ListActs, PhoneActs } from './list-acts.tsx'
import { ListDialogs } from './list-dialogs.tsx'
import { ListFoot } from './list-foot.tsx'
import styles from './list-page.module.css'
import { branchesOf, type ListRow, ListTable } from './list-table.tsx'
import type { NewRows } from './new-rows.tsx'
import { useOvertaken } from './overtaken.ts'
import { LeftActions, RowActions } from './row-actions.tsx'
import { ROWS, useRowKeys } from './row-keys.tsx'
import { useKeepTrail } from './trail.ts'
import type { List } from './use-list.ts'
import { type RemovalRoute, useRemoval } from './use-removal.ts'
import { ListViews, ShownColumns } from './views/list-views.ts'
import { useViews } from './views/use-views.ts'
import { ViewActs } from './views/view-acts.tsx'
import { ViewTabs } from './views/view-tabs.tsx'

const ViewDialog = lazy(() => loadChunk(() => import('./views/view-dialog.tsx')))
const ViewManager = lazy(() => loadChunk(() => import('./views/view-manager.tsx')))
const NewRowsOf = lazy(() => loadChunk(() => import('./new-rows.tsx')))

export type ListPageProps<Row extends ListRow, Name extends string> = {
  list: List<Row, Name>
  filters?: readonly Filter<Name>[]
  columns: readonly ListColumn<Row>[]
  /** The name of the list; that of the page if omitted, none if empty. */
  title?: string
  /** One line of figures beside the name. */
  summary?: ReactNode
  /** The routes behind 新增, 编辑 and 删除: each is offered to sessions that may call it. */
  add?: Route
  /** Label of the 新增 button, if different. */
  addText?: string
  edit?: Route
  remove?: RemovalRoute
  /** Label of the button that removes the chosen rows, if different. */
  removeChosenText?: string
  /** Rows stay chosen when the page changes. */
  acrossPages?: boolean
  /** The route that exports the rows the filters match. */
  exports?: ExportRoute
  /** Draws the dialog of 新增 (without a row) and of 编辑. */
  dialog?: (row: Row | undefined, close: () => void) => ReactNode
  /** Opens a separate page instead of a dialog. */
  open?: (row: Row | undefined) => void
  /** Rows that cannot be edited or removed, such as built-in ones. */
  mayEdit?: (row: Row) => boolean
  mayRemove?: (row: Row) => boolean
  /** What goes with a deletion: a sentence after the question. */
  removeText?: string
  /** What staff call a row in questions; its `name` if omitted. */
  nameOf?: (row: Row) => string
  /** Opens a row to look at it, by a click or Enter; 编辑 if omitted. */
  look?: (row: Row) => void
  /** The address of the page that `look` or else a click opens; Ctrl+click opens it in a new tab. */
  address?: (row: Row) => string | undefined
  /** Further actions of a row, each a `RowAction`. */
  actions?: (row: Row) => ReactNode
  /** The content of an expanded row; not for trees. */
  expanded?: (row: Row) => ReactNode
  /** Further acts of the list, beside its name. */
  tools?: ReactNode
  /** What can be done with chosen rows: shown once there are any. */
  batch?: (chosen: readonly Row[], ids: readonly number[]) => ReactNode
  /** What rows are counted in, if not 条: 单. */
  unit?: string
  /** Sums of what the filters match, in the foot; of the chosen rows while there are any. */
  sums?: ReactNode
  chosenSums?: (chosen: readonly Row[]) => ReactNode
  /** Lists whose newest rows come first say when others came meanwhile. */
  news?: NewRows
  /** A row as a card on phones; its columns with their names if omitted. */
  card?: (row: Row) => RowCard
  /** Trees start folded; search results are shown in any case. */
  folded?: boolean
  /** The component of a row, for rows that can be dragged. Must be the same component each time. */
  row?: ComponentType<HTMLAttributes<HTMLTableRowElement>>
  /** Draws the rows as something other than a table, such as a grid of pictures. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined
  chosenId?: number
  /** What the list is for, in a sentence: shown while nothing is in it. */
  purpose: string
  /** The line above it, if not 还没有 and the name of the object. */
  empty?: string
  /** The act that begins it, where nothing is added here. */
  begin?: ReactNode
  /** Drawn above the tools, such as the tabs of a list. */
  header?: ReactNode
  /** Further fields in the panel of filters, each a `Form.Item`. */
  moreFilters?: ReactNode
  /** Page sizes, where they differ from the default ones. */
  pageSizes?: readonly number[]
}

/** A list screen: filters, tools, rows and pages; about eighty screens of the console use it. */
export function ListPage<Row extends ListRow, Name extends string>(props: ListPageProps<Row, Name>) {
  const { list, filters = [], columns, title, dialog, open, mayEdit, mayRemove, actions, tools, chosenId } = props
  const { look, address, removeText, addText = '新增', removeChosenText = '删除', acrossPages } = props
  const session = useSession()
  const allowed = (route: Route | undefined) => route !== undefined && canCall(session, route)
  const [mayAdd, mayChange, mayDelete] = [allowed(props.add), allowed(props.edit), allowed(props.remove)]
  const removal = useRemoval(props.remove)

  const phone = useIsPhone()
  const [turned, setTurned] = useState<boolean>()
  // Not the previous rows yet: there may be very many.
  const found = Object.keys(list.filters).length > 0 && !list.query.isPlaceholderData
  const folded = turned ?? (props.folded === true && !found)
  const [ids, setIds] = useState<readonly number[]>([])
  const [editing, setEditing] = useState<{ row?: Row }>()
  const columnKey = `columns:${list.route.name}`
  const views = useViews(list)
  const ownColumns = views.columns ? views.columns.choices : session.user?.preferences[columnKey]
  const choices = arrangeColumns(columns, ownColumns)
  const keepColumns = (next: readonly ColumnChoice[] | undefined) =>
    views.columns ? views.turnColumns(next) : savePreference(columnKey, next)

  // Rows of another page, or removed meanwhile, are deselected, unless the screen keeps them.
  const chosen = flatten(list.rows).filter(({ id }) => ids.includes(Number(id)))
  const chosenIds = acrossPages ? ids : chosen.map(({ id }) => Number(id))
  const [only] = chosenIds.length === 1 ? chosen : []
  const isTree = branchesOf(list.rows).length > 0
  const overtaken = useOvertaken(list, flatten(list.rows), columns)
  const show = open ?? ((row: Row | undefined) => setEditing({ row }))

  useAsked(
    'edit',
    (id) => {
      const row = flatten(list.rows).find((each) => String(each.id) === id)
      if (row && mayChange && (mayEdit?.(row) ?? true)) show(row)
    },
    list.query.isSuccess && !list.query.isPlaceholderData && !list.query.isFetching,
  )

  const noun = objectTitles[list.route.object] ?? '数据'
  const nameOf = props.nameOf ?? plainName
  const box = useRef<HTMLDivElement>(null)
  useRowKeys(box)
  const navigate = useNavigate()
  useKeepTrail(list, address, props.unit)
  function opens(row: Row) {
    if (list.left?.(row)) return undefined
    const to = address?.(row)
    const edits = !look && mayChange && !chosenId && (mayEdit?.(row) ?? true)
    if (!to && !look && !edits) return undefined
    return (newTab: boolean) => {
      if (to && newTab) window.open(to, '_blank', 'noopener')
      else if (look) look(row)
      else if (to) navigate(to)
      else show(row)
    }
  }

  async function handleRemoveChosen() {
    const size = `${chosenIds.length} 个`
    if (await confirmDelete(`删除 ${size}${noun}？${removeText ?? ''}`, `删除 ${size}`))
      removal.mutate(chosenIds, { onSuccess: () => setIds([]) })
  }

  const kind = useHistoryObject(list.route.object)
  const hasHistory = kind !== undefined && list.route.name === `${kind}.list`
  const hasActions = mayChange || mayDelete || actions || hasHistory
  const rowActions = (row: Row) =>
    list.left?.(row) ? (
      <LeftActions of={list.left(row)} />
    ) : (
      <RowActions
        onEdit={mayChange && (mayEdit?.(row) ?? true) ? () => show(row) : undefined}
        onRemove={mayDelete && (mayRemove?.(row) ?? true) ? () => removal.mutateAsync([Number(row.id)]) : undefined}
        remove={props.remove}
        question={`删除${noun}${quoted(nameOf(row))}？${removeText ?? ''}`}
        history={hasHistory ? { object: kind, id: Number(row.id), name: nameOf(row) } : undefined}
      >
        {actions?.(row)}
      </RowActions>
    )

  const mayBatch = mayChange || mayDelete || props.batch
  const exportable = allowed(props.exports) ? props.exports : undefined
  const offer = {
    list,
    tools,
    exports: exportable,
    add: props.add,
    addText,
    onAdd: () => show(undefined),
  }
  const chosenActs = (
    <ChosenActs
      list={list}
      ids={chosenIds}
      exports={exportable}
      batch={props.batch?.(chosen, chosenIds)}
      onEdit={mayChange && only && (mayEdit?.(only) ?? true) ? () => show(only) : undefined}
      remove={chosen.every((row) => mayRemove?.(row) ?? true) ? props.remove : undefined}
      removeText={removeChosenText}
      removing={removal}
      onRemove={handleRemoveChosen}
    />
  )
  const barTools = (
    <>
      {phone && <PhoneActs {...offer} views={views} />}
      {isTree && (
        <Tool
          label={folded ? '展开全部' : '折叠全部'}
          icon={<ColumnHeightOutlined aria-hidden />}
          onClick={() => setTurned(!folded)}
        />
      )}
      {!phone && <ViewActs of={views} />}
      {!phone && <Tool label="刷新" icon={<ReloadOutlined aria-hidden />} onClick={() => list.query.refetch()} />}
      {!phone && (
        <ColumnChooser
          choices={choices}
          titles={new Map(columns.map(({ name, title: text }) => [name, text]))}
          onChange={keepColumns}
          onReset={() => keepColumns(undefined)}
        />
      )}
    </>
  )

  const set = filters
    .map((filter) => (typeof filter === 'string' ? filter : filter.name))
    .filter((name) => name in list.filters)
  const clear = () =>
    list.search(Object.fromEntries(Object.entries(list.latest().filters).filter(([name]) => !isIn(set, name))))
  const empty = (
    <EmptyList
      noun={noun}
      filtered={set.length}
      onClear={clear}
      narrowed={Object.keys(list.filters).length > 0}
      text={props.empty}
      purpose={props.purpose}
      add={props.add}
      mayAdd={mayAdd}
      addText={addText}
      onAdd={() => show(undefined)}
      begin={props.begin}
    />
  )

  const page = (
    <div ref={box} className={styles.page} {...ROWS}>
      <PageHeader
        title={title}
        summary={props.summary}
        acts={!phone && (mayAdd || exportable || tools) && <ListActs {...offer} />}
      />
      <section className={styles.card}>
        <ListViews value={views.tabs}>{props.header ?? <ViewTabs />}</ListViews>
        <FilterBar list={list} filters={filters} more={props.moreFilters} tools={barTools} unit={props.unit} />
        {props.news && (
          <Suspense fallback={null}>
            <NewRowsOf list={list} {...props.news} />
          </Suspense>
        )}
        <ListTable
          list={list}
          overtaken={overtaken}
          columns={choices.flatMap(({ name, shown }) => (shown ? columns.filter((one) => one.name === name) : []))}
          arranged={ownColumns !== undefined}
          card={props.card}
          actions={hasActions ? rowActions : undefined}
          selection={mayBatch ? { ids: chosenIds, onChange: setIds, acrossPages } : undefined}
          expanded={props.expanded}
          folded={folded}
          chosenId={chosenId}
          row={props.row}
          draw={props.draw}
          empty={empty}
          opens={opens}
        />
        <ListFoot
          list={list}
          sums={props.sums}
          sizes={props.pageSizes}
          unit={props.unit}
          batch={
            chosenIds.length
              ? {
                  count: chosenIds.length,
                  // Of rows on other pages only the ids are known.
                  sums: chosen.length === chosenIds.length && props.chosenSums?.(chosen),
                  acts: chosenActs,
                  onClear: () => setIds([]),
                }
              : undefined
          }
        />
      </section>
      {views.managed && (
        <Suspense fallback={null}>
          <ViewManager of={views.managed} />
        </Suspense>
      )}
      {views.asked && (
        <Suspense fallback={null}>
          <ViewDialog asked={views.asked} columns={choices} onClose={views.close} />
        </Suspense>
      )}
      {editing && <AddWords value={props.addText}>{dialog?.(editing.row, () => setEditing(undefined))}</AddWords>}
    </div>
  )
  const shownNames = choices.flatMap(({ name, shown }) => (shown ? [name] : []))
  return (
    <ShownColumns value={shownNames}>
      <ListDialogs>{page}</ListDialogs>
    </ShownColumns>
  )
}

const isIn = (names: readonly string[], name: string) => names.includes(name)

/** The name of a row, where it has one. */
function plainName(row: ListRow): string {
  const { name } = row as { name?: unknown }
  return typeof name === 'string' ? name : ''
}

const quoted = (name: string) => (name ? `「${name}」` : '')

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Named name={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} />
    </Named>
  )
}

function flatten<Row extends ListRow>(rows: readonly Row[]): Row[] {
  // In a tree the rows below a row are of the same kind.
  return rows.flatMap((row) => [row, ...flatten((row.children ?? []) as readonly Row[])])
}
