import type { ReactNode } from 'react'
import { partsOf, valueLines } from '../text/change-text.ts'
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
        const parts = partsOf(before, after)
        return (
          <div key={path}>
            <dt>{label}</dt>
            <dd>
              {parts ? (
                <span>
                  {parts.map(({ act: what, values }) => {
                    const Part = what === '去掉' ? 'del' : 'ins'
                    return (
                      <div key={what} className={styles.part}>
                        <span>{what}</span>
                        <Part>{linesOf(values)}</Part>
                      </div>
                    )
                  })}
                </span>
              ) : (
                <span>
                  <del>{linesOf(before)}</del>
                  <span aria-hidden> → </span>
                  <ins>{linesOf(after)}</ins>
                </span>
              )}
              {act?.(change)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const linesOf = (value: unknown) => valueLines(value).join('\n') || '（空）'
