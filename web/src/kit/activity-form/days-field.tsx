import { toWireDay } from '@zhanggui/domain/time.ts'
import { Button, DatePicker, Form } from 'antd'
import { serverNow } from '../../api/server-time.ts'
import { dayjs } from '../form/dates/calendar.ts'
import styles from './activity-form.module.css'

/** How many days from today on are one click. */
const LENGTHS = [
  ['今天', 1],
  ['3 天', 3],
  ['7 天', 7],
] as const

type Days = [string, string]

const lengthOf = ([from, to]: Days) => dayjs(to).diff(dayjs(from), 'day') + 1
const today = () => toWireDay(serverNow())
const daysFromToday = (length: number): Days => [
  today(),
  dayjs(today())
    .add(length - 1, 'day')
    .format('YYYY-MM-DD'),
]

/** 活动日期. @param onChange by one of the buttons, which the form does not notice by itself */
export function DaysField({ onChange }: { onChange: () => void }) {
  const form = Form.useFormInstance()
  const days = Form.useWatch<Days | undefined>('days', form)
  function handleLength(length: number) {
    form.setFields([{ name: 'days', value: daysFromToday(length), errors: [] }])
    onChange()
  }
  return (
    <Form.Item
      name="days"
      label="活动日期"
      required
      rules={[{ required: true, message: '请选择活动日期' }]}
      extra={
        <span className={styles.lengths}>
          {days && `共 ${lengthOf(days)} 天`}
          {LENGTHS.map(([label, length]) => (
            <Button key={label} type="link" size="small" onClick={() => handleLength(length)}>
              {label}
            </Button>
          ))}
        </span>
      }
    >
      <DayRange />
    </Form.Item>
  )
}

type DayRangeProps = { id?: string; value?: Days; onChange?: (days: Days | undefined) => void }

/** The first and the last day of an activity, which does not end in the past. */
function DayRange({ value, onChange, ...props }: DayRangeProps) {
  return (
    <DatePicker.RangePicker
      {...props}
      // Of both ends: the label names the first alone.
      aria-label="活动日期"
      // Otherwise the Tab key would not leave an end that has no day.
      allowEmpty
      className={styles.short}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      disabledDate={(day) => day.format('YYYY-MM-DD') < today()}
      onChange={(days) => {
        const [from, to] = days ?? []
        onChange?.(from && to ? [from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD')] : undefined)
      }}
    />
  )
}
