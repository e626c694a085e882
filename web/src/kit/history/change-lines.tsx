import type { ReactNode } from 'react'
import { onlyIn, valueLines } from '../text/change-text.ts'
import styles from './history.module.css'

type Change = { path: string; label: string; before?: unknown; after?: unknown }

/** Fields with what they were and what they became; of lists only the members removed and added. */
export function ChangeLines<One extends Change>({
  changes,
  act,
}: {
  changes: readonly One[]
  act?: (change: One) => ReactNode
}) {
  if (!changes.length) return null
  return (
    <dl className={styles.changes}>
      {changes.map((change) => {
        const { path, label, before, after } = change
        return (
          <div key={path}>
            <dt>{label}</dt>
            <dd>
              <span>
                <del>{linesOf(onlyIn(before, after))}</del>
                <span aria-hidden> → </span>
                <ins>{linesOf(onlyIn(after, before))}</ins>
              </span>
              {act?.(change)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const linesOf = (value: unknown) => valueLines(value).join('\n') || '（空）'
