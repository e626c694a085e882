import { DatePicker } from 'antd'
import { dayjs } from './calendar.ts'

const TIME = 'YYYY-MM-DD HH:mm:ss'

/** A picker of a moment, in wire format. */
export function WireTimePicker({
  value,
  onChange,
  ...props
}: {
  id?: string
  disabled?: boolean
  'aria-label'?: string
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  return (
    <DatePicker
      {...props}
      showTime
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onChange={(time) => onChange?.(time ? time.format(TIME) : null)}
    />
  )
}
