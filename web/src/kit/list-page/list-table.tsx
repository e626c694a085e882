import { Skeleton, Table, type TableColumnType, type TableRef } from 'antd'
import {
  type ComponentType,
  type HTMLAttributes,
  type Key,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FailedBlock } from '../page/block-state.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { useWidth } from '../page/use-width.ts'
import { useSettings } from '../settings/settings.ts'
import { showsTabs } from '../settings/settings-state.ts'
import { CardList, type RowCard } from './card-list.tsx'
import { cellOf, type ListColumn } from './columns.ts'
import { fitColumns } from './fit-columns.ts'
import styles from './list-table.module.css'
import type { OvertakenLine } from './overtaken.ts'
import { OvertakenBar } from './overtaken-bar.tsx'
import { opening } from './row-keys.tsx'
import type { List } from './use-list.ts'

/** A row, with those below it in a tree. Rows that are chosen, edited or removed have numeric ids. */
export type ListRow = { id: number | string; children?: readonly ListRow[] }

export type ListTableProps<Row> = {
  list: List<Row>
  columns: readonly ListColumn<Row>[]
  /** Staff have chosen the columns: none is left out. */
  arranged?: boolean
  /** A row as a card on phones. */
  card?: ((row: Row) => RowCard) | undefined
  actions?: (row: Row) => ReactNode
  selection?: { ids: readonly number[]; onChange: (ids: readonly number[]) => void; acrossPages?: boolean }
  /** The content of an expanded row; not for trees. */
  expanded?: (row: Row) => ReactNode
  /** Whether the whole tree is folded. */
  folded: boolean
  /** The row whose details are shown beside the list. */
  chosenId?: number
  row?: ComponentType<HTMLAttributes<HTMLTableRowElement>>
  /** Draws the rows instead of the table. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined
  /** Drawn while nothing matches. */
  empty: ReactNode
  /** What is said in a row that somebody changed before an act on it. */
  overtaken?: (row: ListRow) => OvertakenLine | undefined
  /** Opens a row, by a click or Enter. */
  opens?: ((row: Row) => ((newTab: boolean) => void) | undefined) | undefined
}

/** The rows of a list in all their states; on phones as cards, except those of trees. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { list } = props
  const phone = useIsPhone()
  const { query } = list
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} className={styles.skeleton} />
  if (query.isError && (query.data === undefined || query.isPlaceholderData))
    return <FailedBlock error={query.error} onRetry={query.refetch} />
  if (props.draw && list.rows.length) return props.draw(list.rows)
  return phone && !props.row && !branchesOf(list.rows).length ? <CardList {...props} /> : <Rows {...props} />
}

/** The columns of the check box and of the arrow. */
const CHECK_WIDTH = 44
const ARROW_WIDTH = 36
/** The actions of a row, until they are measured. */
const ACTIONS_WIDTH = 96

function Rows<Row extends ListRow>(props: ListTableProps<Row>) {
  const { list, columns, actions, selection, expanded, folded, chosenId, row, empty, opens, overtaken } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const actionsWidth = useActionsWidth(box)
  const phone = useIsPhone()
  const offsetHeader = useSettings((settings) =>
    settings.fixedHeader ? 50 + (showsTabs(settings, phone) ? 34 : 0) : 0,
  )
  const folding = useFolding(list.rows, folded)
  const table = useRef<TableRef>(null)
  useLeftEdge(table, JSON.stringify(list.filters))
  const expandable = expanded ? { expandedRowRender: expanded, columnWidth: ARROW_WIDTH } : folding
  // Nothing scrolls sideways on phones: of a tree, which has no cards, they show what a row is called and its acts.
  const drawn = phone ? columns.slice(0, 1).map((column) => ({ ...column, width: undefined, minWidth: 120 })) : columns
  const fixedWidth = (selection ? CHECK_WIDTH : 0) + (expanded ? ARROW_WIDTH : 0) + (actions ? actionsWidth : 0)
  const fitted = fitColumns(drawn, width && width - fixedWidth, props.arranged === true)
  useKeysScroll(table, fitted.scroll, list.rows)
  // In the widest column, below what it shows.
  const wide = (fitted.columns.find((column) => column.width === undefined) ?? fitted.columns[0])?.name
  return (
    <div ref={box}>
      <Table<Row>
        ref={table}
        className={styles.table}
        rowKey="id"
        size="medium"
        sticky={{ offsetHeader }}
        tableLayout="fixed"
        scroll={fitted.scroll === undefined ? undefined : { x: fitted.scroll + fixedWidth }}
        loading={{ spinning: list.query.isFetching, delay: 200 }}
        dataSource={list.rows}
        pagination={false}
        columns={[
          ...fitted.columns.map((column) =>
            toTableColumn(column, list.sort, column.name === wide ? overtaken : undefined),
          ),
          ...actionColumn(actions, actionsWidth),
        ]}
        rowSelection={
          selection && {
            columnWidth: CHECK_WIDTH,
            selectedRowKeys: [...selection.ids],
            preserveSelectedRowKeys: selection.acrossPages,
            // The library's own texts are English.
            getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
            getCheckboxProps: (each) => ({
              'aria-label': `选择编号 ${each.id}`,
              disabled: list.left?.(each) !== undefined,
            }),
            onChange: (keys) => selection.onChange(keys.map(Number)),
          }
        }
        expandable={expandable}
        components={useMemo(() => row && { body: { row } }, [row])}
        rowClassName={(each) =>
          list.left?.(each) ? (styles.left ?? '') : each.id === chosenId ? 'ant-table-row-selected' : ''
        }
        onRow={(one) => opening(opens?.(one))}
        locale={{ emptyText: empty }}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
          list.sortBy(order ? `${columnKey},${order === 'ascend' ? 'asc' : 'desc'}` : undefined)
        }}
      />
    </div>
  )
}

/** The width the actions of rows take, px. It grows only, so that columns do not jump from page to page. */
function useActionsWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(ACTIONS_WIDTH)
  // With each drawing: acts may come later than their rows, such as 恢复.
  useLayoutEffect(() => {
    const cells = box.current?.querySelectorAll<HTMLElement>('[data-actions]') ?? []
    const widest = Math.max(0, ...[...cells].map(({ offsetWidth }) => offsetWidth)) + 2 * ACTIONS_PADDING
    setWidth((before) => Math.max(before, Math.ceil(widest)))
  })
  return width
}

const ACTIONS_PADDING = 16

const bodyOf = (table: RefObject<TableRef | null>) =>
  table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-body')

/** A scrollable area without a control that the Tab key reaches becomes focusable itself. */
function useKeysScroll(table: RefObject<TableRef | null>, scroll: number | undefined, rows: readonly unknown[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the area appears with its width, the controls with the rows
  useEffect(() => {
    const body = bodyOf(table)
    if (body?.querySelector('a, button, input')) body.removeAttribute('tabindex')
    else if (body) body.tabIndex = 0
  }, [table, scroll, rows])
}

/** Scrolls the results of a new search back to the left edge. */
function useLeftEdge(table: RefObject<TableRef | null>, filters: string): void {
  const shown = useRef(filters)
  useEffect(() => {
    if (shown.current === filters) return
    shown.current = filters
    bodyOf(table)?.scrollTo?.({ left: 0 })
  }, [table, filters])
}

function toTableColumn<Row extends ListRow>(
  column: ListColumn<Row>,
  sort: string | undefined,
  overtaken: ListTableProps<Row>['overtaken'],
): TableColumnType<Row> {
  const {
    name,
    sorts,
    hidden: _,
    low: _low,
    least: _least,
    render: _render,
    card: _card,
    says: _says,
    ...look
  } = column
  const [field, order] = sort?.split(',') ?? []
  return {
    ...look,
    key: name,
    dataIndex: name,
    render: (_value, row) => {
      const line = overtaken?.(row)
      if (!line) return cellOf(column, row)
      return (
        <>
          {cellOf(column, row)}
          <OvertakenBar of={line} />
        </>
      )
    },
    ...(sorts && {
      sorter: true,
      sortOrder: field === name ? (order === 'asc' ? 'ascend' : 'descend') : null,
      showSorterTooltip: false,
    }),
  }
}

/** Fixed at the right edge while scrolling. */
function actionColumn<Row>(actions: ((row: Row) => ReactNode) | undefined, width: number): TableColumnType<Row>[] {
  if (!actions) return []
  return [{ key: 'actions', title: '操作', fixed: 'end', align: 'right', width, render: (_value, row) => actions(row) }]
}

/** Which rows of a tree are open: all or none, except those staff have toggled since. Undefined where there is no tree. */
function useFolding<Row extends ListRow>(rows: readonly Row[], folded: boolean) {
  const [turned, setTurned] = useState({ folded, keys: new Set<Key>() })
  const exceptions = turned.folded === folded ? turned.keys : new Set<Key>()
  const branches = useMemo(() => branchesOf(rows), [rows])
  if (!branches.length) return undefined
  return {
    expandedRowKeys: branches.filter((id) => exceptions.has(id) === folded),
    onExpand: (_open: boolean, { id }: Row) =>
      setTurned({ folded, keys: exceptions.symmetricDifference(new Set<Key>([id])) }),
  }
}

/** The ids of all rows that have children. */
export function branchesOf(rows: readonly ListRow[]): Key[] {
  return rows.flatMap(({ id, children }) => (children?.length ? [id, ...branchesOf(children)] : []))
}
