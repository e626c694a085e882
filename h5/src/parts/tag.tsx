import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** A word or two about something. */
export function Tag({ kind = 'theme', children }: { kind?: 'theme' | 'plain' | 'solid'; children: ReactNode }) {
  return <span className={`${styles.tag} ${styles[kind]}`}>{children}</span>
}
