import { useQuery } from '@tanstack/react-query'
import { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { Input, Select } from 'antd'
import { read } from '../../api/read.ts'
import { DateRange } from '../form/dates/date-range.tsx'
import { Field } from '../form/field.tsx'
import { RemoteSelect } from '../form/remote-select.tsx'
import styles from './coupon.module.css'

const types = Object.entries(userTypeLabels).map(([value, label]) => ({ value, label }))
const counts = [
  { value: 0, label: '没消费过' },
  ...[1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} 次及以上` })),
]

/** The fields of the form that say which customers a coupon is sent to, as the customer list filters them. */
export function SendConditions() {
  return (
    <div className={styles.conditions}>
      <Field of={UserFilter} name="keywords">
        <Input allowClear maxLength={64} placeholder="手机号、ID、昵称或姓名开头" />
      </Field>
      <Field of={UserFilter} name="level">
        <LevelSelect />
      </Field>
      <Field of={UserFilter} name="tagIds">
        <RemoteSelect of={userTag.list} mode="multiple" placeholder="不限" />
      </Field>
      <Field of={UserFilter} name="payCount" label="消费情况">
        <Select allowClear placeholder="不限" options={counts} />
      </Field>
      <Field of={UserFilter} name="userType">
        <Select allowClear placeholder="不限" options={types} />
      </Field>
      <Field of={UserFilter} name="lastPay" label="最近消费">
        <DateRange />
      </Field>
      <Field of={UserFilter} name="minConsume" />
      <Field of={UserFilter} name="birthday">
        <Select allowClear placeholder="不限" options={months} />
      </Field>
    </div>
  )
}

const months = Array.from({ length: 12 }, (_, month) => ({ value: month + 1, label: `${month + 1} 月` }))

function LevelSelect(props: { id?: string; value?: number; onChange?: (level: number) => void }) {
  const { data = [], isFetching } = useQuery(read(userLevel.list, { query: { isShow: true }, silent: true }))
  const levels = [{ value: 0, label: '无等级' }, ...data.map(({ id, name }) => ({ value: id, label: name }))]
  return <Select allowClear placeholder="不限" loading={isFetching} options={levels} {...props} />
}
