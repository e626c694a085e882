import type { ReactNode } from 'react'
import styles from './goods-main.module.css'

type Given = {
  name: string
  info: string
  sales: number
  /** Above all else: price and time of an activity. */
  strip?: ReactNode
  /** What it costs. */
  children?: ReactNode
}

/** What is sold by its name, with what it costs. */
export function GoodsMain({ name, info, sales, strip, children }: Given) {
  return (
    <section className={styles.main}>
      {strip && <div className={styles.strip}>{strip}</div>}
      <div className={styles.prices}>
        {children}
        <span className={styles.sales}>已售 {sales.toLocaleString('zh-CN')}</span>
      </div>
      <h1>{name}</h1>
      {info && <p>{info}</p>}
    </section>
  )
}
