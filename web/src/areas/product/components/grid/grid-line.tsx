import { memo, type RefObject } from 'react'
import { useStore } from 'zustand'
import { cellKey, type GridColumn, type GridLine, isEditable, showValue } from '../../model/grid/grid-cells.ts'
import { textAt } from '../../model/grid/grid-edits.ts'
import { productNote } from '../../model/grid/grid-send.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'
import styles from './product-grid.module.css'

/** The cell being edited. */
export type Editing = {
  row: number
  column: number
  /** The text it begins with. */
  text: string
  /** Begun by typing: arrows leave the cell instead of moving the caret. */
  typed: boolean
}

type Props = {
  store: GridStore
  row: number
  /** The selected columns of this line. */
  from: number
  to: number
  /** The column of the active cell, if it is in this line. */
  active: number
  editing: Editing | undefined
  input: RefObject<HTMLInputElement | null>
}

/** A line of the grid. Plain elements, as with the library's own scrolling through many lines would be slow. */
export const GridRow = memo(function GridRow({ store, row, from, to, active, editing, input }: Props) {
  const line = useStore(store, ({ lines }) => lines[row])
  const edits = useStore(store, (state) => state.edits)
  const notes = useStore(store, (state) => state.notes)
  if (!line) return null
  const note = notes.get(productNote(line.productId))
  return (
    <tr aria-rowindex={row + 2} data-first={line.first || undefined} data-off={!line.enabled || undefined}>
      <th scope="row" className={styles.name} title={note} data-note={note ? true : undefined}>
        <LineName line={line} />
      </th>
      {store.columns.map((column, place) => {
        const key = cellKey(line, column)
        const own = !column.shared || line.first
        const unread = own ? edits.unread.get(key) : undefined
        const changed = own && edits.values.has(key)
        const problem = unread?.problem ?? (own ? notes.get(key) : undefined)
        const isEdited = editing?.column === place
        return (
          <td
            key={column.field}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table used as a grid
            role="gridcell"
            aria-colindex={place + 2}
            aria-selected={place >= from && place <= to}
            aria-readonly={!isEditable(line, column) || undefined}
            aria-invalid={unread ? true : undefined}
            tabIndex={place === active ? 0 : -1}
            data-row={row}
            data-column={place}
            data-kind={column.kind}
            data-active={place === active || undefined}
            data-changed={changed || undefined}
            data-problem={problem ? true : undefined}
            title={problem ?? (changed ? `原 ${showValue(column, line.values[column.field])}` : undefined)}
          >
            {isEdited ? (
              <input
                ref={input}
                className={styles.input}
                aria-label={[line.name, line.suk, column.title].filter(Boolean).join(' ')}
                inputMode={column.kind === 'flag' ? 'text' : 'decimal'}
                defaultValue={editing?.text}
              />
            ) : (
              <>
                {changed && <del>{showValue(column, line.values[column.field])}</del>}
                <span>{textAt(edits, line, column)}</span>
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** The product in its first line, the values of the SKU in all. */
export function LineName({ line: { name, suk, first } }: { line: GridLine }) {
  return (
    <>
      <span className={first ? styles.product : `${styles.product} ${styles.again}`}>{name}</span>
      {suk && <span className={styles.suk}>{suk}</span>}
    </>
  )
}

/** What there is to say about a cell: what it was, and what is wrong with it. */
export function aboutCell(store: GridStore, line: GridLine, column: GridColumn): string {
  const { edits, notes } = store.getState()
  const key = cellKey(line, column)
  const where = [line.name, line.suk, column.title].filter(Boolean).join(' · ')
  if (column.shared && !line.first) return `${where}：在商品的第一行修改`
  const parts = [
    edits.values.has(key) && `原 ${showValue(column, line.values[column.field])}`,
    column.readOnly && '没有权限修改这一列',
    edits.unread.get(key)?.problem ?? notes.get(key) ?? notes.get(productNote(line.productId)),
  ].filter(Boolean)
  return parts.length ? `${where}：${parts.join('，')}` : where
}
