import type { ReactNode } from 'react'
import { go } from '../../go/go.ts'
import { Card } from '../card.tsx'
import styles from './figure.module.css'

/** The one figure that a screen is about. @param children what explains it */
export function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <p>{name}</p>
      <b>{value}</b>
      {children && <small>{children}</small>}
    </div>
  )
}

type Fact = { name: string; value: string | number /** Where it leads. */; to?: string }

/** Figures side by side. */
export function Facts({ of: facts }: { of: readonly Fact[] }) {
  return (
    <Card>
      <div className={styles.facts}>
        {facts.map(({ name, value, to }) =>
          to === undefined ? (
            <span key={name}>
              <b>{value}</b>
              {name}
            </span>
          ) : (
            <button key={name} type="button" onClick={() => go(to)}>
              <b>{value}</b>
              {name}
            </button>
          ),
        )}
      </div>
    </Card>
  )
}
