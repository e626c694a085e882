import { useStore } from 'zustand'
import { blockOf } from '../../model/grid/grid-select.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'
import { aboutCell } from './grid-line.tsx'
import styles from './product-grid.module.css'

/** Below the grid: what there is to say about the active cell or the selection, and that edits are kept. */
export function GridStatus({ store, savedAt }: { store: GridStore; savedAt: string | undefined }) {
  const state = useStore(store)
  const { active } = state.selection
  const { top, bottom, left, right } = blockOf(state.selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  const [line, column] = [state.lines[active.row], store.columns[active.column]]
  const about = cells > 1 ? `选中 ${cells} 个单元格` : line && column ? aboutCell(store, line, column) : ''
  return (
    <div className={styles.status}>
      <span role="status">{about}</span>
      {savedAt && <span>　修改暂存在本机 {savedAt}</span>}
    </div>
  )
}
