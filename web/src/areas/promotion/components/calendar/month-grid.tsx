import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { Button } from 'antd'
import { layBars, rankOf, runsOn, weeksOf } from '../../model/calendar.ts'
import { ActivityBar } from './activity-bar.tsx'
import styles from './calendar.module.css'

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
/** What runs through a week is counted where it finds no room in so many lanes; what begins, ends or warns always has one. */
const LANES = 4
const LEAST_LANES = 2

type Props = { month: string; today: string; rows: readonly CalendarRow[]; onDay: (day: string) => void }

/** The month as weeks; what finds no room on a day is counted there, and opened by its number. */
export function MonthGrid({ month, today, rows, onDay }: Props) {
  return (
    <section className={styles.month} aria-label={`${month} 月历`}>
      <div className={styles.weekdays} aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeksOf(month).map((days) => (
        <Week key={days[0]} month={month} today={today} rows={rows} onDay={onDay} days={days} />
      ))}
    </section>
  )
}

function Week({ month, today, rows, onDay, days }: Props & { days: readonly string[] }) {
  const bars = layBars(rows, days)
  const lanesOf = (some: typeof bars) => Math.max(0, ...some.map(({ lane }) => lane + 1))
  const all = lanesOf(bars)
  const telling = lanesOf(bars.filter(({ row }) => rankOf(row, days) < 2))
  const lanes = all > LANES ? Math.max(telling, LANES - 1) : all
  const isOver = all > lanes
  const seen = bars.filter(({ lane }) => lane < lanes)
  const strips = Math.max(LEAST_LANES, lanes + Number(isOver))
  return (
    <div className={styles.week} style={{ gridTemplateRows: `30px repeat(${strips}, 24px) 6px` }}>
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
        <ActivityBar key={`${bar.row.type}-${bar.row.id}`} bar={bar} row={bar.lane + 2} hours />
      ))}
    </div>
  )
}
