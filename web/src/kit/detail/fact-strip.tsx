import type { ReactNode } from 'react'
import styles from './detail.module.css'

export type Figure = { label: string; value: ReactNode; below?: ReactNode }

/** The key figures of an object in one strip; on phones two a row. */
export function FactStrip({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={`${styles.card} ${styles.strip}`}>
      {items.map(({ label, value, below }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {below && <dd className={styles.stripBelow}>{below}</dd>}
        </div>
      ))}
    </dl>
  )
}
