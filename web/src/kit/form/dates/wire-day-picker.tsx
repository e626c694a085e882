import { DatePicker } from 'antd'
import { dayjs, shanghaiNow } from './calendar.ts'

type Props = {
  id?: string
  value?: string | null
  onChange?: (day: string | null) => void
  /** Days from tomorrow on instead. */
  future?: boolean
}

/** A picker of a day up to today, in wire form. */
export function WireDayPicker({ value, onChange, future, ...props }: Props) {
  return (
    <DatePicker
      {...props}
      style={{ width: 200 }}
      value={value ? dayjs(value) : null}
      disabledDate={(day) => day.isAfter(shanghaiNow(), 'day') !== Boolean(future)}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}
