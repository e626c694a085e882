import ColumnHeightOutlined from '@ant-design/icons/es/icons/ColumnHeightOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { Route } from '@zhanggui/contract/routes.ts'
import { Button, Space, Tooltip } from 'antd'
import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { canCall } from '../access/can.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { savePreference } from '../settings/preferences.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { arrangeColumns, type ListColumn } from './columns.ts'
import { ExportButton, type ExportRoute } from './export-button.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import styles from './list-page.module.css'
import { branchesOf, type ListRow, ListTable } from './list-table.tsx'
import { RowActions } from './row-actions.tsx'
import type { List } from './use-list.ts'
import { type RemovalRoute, useRemoval } from './use-removal.ts'

export type ListPageProps<Row extends ListRow, Name extends string> = {
  list: List<Row, Name>
  filters?: readonly Filter<Name>[]
  columns: readonly ListColumn<Row>[]
  /** Drawn at the left of the tools, where a page has more than one list. */
  title?: ReactNode
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
  /** The question before a deletion, where the default one does not say enough. */
  removeText?: string
  /** Further actions of a row, each a `RowAction`. */
  actions?: (row: Row) => ReactNode
  /** The content of an expanded row; not for trees. */
  expanded?: (row: Row) => ReactNode
  /** Further tools; those that receive the chosen rows make rows selectable. */
  tools?: ReactNode | ((chosen: readonly Row[]) => ReactNode)
  /** Trees start folded; search results are shown in any case. */
  folded?: boolean
  /** The component of a row, for rows that can be dragged. Must be the same component each time. */
  row?: ComponentType<HTMLAttributes<HTMLTableRowElement>>
  /** Draws the rows as something other than a table, such as a grid of pictures. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined
  chosenId?: number
  /** The text shown while there are no rows. */
  empty?: string
  /** Drawn above the tools, such as the tabs of a list. */
  header?: ReactNode
  /** Drawn beside 搜索, such as a button for more filters. */
  moreFilters?: ReactNode
  /** Page sizes, where they differ from the default ones. */
  pageSizes?: readonly number[]
}

/** A list screen: filters, tools, rows and pages; about eighty screens of the console use it (SY-1, 1.11). */
export function ListPage<Row extends ListRow, Name extends string>(props: ListPageProps<Row, Name>) {
  const { list, filters = [], columns, title, dialog, open, mayEdit, mayRemove, actions, tools, chosenId } = props
  const { removeText, addText = '新增', removeChosenText = '删除', acrossPages } = props
  const session = useSession()
  const allowed = (route: Route | undefined) => route !== undefined && canCall(session, route)
  const [mayAdd, mayChange, mayDelete] = [allowed(props.add), allowed(props.edit), allowed(props.remove)]
  const removal = useRemoval(props.remove)

  const [searching, setSearching] = useState(true)
  const [turned, setTurned] = useState<boolean>()
  // Not the previous rows yet: there may be very many.
  const found = Object.keys(list.filters).length > 0 && !list.query.isPlaceholderData
  const folded = turned ?? (props.folded === true && !found)
  const [ids, setIds] = useState<readonly number[]>([])
  const [editing, setEditing] = useState<{ row?: Row }>()
  const columnKey = `columns:${list.route.name}`
  const choices = arrangeColumns(columns, session.user?.preferences[columnKey])

  // Rows of another page, or removed meanwhile, are deselected, unless the screen keeps them.
  const chosen = flatten(list.rows).filter(({ id }) => ids.includes(Number(id)))
  const chosenIds = acrossPages ? ids : chosen.map(({ id }) => Number(id))
  const [only] = chosenIds.length === 1 ? chosen : []
  const isTree = branchesOf(list.rows).length > 0
  const show = open ?? ((row: Row | undefined) => setEditing({ row }))

  async function handleRemoveChosen() {
    const question = removeText ?? `确认删除选中的${chosenIds.length}条数据?`
    if (await confirmDelete(question)) removal.mutate(chosenIds, { onSuccess: () => setIds([]) })
  }

  const hasActions = mayChange || mayDelete || actions
  const rowActions = (row: Row) => (
    <RowActions
      onEdit={mayChange && (mayEdit?.(row) ?? true) ? () => show(row) : undefined}
      onRemove={mayDelete && (mayRemove?.(row) ?? true) ? () => removal.mutateAsync([Number(row.id)]) : undefined}
      removeText={removeText}
    >
      {actions?.(row)}
    </RowActions>
  )

  return (
    <div className={styles.page}>
      {filters.length > 0 && (
        <section className={styles.card} hidden={!searching}>
          <FilterBar list={list} filters={filters} more={props.moreFilters} />
        </section>
      )}
      <section className={styles.card}>
        {props.header}
        <div className={styles.tools}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => show(undefined)}>
              {addText}
            </Button>
          )}
          {mayChange && (
            <Button
              icon={<EditOutlined aria-hidden />}
              disabled={!only || !(mayEdit?.(only) ?? true)}
              onClick={() => show(only)}
            >
              修改
            </Button>
          )}
          {mayDelete && (
            <Button
              danger
              icon={<DeleteOutlined aria-hidden />}
              loading={removal.isPending}
              disabled={!chosenIds.length || !chosen.every((row) => mayRemove?.(row) ?? true)}
              onClick={handleRemoveChosen}
            >
              {removeChosenText}
            </Button>
          )}
          {props.exports && allowed(props.exports) && <ExportButton list={list} route={props.exports} />}
          {typeof tools === 'function' ? tools(chosen) : tools}
          <Space.Compact className={styles.toolsEnd}>
            {isTree && (
              <Tool
                label={folded ? '展开全部' : '折叠全部'}
                icon={<ColumnHeightOutlined aria-hidden />}
                onClick={() => setTurned(!folded)}
              />
            )}
            {filters.length > 0 && (
              <Tool
                label={searching ? '隐藏搜索' : '显示搜索'}
                icon={<SearchOutlined aria-hidden />}
                onClick={() => setSearching(!searching)}
              />
            )}
            <Tool label="刷新" icon={<ReloadOutlined aria-hidden />} onClick={() => list.query.refetch()} />
            <ColumnChooser
              choices={choices}
              titles={new Map(columns.map(({ name, title: text }) => [name, text]))}
              onChange={(next) => savePreference(columnKey, next)}
              onReset={() => savePreference(columnKey, undefined)}
            />
          </Space.Compact>
        </div>
        <ListTable
          list={list}
          columns={choices.flatMap(({ name, shown }) => (shown ? columns.filter((one) => one.name === name) : []))}
          actions={hasActions ? rowActions : undefined}
          selection={
            mayChange || mayDelete || typeof tools === 'function'
              ? { ids: chosenIds, onChange: setIds, acrossPages }
              : undefined
          }
          expanded={props.expanded}
          folded={folded}
          chosenId={chosenId}
          row={props.row}
          draw={props.draw}
          empty={props.empty}
          pageSizes={props.pageSizes}
        />
      </section>
      {editing && dialog?.(editing.row, () => setEditing(undefined))}
    </div>
  )
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}

function flatten<Row extends ListRow>(rows: readonly Row[]): Row[] {
  // In a tree the rows below a row are of the same kind.
  return rows.flatMap((row) => [row, ...flatten((row.children ?? []) as readonly Row[])])
}
