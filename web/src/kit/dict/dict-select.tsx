import { Select, type SelectProps } from 'antd'
import { useDict } from './dictionary.ts'

/** A select of a dictionary's enabled values. */
export function DictSelect({ dict, ...props }: { dict: string } & Omit<SelectProps, 'options' | 'loading'>) {
  const entries = useDict(dict)?.[dict]
  return (
    <Select
      allowClear
      placeholder="请选择"
      {...props}
      loading={!entries}
      options={entries?.filter(({ enabled }) => enabled).map(({ value, label }) => ({ value, label }))}
    />
  )
}
