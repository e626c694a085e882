import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { cellKey, type GridColumn, isEditable, showValue } from '../../model/grid/grid-cells.ts'
import { textAt } from '../../model/grid/grid-edits.ts'
import { productNote } from '../../model/grid/grid-send.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'
import { LineName } from './grid-line.tsx'
import styles from './product-grid.module.css'

const CARD_HEIGHT = 236

/** The grid on a phone: a card for each SKU with the same fields. */
export function GridCards({ store }: { store: GridStore }) {
  const count = useStore(store, ({ lines }) => lines.length)
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count,
    estimateSize: () => CARD_HEIGHT,
    getScrollElement: () => scroller.current,
    initialRect: { width: 390, height: 720 },
    overscan: 4,
  })
  return (
    <section ref={scroller} className={styles.cards} aria-label="商品和规格">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li key={key} ref={virtual.measureElement} data-index={index} style={{ transform: `translateY(${start}px)` }}>
            <Card store={store} row={index} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Card = memo(function Card({ store, row }: { store: GridStore; row: number }) {
  const line = useStore(store, ({ lines }) => lines[row])
  const note = useStore(store, ({ notes }) => line && notes.get(productNote(line.productId)))
  if (!line) return null
  return (
    <div className={styles.card}>
      <strong>
        <LineName line={{ ...line, first: true }} />
      </strong>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.fields}>
        {store.columns.map((column, place) =>
          column.shared && !line.first ? null : (
            <Cell key={column.field} store={store} row={row} column={column} place={place} />
          ),
        )}
      </div>
    </div>
  )
})

type CellProps = { store: GridStore; row: number; place: number; column: GridColumn }

function Cell({ store, row, place, column }: CellProps) {
  const [typed, setTyped] = useState<string>()
  const line = useStore(store, ({ lines }) => lines[row])
  const edits = useStore(store, (state) => state.edits)
  const notes = useStore(store, (state) => state.notes)
  if (!line) return null
  const key = cellKey(line, column)
  const text = textAt(edits, line, column)
  const unread = edits.unread.get(key)
  const problem = unread?.problem ?? notes.get(key)
  const changed = edits.values.has(key)
  const block = { top: row, bottom: row, left: place, right: place }
  const label = [line.name, line.suk, column.title].filter(Boolean).join(' ')
  const shared = { 'aria-label': label, disabled: !isEditable(line, column), 'aria-invalid': unread ? true : undefined }
  return (
    <div className={styles.field} data-changed={changed || undefined} data-problem={problem ? true : undefined}>
      <span>
        {column.title}
        {changed && <del>{showValue(column, line.values[column.field])}</del>}
      </span>
      {column.kind === 'flag' ? (
        <select {...shared} value={text} onChange={({ target }) => store.type(target.value, block)}>
          <option>上架</option>
          <option>下架</option>
        </select>
      ) : (
        <input
          {...shared}
          inputMode={column.kind === 'money' ? 'decimal' : 'numeric'}
          value={typed ?? text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => {
            if (typed !== undefined && typed !== text) store.type(typed, block)
            setTyped(undefined)
          }}
        />
      )}
      {problem && <em>{problem}</em>}
    </div>
  )
}
