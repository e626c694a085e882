import type { ReactNode } from 'react'
import styles from './bottom-bar.module.css'

/** The acts of a page on phones, always in reach of the thumb. The page keeps free the room it covers. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.room} />
      <div className={styles.bar}>{children}</div>
    </>
  )
}
