import type { ReactNode } from 'react'
import styles from './text.module.css'

/** Two facts in a cell: one, and what qualifies it below. Each takes one line. */
export function TwoLine({ top, below, end }: { top: ReactNode; below?: ReactNode; end?: boolean }) {
  return (
    <span className={styles.two} data-end={end}>
      <span className={styles.top}>{top}</span>
      {below && <span className={styles.below}>{below}</span>}
    </span>
  )
}
