import type { ReactNode } from 'react'
import styles from './text.module.css'

/** Two facts in a cell: one, and what qualifies it below. Each takes one line; text that is cut is whole on hover. */
export function TwoLine({ top, below, end }: { top: ReactNode; below?: ReactNode; end?: boolean }) {
  return (
    <span className={styles.two} data-end={end}>
      <span className={styles.top} title={textOf(top)}>
        {top}
      </span>
      {below && (
        <span className={styles.below} title={textOf(below)}>
          {textOf(below) ? <span className={styles.cut}>{below}</span> : below}
        </span>
      )}
    </span>
  )
}

const textOf = (fact: ReactNode) => (typeof fact === 'string' ? fact : undefined)
