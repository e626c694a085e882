import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { showInfo, showWarning } from '../../../../kit/feedback/feedback.ts'
import { readBlock } from '../../../../kit/sku-grid/cells.ts'
import type { Outcome } from '../../model/grid/grid-edits.ts'
import { textAt } from '../../model/grid/grid-edits.ts'
import { at, blockOf, move, type Place } from '../../model/grid/grid-select.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'
import { type Editing, GridRow } from './grid-line.tsx'
import styles from './product-grid.module.css'

/** px, as in the stylesheet. */
const ROW_HEIGHT = 36
const NAME_WIDTH = 292
const COLUMN_WIDTH = 150
/** Lines drawn above and below the visible ones. */
const OVERSCAN = 8

type Props = {
  store: GridStore
  /** `=`: the dialog of formulas. */
  onFormula: () => void
  /** Ctrl+S: the preview. */
  onSend: () => void
  /** Esc: where the focus goes from the grid. */
  onLeave: () => void
}

/**
 * The SKUs of many products, used like a spreadsheet: arrows, Tab and Enter move, typing overwrites, F2 or a double click edits,
 * Shift selects, and blocks are copied from and to Excel. Only the visible lines are drawn.
 */
export function ProductGrid({ store, onFormula, onSend, onLeave }: Props) {
  const count = useStore(store, ({ lines }) => lines.length)
  const selection = useStore(store, (state) => state.selection)
  const [editing, setEditing] = useState<Editing>()
  const scroller = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const opened = useRef<Editing>(undefined)
  const drawing = useRef(false)
  const { columns } = store
  const size = { rows: count, columns: columns.length }
  const last = { row: count - 1, column: columns.length - 1 }
  const { active, end } = selection
  const block = blockOf(selection)

  // The active cell and the end of the selection stay mounted, however far the grid is scrolled.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set([...defaultRangeExtractor(range), active.row, end.row])
      return [...rows].filter((row) => row >= 0 && row < range.count).sort((one, other) => one - other)
    },
    [active.row, end.row],
  )
  const virtual = useVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: 720 },
    overscan: OVERSCAN,
    rangeExtractor,
  })

  const cellAt = ({ row, column }: Place) =>
    scroller.current?.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)
  const follow = useEffectEvent(() => {
    if (!scroller.current?.contains(document.activeElement)) return
    cellAt(end)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    if (!editing) cellAt(active)?.focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the selection
  useEffect(() => follow(), [selection, editing])

  function edit(place: Place, given: Pick<Editing, 'text' | 'typed'>) {
    if (!store.mayEdit(place.row, place.column)) return false
    finish()
    opened.current = { ...place, ...given }
    flushSync(() => setEditing(opened.current))
    input.current?.focus()
    if (given.typed) return true
    input.current?.select()
    return true
  }

  /** Ends the editing of a cell. @returns what was edited, once */
  function close(): (Editing & { now: string }) | undefined {
    const ended = opened.current
    if (!ended) return undefined
    opened.current = undefined
    const now = input.current?.value ?? ended.text
    setEditing(undefined)
    return { ...ended, now }
  }

  /** Takes the text of the cell being edited, or lets it go. */
  function finish({ takes = true, everywhere = false, focuses = true } = {}) {
    const ended = close()
    if (!ended) return
    const { row, column, text, typed, now } = ended
    if (focuses) cellAt(ended)?.focus({ preventScroll: true })
    if (!takes || (!typed && !everywhere && now === text)) return
    store.type(now, everywhere ? block : { top: row, bottom: row, left: column, right: column })
  }

  function go(event: KeyboardEvent): boolean {
    const next = move(selection, event, size)
    if (!next) return false
    event.preventDefault()
    store.select(next)
    return true
  }

  function handleEditingKey(event: KeyboardEvent) {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      finish({ takes: false })
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      finish({ everywhere: true })
    } else if (key === 'Enter' || key === 'Tab' || (editing?.typed && key.startsWith('Arrow') && !event.shiftKey)) {
      finish()
      go(event)
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (editing) return handleEditingKey(event)
    const { key, altKey } = event
    const line = store.getState().lines[active.row]
    const column = columns[active.column]
    if (!line || !column || altKey) return
    if ((event.ctrlKey || event.metaKey) && handleCommand(event)) return event.preventDefault()
    if (go(event)) return
    if (event.ctrlKey || event.metaKey) return
    if (key === 'Escape') onLeave()
    else if (key === 'F2') {
      event.preventDefault()
      edit(active, { text: textAt(store.getState().edits, line, column), typed: false })
    } else if (key === 'Delete' || key === 'Backspace') store.restore()
    else if (key === '=') {
      event.preventDefault()
      onFormula()
    } else if (key === ' ' && column.kind === 'flag') {
      event.preventDefault()
      const on = textAt(store.getState().edits, line, column) === '上架'
      store.type(on ? '下架' : '上架', {
        top: active.row,
        bottom: active.row,
        left: active.column,
        right: active.column,
      })
    } else if (key.length === 1 || key === 'Process') edit(active, { text: '', typed: true })
  }

  /** @returns whether the key with Ctrl was a command of the grid */
  function handleCommand({ key, shiftKey }: KeyboardEvent): boolean {
    const name = key.toLowerCase()
    if (name === 'd') report(store.fillDown(), '填充')
    else if (name === 'z' && shiftKey) store.redo()
    else if (name === 'z') store.undo()
    else if (name === 'y') store.redo()
    else if (name === 's') onSend()
    else if (name === 'a') store.select({ active: { row: 0, column: 0 }, end: last })
    else return false
    return true
  }

  function handleCopy(event: ClipboardEvent) {
    if (editing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', store.copy())
  }

  function handlePaste(event: ClipboardEvent) {
    if (editing) return
    event.preventDefault()
    const texts = readBlock(event.clipboardData.getData('text/plain'))
    report(store.paste(texts), '粘贴')
    const [rows, wide] = [texts.length, Math.max(1, ...texts.map((row) => row.length))]
    if (rows > 1 || wide > 1) {
      const corner = { row: block.top, column: block.left }
      const to = {
        row: Math.max(block.bottom, corner.row + rows - 1),
        column: Math.max(block.right, corner.column + wide - 1),
      }
      store.select({
        active: corner,
        end: { row: Math.min(to.row, last.row), column: Math.min(to.column, last.column) },
      })
    }
  }

  function handlePointer(event: MouseEvent, kind: 'down' | 'over') {
    const place = placeOf(event.target)
    if (!place || event.button !== 0 || (kind === 'over' && !drawing.current)) return
    if (editing?.row === place.row && editing.column === place.column) return
    if (kind === 'down') {
      // The selection of text would fight with that of cells.
      event.preventDefault()
      drawing.current = true
      finish({ focuses: false })
      cellAt(place)?.focus({ preventScroll: true })
    }
    store.select(kind === 'over' || event.shiftKey ? { active, end: place } : at(place))
  }

  useEffect(() => {
    const stop = () => {
      drawing.current = false
    }
    window.addEventListener('mouseup', stop)
    return () => window.removeEventListener('mouseup', stop)
  }, [])

  const shown = virtual.getVirtualItems()
  const rest = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  // Each line starts after the gap left by the lines not drawn.
  let drawn = 0
  return (
    <section ref={scroller} className={styles.scroller} aria-label="商品和规格">
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the keyboard selects by Shift */}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table used as a grid
        role="grid"
        className={styles.table}
        style={{ width: NAME_WIDTH + columns.length * COLUMN_WIDTH }}
        aria-label="快速编辑"
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        onKeyDown={handleKey}
        onCopy={handleCopy}
        onPaste={handlePaste}
        onMouseDown={(event) => handlePointer(event, 'down')}
        onMouseOver={(event) => handlePointer(event, 'over')}
        onBlur={({ target }) => (target as Element) === input.current && finish({ focuses: false })}
        onDoubleClick={({ target }) => {
          const place = placeOf(target)
          const [line, column] = place ? [store.getState().lines[place.row], columns[place.column]] : []
          if (place && line && column) edit(place, { text: textAt(store.getState().edits, line, column), typed: false })
        }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.name}>
              商品
            </th>
            {columns.map(({ field, title, kind, readOnly }) => (
              <th key={field} scope="col" data-kind={kind}>
                {title}
                {readOnly && <span className={styles.locked}>只读</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.flatMap(({ key, index, start, end: below }) => {
            const gap = start - drawn
            drawn = below
            const isIn = index >= block.top && index <= block.bottom
            return [
              gap > 0 && <Gap key={`${key}-gap`} height={gap} span={columns.length + 1} />,
              <GridRow
                key={key}
                store={store}
                row={index}
                from={isIn ? block.left : -1}
                to={isIn ? block.right : -2}
                active={active.row === index ? active.column : -1}
                editing={editing?.row === index ? editing : undefined}
                input={input}
              />,
            ]
          })}
          {rest > 0 && <Gap height={rest} span={columns.length + 1} />}
        </tbody>
      </table>
    </section>
  )
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}

/** Says what became of an edit of many cells. */
export function report({ done, unread, skipped }: Outcome, act: string) {
  const parts = [
    `已${act} ${done} 个单元格`,
    unread > 0 && `${unread} 个无法识别，已标红`,
    skipped > 0 && `${skipped} 个不能修改，已跳过`,
  ].filter(Boolean)
  if (unread || skipped) showWarning(parts.join('，'))
  else showInfo(parts.join(''))
}

/** The place of the cell that an element is in. */
function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-row]') : undefined
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined
}
