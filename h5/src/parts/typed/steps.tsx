import type { ReactNode } from 'react'
import styles from './steps.module.css'

type Step = { key: number | string; text: string; time: string; more?: ReactNode }

/** What happened, the newest first. */
export function Steps({ of: steps }: { of: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ key, text, time, more }) => (
        <li key={key}>
          {text}
          <small>{time}</small>
          {more}
        </li>
      ))}
    </ol>
  )
}
