import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A white card on the ground of a screen. */
export function Card({ title, right, children }: { title?: string; right?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {title && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {right}
        </div>
      )}
      {children}
    </section>
  )
}

type CellGiven = { name: string /** Makes the line a button. */; onOpen?: () => void; children?: ReactNode }

/** A line of a card: a name, what is so, and where it leads. */
export function Cell({ name, onOpen, children }: CellGiven) {
  const inner = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{children}</span>
      {onOpen && <Icon name="more" size={14} />}
    </>
  )
  if (!onOpen) return <div className={styles.cell}>{inner}</div>
  return (
    <button type="button" className={styles.cell} onClick={onOpen}>
      {inner}
    </button>
  )
}
