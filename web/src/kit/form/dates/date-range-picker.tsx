import { toWireTime } from '@zhanggui/domain/time.ts'
import { type NamedRange, parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { DatePicker } from 'antd'
import { serverNow } from '../../../api/server-time.ts'
import { type Dayjs, dayjs } from './calendar.ts'
import type { DateRangeProps } from './date-range.tsx'

const presets: readonly [string, NamedRange][] = [
  ['今天', 'today'],
  ['昨天', 'yesterday'],
  ['上周', 'preWeek'],
  ['近7天', 'lately7'],
  ['近30天', 'lately30'],
  ['本月', 'month'],
  ['上月', 'preMonth'],
]

/** The calendar of a {@link DateRange} once opened. */
export default function DateRangePicker({ value, onChange, ...props }: DateRangeProps) {
  return (
    <DatePicker.RangePicker
      {...props}
      autoFocus
      defaultOpen
      style={{ width: '100%' }}
      // Otherwise the Tab key would not leave an end that has no day.
      allowEmpty
      value={daysOf(value) ?? null}
      presets={presets.map(([label, name]) => ({ label, value: daysOf([name]) ?? [null, null] }))}
      onChange={(days) => {
        const [from, to] = days ?? []
        // A single end is not a range.
        onChange?.(from && to ? [from, to].map((day) => day.format('YYYY-MM-DD')) : undefined)
      }}
    />
  )
}

/** Calendars have no time zones: the days are Shanghai days, wherever the browser is. */
function daysOf(value: readonly string[] | undefined): [Dayjs, Dayjs] | undefined {
  try {
    const { from, to } = parseTimeRange(value, serverNow())
    return from && to && [dayOf(from), dayOf(to)]
  } catch {
    return undefined
  }
}

function dayOf(time: Date): Dayjs {
  return dayjs(toWireTime(time).slice(0, 10))
}
