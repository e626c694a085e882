import { DatePicker, TimePicker } from 'antd'
import { dayjs } from '../../../kit/form/dates/calendar.ts'

type Pair = readonly string[] | null | undefined
type Props = { id?: string; value?: Pair; onChange?: (pair: string[] | undefined) => void }

/** Opening and closing time, `HH:mm`. */
export function HourRange({ id, value, onChange }: Props) {
  const [opens, closes] = value ?? []
  return (
    <TimePicker.RangePicker
      {...(id && { id })}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      placeholder={['开始营业', '结束营业']}
      style={{ width: '100%' }}
      value={opens && closes ? [hourOf(opens), hourOf(closes)] : null}
      onChange={(_, texts) => onChange?.(bothOf(texts))}
    />
  )
}

/** The first and the last day, `YYYY-MM-DD`. */
export function DayRange({ id, value, onChange }: Props) {
  const [from, to] = value ?? []
  return (
    <DatePicker.RangePicker
      {...(id && { id })}
      style={{ width: '100%' }}
      value={from && to ? [dayjs(from), dayjs(to)] : null}
      onChange={(_, texts) => onChange?.(bothOf(texts))}
    />
  )
}

const hourOf = (text: string) => dayjs(`2000-01-01T${text}`)

/** A single end is no range. */
function bothOf(texts: readonly string[] | null): string[] | undefined {
  return texts?.every(Boolean) ? [...texts] : undefined
}
