import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Icon, type IconName } from './icon.tsx'

/** Where there is nothing, or nothing could be had: why, and a way on. */
export function Empty({ icon = 'box', text, children }: { icon?: IconName; text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={56} />
      <p>{text}</p>
      {children}
    </div>
  )
}
