import { useQuery } from '@tanstack/react-query'
import { type CategoryNode, category } from '@zhanggui/contract/category.ts'
import { Cascader } from 'antd'
import { read } from '../api/read.ts'

type Option = { value: number; label: string; disabled?: boolean; children?: Option[] }

/** One category of products, by its id. Hidden ones cannot be chosen. */
export function CategoryCascader(props: {
  id?: string
  value?: number | undefined
  onChange?: (id: number | undefined) => void
  placeholder?: string
}) {
  const { value, onChange, ...rest } = props
  const { data = [] } = useQuery(read(category.pick, { query: { type: 1, status: -1 } }))
  return (
    <Cascader
      {...rest}
      allowClear
      changeOnSelect
      showSearch
      options={data.map(toOption)}
      value={value ? pathTo(data, value) : undefined}
      onChange={(path) => onChange?.(path?.at(-1) as number | undefined)}
    />
  )
}

function toOption({ id, name, disabled, child }: CategoryNode): Option {
  return { value: id, label: name, disabled, ...(child && { children: child.map(toOption) }) }
}

function pathTo(nodes: readonly CategoryNode[], id: number): number[] {
  for (const node of nodes) {
    if (node.id === id) return [id]
    const below = pathTo(node.child ?? [], id)
    if (below.length) return [node.id, ...below]
  }
  return []
}
