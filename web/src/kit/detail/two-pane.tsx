import type { ReactNode } from 'react'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './two-pane.module.css'

type TwoPaneProps = {
  /** What is worked through. */
  list: ReactNode
  /** One of it; undefined while none is chosen, when phones show the list. */
  detail: ReactNode
  label: string
}

/** A queue and the one of it that is looked at, side by side; phones show one of them. */
export function TwoPane({ list, detail, label }: TwoPaneProps) {
  const isPhone = useIsPhone()
  if (isPhone) return detail ?? list
  return (
    <section className={styles.panes} aria-label={label}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>{detail}</div>
    </section>
  )
}
