import { type RefObject, useEffect, useRef, useState } from 'react'

const GAP = 12
/** Rows drawn above and below what is seen, so that nothing flashes while one scrolls. */
const SPARE_ROWS = 2
/** Where there is no room to measure, as before the first layout. */
const UNMEASURED = { width: 720, height: 600 }

export type CellPlace = { left: number; top: number; width: number; height: number }
export type VisibleCells = {
  frame: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** The first cell to draw, and the one after the last. */
  from: number
  to: number
  /** Of all cells together. */
  height: number
  placeOf: (index: number) => CellPlace
}

/**
 * Which of many cells of one size are seen in a frame that scrolls: however many there are, a few dozen are drawn.
 * @param count all cells
 * @param least px a cell is wide at least
 * @param cellHeight px
 */
export function useVisibleCells(count: number, least: number, cellHeight: number): VisibleCells {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(UNMEASURED)
  const [firstRow, setFirstRow] = useState(0)

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const { clientWidth, clientHeight } = current
      if (clientWidth && clientHeight) setSize({ width: clientWidth, height: clientHeight })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const columns = Math.max(1, Math.floor((size.width + GAP) / (least + GAP)))
  const width = (size.width - GAP * (columns - 1)) / columns
  const step = cellHeight + GAP
  const rows = Math.ceil(count / columns)
  const seen = Math.ceil(size.height / step) + 1
  const row = Math.min(firstRow, Math.max(0, rows - seen))
  return {
    frame,
    onScroll: () => setFirstRow(Math.floor((frame.current?.scrollTop ?? 0) / step)),
    from: Math.max(0, row - SPARE_ROWS) * columns,
    to: Math.min(count, (row + seen + SPARE_ROWS) * columns),
    height: Math.max(0, rows * step - GAP),
    placeOf: (index) => ({
      left: (index % columns) * (width + GAP),
      top: Math.floor(index / columns) * step,
      width,
      height: cellHeight,
    }),
  }
}
