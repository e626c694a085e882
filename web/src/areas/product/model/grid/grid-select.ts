/** A cell by the places of its line and column. */
export type Place = { row: number; column: number }
/** The selection: from the active cell to the one it was drawn to. */
export type Selection = { active: Place; end: Place }
export type Size = { rows: number; columns: number }
/** All cells from a corner to the opposite one, inclusive. */
export type Block = { top: number; bottom: number; left: number; right: number }

export const blockOf = ({ active, end }: Selection): Block => ({
  top: Math.min(active.row, end.row),
  bottom: Math.max(active.row, end.row),
  left: Math.min(active.column, end.column),
  right: Math.max(active.column, end.column),
})

export const at = (place: Place): Selection => ({ active: place, end: place })

export function contains({ top, bottom, left, right }: Block, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** How many lines PageUp and PageDown move. */
const PAGE = 15

type Key = { key: string; shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean }

/** Where a key that moves leads; undefined if it moves nothing, or out of the grid. */
export function move(selection: Selection, pressed: Key, size: Size): Selection | undefined {
  const { key, shiftKey = false } = pressed
  const far = Boolean(pressed.ctrlKey || pressed.metaKey)
  if (key === 'Tab') return tab(selection.active, shiftKey ? -1 : 1, size)
  if (key === 'Enter') return at(within(step(selection.active, shiftKey ? -1 : 1, 0), size))
  const from = shiftKey ? selection.end : selection.active
  const to = arrow(from, key, far, size)
  if (!to) return undefined
  return shiftKey ? { active: selection.active, end: within(to, size) } : at(within(to, size))
}

const step = ({ row, column }: Place, rows: number, columns: number) => ({ row: row + rows, column: column + columns })

function arrow(from: Place, key: string, far: boolean, { rows, columns }: Size): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return step(from, far ? -rows : -1, 0)
    case 'ArrowDown':
      return step(from, far ? rows : 1, 0)
    case 'ArrowLeft':
      return step(from, 0, far ? -columns : -1)
    case 'ArrowRight':
      return step(from, 0, far ? columns : 1)
    case 'PageUp':
      return step(from, -PAGE, 0)
    case 'PageDown':
      return step(from, PAGE, 0)
    case 'Home':
      return { row: far ? 0 : from.row, column: 0 }
    case 'End':
      return { row: far ? rows - 1 : from.row, column: columns - 1 }
    default:
      return undefined
  }
}

/** The next cell of the line, then of the next line; after the last one out of the grid. */
function tab({ row, column }: Place, by: 1 | -1, { rows, columns }: Size): Selection | undefined {
  const index = row * columns + column + by
  if (index < 0 || index >= rows * columns) return undefined
  return at({ row: Math.floor(index / columns), column: index % columns })
}

/** The nearest cell of the grid. */
export function within({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) }
}
