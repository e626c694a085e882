import { Pagination, Skeleton, Table, type TableColumnType, type TableRef } from 'antd'
import {
  type ComponentType,
  type HTMLAttributes,
  type Key,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { EmptyBlock, FailedBlock } from '../page/block-state.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { useSettings } from '../settings/settings.ts'
import type { ListColumn } from './columns.ts'
import styles from './list-page.module.css'
import { PAGE_SIZES } from './list-state.ts'
import type { List } from './use-list.ts'

/** A row, with those below it in a tree. Rows that are chosen, edited or removed have numeric ids. */
export type ListRow = { id: number | string; children?: readonly ListRow[] }

type Props<Row> = {
  list: List<Row>
  columns: readonly ListColumn<Row>[]
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
  empty?: string
  pageSizes?: readonly number[]
}

/** The rows of a list in all their states, with the pagination below. */
export function ListTable<Row extends ListRow>(props: Props<Row>) {
  const { list } = props
  const { query } = list
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} className={styles.skeleton} />
  if (query.isError && (query.data === undefined || query.isPlaceholderData))
    return <FailedBlock error={query.error} onRetry={query.refetch} />
  return (
    <>
      {props.draw && list.rows.length ? props.draw(list.rows) : <Rows {...props} />}
      {!list.whole && list.total > 0 && <Pages list={list} sizes={props.pageSizes} />}
    </>
  )
}

function Rows<Row extends ListRow>(props: Props<Row>) {
  const { list, columns, actions, selection, expanded, folded, chosenId, row, empty } = props
  const phone = useIsPhone()
  const offsetHeader = useSettings(({ fixedHeader, tagsView }) => (fixedHeader ? 50 + (tagsView ? 34 : 0) : 0))
  const folding = useFolding(list.rows, folded)
  const filtered = Object.keys(list.filters).length > 0
  const table = useRef<TableRef>(null)
  useKeysScroll(table)
  useLeftEdge(table, JSON.stringify(list.filters))
  return (
    <Table<Row>
      ref={table}
      className={styles.table}
      rowKey="id"
      size="medium"
      sticky={{ offsetHeader }}
      scroll={{ x: 'max-content' }}
      loading={{ spinning: list.query.isFetching, delay: 200 }}
      dataSource={list.rows}
      pagination={false}
      columns={[...columns.map((column) => toTableColumn(column, list.sort)), ...actionColumn(actions, phone)]}
      rowSelection={
        selection && {
          selectedRowKeys: [...selection.ids],
          preserveSelectedRowKeys: selection.acrossPages,
          // The library's own texts are English.
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
          getCheckboxProps: ({ id }) => ({ 'aria-label': `选择编号 ${id}` }),
          onChange: (keys) => selection.onChange(keys.map(Number)),
        }
      }
      expandable={expanded ? { expandedRowRender: expanded } : folding}
      components={useMemo(() => row && { body: { row } }, [row])}
      rowClassName={({ id }) => (id === chosenId ? 'ant-table-row-selected' : '')}
      locale={{ emptyText: <EmptyBlock text={empty} onClear={filtered ? () => list.search({}) : undefined} /> }}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
        list.sortBy(order ? `${columnKey},${order === 'ascend' ? 'asc' : 'desc'}` : undefined)
      }}
    />
  )
}

const bodyOf = (table: RefObject<TableRef | null>) =>
  table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-body')

/** A scrollable area without a control that the Tab key reaches becomes focusable itself. */
function useKeysScroll(table: RefObject<TableRef | null>): void {
  useEffect(() => {
    const body = bodyOf(table)
    if (body && !body.querySelector('a, button, input')) body.tabIndex = 0
  }, [table])
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

function toTableColumn<Row>(column: ListColumn<Row>, sort: string | undefined): TableColumnType<Row> {
  const { name, sorts, hidden: _, render, ...look } = column
  const [field, order] = sort?.split(',') ?? []
  return {
    ...look,
    key: name,
    dataIndex: name,
    ...(render && { render: (_value, row) => render(row) }),
    ...(sorts && {
      sorter: true,
      sortOrder: field === name ? (order === 'asc' ? 'ascend' : 'descend') : null,
      showSorterTooltip: false,
    }),
  }
}

/** Fixed at the right edge while scrolling; phones have no room for that. */
function actionColumn<Row>(actions: ((row: Row) => ReactNode) | undefined, phone: boolean): TableColumnType<Row>[] {
  if (!actions) return []
  return [
    {
      key: 'actions',
      title: '操作',
      fixed: phone ? undefined : 'end',
      width: 1,
      render: (_value, row) => actions(row),
    },
  ]
}

function Pages<Row>({ list, sizes = PAGE_SIZES }: { list: List<Row>; sizes?: readonly number[] }) {
  const phone = useIsPhone()
  return (
    <Pagination
      className={styles.pages}
      current={list.page}
      pageSize={list.limit}
      total={list.total}
      pageSizeOptions={[...sizes]}
      showSizeChanger={!phone}
      showQuickJumper={!phone}
      showLessItems={phone}
      showTotal={(total) => `共 ${total}${list.totalIsLowerBound ? '+' : ''} 条`}
      onChange={list.turnTo}
    />
  )
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
