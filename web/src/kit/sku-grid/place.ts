import type { KeyboardEvent } from 'react'

/** A cell of a table by its place, as `data-row` and `data-column` of its field say. */
export type Place = { row: number; column: number; input: HTMLInputElement }

/** The table position of an element, if it is in a cell. */
export function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined) return undefined
  return { row: Number(target.dataset.row), column: Number(target.dataset.column), input: target }
}

/** The keys of a table of SKUs, for the list that `?` opens. */
export const skuKeys = [
  { key: 'arrows', label: '方向键、Enter', act: '移到相邻的格子' },
  { key: 'd', ctrl: true, act: '照上一行填' },
  { key: 'paste', label: 'Ctrl+V', act: '从 Excel 粘贴多行多列' },
]

/** The direction of a key, in rows and columns; undefined if it moves the caret. */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, input: HTMLInputElement) {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0] as const
  if (key === 'ArrowUp') return [-1, 0] as const
  if (key === 'ArrowDown') return [1, 0] as const
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined
  if (input.type !== 'checkbox') {
    const { selectionStart: start, selectionEnd: end, value } = input
    const whole = start === 0 && end === value.length
    const atEdge = start === end && start === (key === 'ArrowLeft' ? 0 : value.length)
    if (!whole && !atEdge) return undefined
  }
  return [0, key === 'ArrowLeft' ? -1 : 1] as const
}
