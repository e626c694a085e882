import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { Button } from 'antd'
import { layBars, runsOn, weeksOf } from '../../model/calendar.ts'
import { ActivityBar } from './activity-bar.tsx'
import styles from './calendar.module.css'

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const LANES = 4

type Props = { month: string; today: string; rows: readonly CalendarRow[]; onDay: (day: string) => void }

/** The month as weeks; what does not fit a day is counted there, and opened by its number. */
export function MonthGrid({ month, today, rows, onDay }: Props) {
  return (
    <section className={styles.month} aria-label={`${month} 月历`}>
      <div className={styles.weekdays} aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeksOf(month).map((days) => (
        <Week key={days[0]} {...{ month, today, rows, onDay, days }} />
      ))}
    </section>
  )
}

function Week({ month, today, rows, onDay, days }: Props & { days: readonly string[] }) {
  const bars = layBars(rows, days)
  const isOver = bars.some(({ lane }) => lane >= LANES)
  const seen = bars.filter(({ lane }) => lane < (isOver ? LANES - 1 : LANES))
  return (
    <div className={styles.week}>
      {days.map((day, index) => {
        const count = rows.filter((row) => runsOn(row, day)).length
        const left = count - seen.filter(({ from, to }) => from <= index && index <= to).length
        return (
          <div
            key={day}
            className={styles.day}
            data-today={day === today}
            data-other={!day.startsWith(month)}
            style={{ gridColumn: index + 1 }}
          >
            <button type="button" aria-label={`${day}，${count} 个活动`} onClick={() => onDay(day)}>
              {Number(day.slice(8))}
            </button>
            {left > 0 && (
              <Button type="link" size="small" className={styles.more} onClick={() => onDay(day)}>
                还有 {left} 个
              </Button>
            )}
          </div>
        )
      })}
      {seen.map((bar) => (
        <ActivityBar key={`${bar.row.type}-${bar.row.id}`} bar={bar} row={bar.lane + 2} />
      ))}
    </div>
  )
}
