import type { ReactNode } from 'react'
import styles from './movement.module.css'

type Given = {
  title: string
  /** When, and what else is said in small. */
  note: ReactNode
  /** With its sign. */
  sum: string
  isIn: boolean
  /** Below the sum, as what was left after it. */
  rest?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

/** A line of a ledger: what came in or went out, and when. */
export function Movement({ title, note, sum, isIn, rest, children }: Given) {
  return (
    <div className={styles.movement}>
      <span className={styles.words}>
        {title}
        <small>{note}</small>
      </span>
      <span className={styles.sum}>
        <b className={isIn ? styles.gain : ''}>{sum}</b>
        {rest && <small>{rest}</small>}
      </span>
      {children}
    </div>
  )
}

/** An amount with its sign, as it stands in a ledger. */
export const signed = (isIn: boolean, value: number, digits = 2): string =>
  `${isIn ? '+' : '−'}${value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
