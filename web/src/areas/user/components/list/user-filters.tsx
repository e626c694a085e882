import type { userFilters } from '@zhanggui/contract/user/shop-user.ts'
import { accessTypes } from '@zhanggui/domain/user/user-type.ts'
import { Input, Select } from 'antd'
import { DateRange } from '../../../../kit/form/dates/date-range.tsx'
import type { Filter } from '../../../../kit/list-page/filters/filter-bar.tsx'
import { sexOptions } from '../../model/words.ts'
import { GroupSelect, LevelSelect, TagSelect } from '../selects.tsx'

type Name = keyof typeof userFilters

const select = (options: readonly { value: number | boolean; label: string }[]) => (
  <Select allowClear placeholder="全部" options={[...options]} />
)

/** The filters of the customer list. */
export const filtersOfUsers: readonly Filter<Name>[] = [
  { name: 'keywords', control: <Input allowClear maxLength={64} placeholder="手机号、ID、昵称或姓名开头" /> },
  { name: 'level', control: <LevelSelect none="无等级" placeholder="全部" />, text: () => '' },
  { name: 'groupId', control: <GroupSelect none="未分组" placeholder="全部" />, text: () => '' },
  { name: 'tagIds', control: <TagSelect placeholder="全部" />, text: () => '' },
  {
    name: 'payCount',
    label: '消费情况',
    control: select([
      { value: 0, label: '没消费过' },
      ...[1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} 次及以上` })),
    ]),
  },
  { name: 'dateLimit', label: '时间选择', control: <DateRange /> },
  {
    name: 'accessType',
    control: select(([1, 0] as const).map((value) => ({ value, label: accessTypes[value] }))),
  },
  { name: 'lastPay', label: '最近消费', control: <DateRange /> },
  { name: 'sex', control: select(sexOptions) },
  {
    name: 'isPromoter',
    control: select([
      { value: true, label: '推广员' },
      { value: false, label: '普通用户' },
    ]),
  },
  {
    name: 'status',
    control: select([
      { value: true, label: '正常' },
      { value: false, label: '已禁用' },
    ]),
  },
  { name: 'country' },
  { name: 'province' },
  { name: 'city' },
  { name: 'minConsume' },
  { name: 'maxConsume' },
  { name: 'minTotal' },
  { name: 'maxTotal' },
  {
    name: 'birthday',
    control: select(Array.from({ length: 12 }, (_, month) => ({ value: month + 1, label: `${month + 1} 月` }))),
  },
]
