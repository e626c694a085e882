import { toWireDay } from '@zhanggui/domain/time.ts'

const DAY_MS = 86_400_000
/** Longer stretches are drawn as they come. */
const MAX_DAYS = 400

const numberOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`) / DAY_MS

/**
 * The days of a report with those between on which nothing happened, so that a chart keeps its scale.
 * @param rows by day, ascending
 * @param nothing the figures of a day without any
 */
export function everyDay<Row extends { day: string }>(rows: readonly Row[], nothing: Omit<Row, 'day'>): Row[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const days = Math.round(numberOf(last.day) - numberOf(first.day)) + 1
  if (days > MAX_DAYS) return [...rows]
  const known = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, at) => {
    const day = toWireDay(new Date((numberOf(first.day) + at) * DAY_MS))
    return known.get(day) ?? ({ ...nothing, day } as Row)
  })
}
