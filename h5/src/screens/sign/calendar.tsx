import { toWireDay } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import styles from './sign.module.css'

const weekDays = ['日', '一', '二', '三', '四', '五', '六']

/** The days of this month, by the shop's calendar. @param signed days at which the buyer signed in, as 2026-01-31 */
export function Calendar({ signed }: { signed: readonly string[] }) {
  const today = toWireDay(new Date(serverNow()))
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return (
    <Card title={`${year} 年 ${month} 月`}>
      <ul className={styles.week} aria-hidden="true">
        {weekDays.map((day) => (
          <li key={day}>{day}</li>
        ))}
      </ul>
      <ol className={styles.days}>
        {[...Array(count).keys()].map((index) => {
          const day = `${today.slice(0, 8)}${String(index + 1).padStart(2, '0')}`
          const isSigned = signed.includes(day)
          return (
            <li
              key={day}
              style={index === 0 ? { gridColumnStart: first + 1 } : undefined}
              className={`${isSigned ? styles.signed : ''} ${day === today ? styles.today : ''}`}
              aria-label={isSigned ? `${index + 1} 日，已签到` : undefined}
            >
              {index + 1}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
