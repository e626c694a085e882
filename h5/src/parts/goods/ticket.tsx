import type { ReactNode } from 'react'
import styles from './ticket.module.css'

type Given = {
  of: { name: string; money: number; minPrice: number; useType: 1 | 2 | 3 }
  /** Until when, or what became of it. */
  note: string
  isOver?: boolean
  /** The one that the address names. */
  isNamed?: boolean
  children?: ReactNode
}

const scopes = { 1: '全店通用', 2: '限指定商品', 3: '限指定分类' }

/** A coupon: its worth, what it is for, and what can be done with it. */
export function Ticket({ of: { name, money, minPrice, useType }, note, isOver, isNamed, children }: Given) {
  return (
    <article className={`${styles.ticket} ${isOver ? styles.over : ''} ${isNamed ? styles.named : ''}`}>
      <div className={styles.worth}>
        <b>
          <i>¥</i>
          {money}
        </b>
        <span>{minPrice > 0 ? `满 ${minPrice} 可用` : '无门槛'}</span>
      </div>
      <div className={styles.right}>
        <div className={styles.words}>
          <b>{name}</b>
          <small>{scopes[useType]}</small>
          <small>{note}</small>
        </div>
        <div className={styles.act}>{children}</div>
      </div>
    </article>
  )
}
