import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'

export type DateRangeProps = {
  id?: string
  value?: readonly string[]
  onChange?: (value: readonly string[] | undefined) => void
}

const loadPicker = () => import('./date-range-picker.tsx')
const DateRangePicker = lazy(loadPicker)

/**
 * The filter of a time range: two Shanghai days in wire format, or the name of a range. Most lists have one but few staff
 * use it, so the calendar loads on first focus.
 */
export function DateRange(props: DateRangeProps) {
  const [wanted, setWanted] = useState(false)
  const field = (
    <Input
      id={props.id}
      readOnly
      value={daysOf(props.value)}
      placeholder="开始日期 ~ 结束日期"
      suffix={<CalendarOutlined aria-hidden />}
      onPointerEnter={() => void loadPicker()}
      onFocus={() => setWanted(true)}
    />
  )
  if (!wanted) return field
  return (
    <Suspense fallback={field}>
      <DateRangePicker {...props} />
    </Suspense>
  )
}

function daysOf(value: readonly string[] | undefined): string {
  try {
    const { from, to } = parseTimeRange(value, serverNow())
    return from && to ? `${dayOf(from)} ~ ${dayOf(to)}` : ''
  } catch {
    return ''
  }
}

function dayOf(time: Date): string {
  return toWireTime(time).slice(0, 10)
}
