import type { ReactNode } from 'react'
import styles from './count.module.css'

/** A row of figures with their names, each a {@link Count}. */
export function Counts({ children }: { children: ReactNode }) {
  return <dl className={styles.counts}>{children}</dl>
}

export function Count({ title, value, tone }: { title: string; value: number; tone?: 'good' | 'bad' | undefined }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className={tone && styles[tone]}>{value.toLocaleString('zh-CN')}</dd>
    </div>
  )
}
