import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { daysOf, layBars, phaseWord, weekdayOf } from '../../model/calendar.ts'
import { ActivityBar, quotaText } from './activity-bar.tsx'
import styles from './calendar.module.css'

type Props = { month: string; today: string; rows: readonly CalendarRow[] }

/** The month as a line for each activity. */
export function TimelineGrid({ month, today, rows }: Props) {
  const days = daysOf(month)
  const bars = layBars(rows, days)
  const columns = {
    gridTemplateColumns: `200px repeat(${days.length}, minmax(0, 1fr))`,
    minWidth: 200 + 26 * days.length,
  }
  return (
    // Scrolls where a month has no room, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.timeline} tabIndex={0} aria-label={`${month} 时间线`}>
      <div className={styles.line} style={columns} aria-hidden>
        <span className={styles.name} />
        {days.map((day) => (
          <span key={day} className={styles.number} data-today={day === today} data-rest={weekdayOf(day) > 5}>
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
      {bars.map((bar) => (
        <div key={`${bar.row.type}-${bar.row.id}`} className={styles.line} style={columns}>
          <span className={styles.name}>
            <TwoLine top={bar.row.title} below={[phaseWord(bar.row), quotaText(bar.row)].filter(Boolean).join(' · ')} />
          </span>
          {days.map((day, index) => (
            <span
              key={day}
              className={styles.slot}
              data-today={day === today}
              data-rest={weekdayOf(day) > 5}
              style={{ gridRow: 1, gridColumn: index + 2 }}
            />
          ))}
          <ActivityBar bar={bar} row={1} column={1} />
        </div>
      ))}
    </section>
  )
}
