import { useQuery } from '@tanstack/react-query'
import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { Select, type SelectProps } from 'antd'
import { read } from '../../../api/read.ts'

/** A tag of the official account. */
export function FanTagSelect({ none, ...props }: SelectProps<number> & { none?: string }) {
  const { data = [], isLoading } = useQuery(read(fanTag.list, { silent: true }))
  const options = data.map(({ id, name, count }) => ({ value: id, label: `${name}（${count} 人）` }))
  return (
    <Select<number>
      allowClear={!none}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      placeholder="全部"
      {...props}
      options={none ? [{ value: 0, label: none }, ...options] : options}
    />
  )
}
