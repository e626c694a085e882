import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { Link } from 'react-router'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { type StateName, states } from '../../../../kit/text/states.ts'
import { kindNames, pageOf, phaseWord, spanText } from '../../model/calendar.ts'
import { BelowCost, costText, quotaText } from './activity-bar.tsx'
import styles from './calendar.module.css'

/** Activities below one another: on phones, and of a single day. */
export function Agenda({ rows }: { rows: readonly CalendarRow[] }) {
  return (
    <ul className={styles.agenda}>
      {rows.map((row) => (
        <li key={`${row.type}-${row.id}`} data-kind={row.type} data-off={!row.status}>
          <Link to={pageOf(row)}>{row.title}</Link>
          <Phase of={row} />
          <small>
            {kindNames[row.type]} · {spanText(row)}
            {quotaText(row) && ` · ${quotaText(row)}`}
          </small>
          {row.lowest !== null && (
            <small className={row.belowCost ? styles.risk : undefined}>
              {row.belowCost && <BelowCost />} {costText(row)}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}

function Phase({ of: row }: { of: CalendarRow }) {
  const word = phaseWord(row)
  if (row.type === 4 && word in states.coupon) return <StateTag of="coupon" value={word as StateName<'coupon'>} />
  if (word in states.activity) return <StateTag of="activity" value={word as StateName<'activity'>} />
  return <span>{word}</span>
}
