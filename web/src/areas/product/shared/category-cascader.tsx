import { useQuery } from '@tanstack/react-query'
import { type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import type { CategoryType } from '@zhanggui/domain/product/category.ts'
import { Cascader, Tag } from 'antd'
import type { ReactNode } from 'react'
import { isForbidden } from '../../../api/call-error.ts'
import { read } from '../../../api/read.ts'
import { TreeSelect } from '../../../kit/form/tree-select.tsx'
import { productClassify } from '../../../kit/product/product-classify.ts'

/** The tree of a category type; that of products is cached in the browser. */
export function useCategories(type: CategoryType = 1) {
  const products = useQuery({ ...productClassify, enabled: type === 1 })
  const others = useQuery({
    ...read(category.pick, { query: { type, status: -1 }, silent: true }),
    enabled: type !== 1,
  })
  return type === 1 ? products : others
}

export type CategoryCascaderProps = {
  id?: string
  value?: number | undefined
  onChange?: (id: number | undefined) => void
  placeholder?: string
  'aria-label'?: string
  type?: CategoryType
  /** Offers 顶层目录, id 0, at the top. */
  withTop?: boolean
  /** This category and those below it cannot be chosen. */
  without?: number | undefined
  /** Categories below this level cannot be chosen. */
  deepest?: number
  /** Hidden categories are grey but can be chosen, to find their contents. */
  withHidden?: boolean
}

/** One category, by id. Hidden ones cannot be chosen. */
export function CategoryCascader(props: CategoryCascaderProps) {
  const { value, onChange, type, withTop, without, deepest, withHidden, ...rest } = props
  const { data = [], isPending, error } = useCategories(type)
  const toOption = ({ id, name, isShow, level, child }: CategoryNode, below = false): Option => {
    const out = below || id === without
    return {
      value: id,
      name,
      hidden: !isShow,
      disabled: out || (!isShow && !withHidden) || level > (deepest ?? level),
      children: child?.map((node) => toOption(node, out)),
    }
  }
  const options = data.map((node) => toOption(node))
  return (
    <Cascader
      placeholder="请选择分类"
      {...rest}
      allowClear={!withTop}
      changeOnSelect
      showSearch={{
        filter: (typed, path) => path.some(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
      }}
      loading={isPending}
      notFoundContent={isForbidden(error) ? '暂无权限' : error ? '加载失败' : undefined}
      options={withTop ? [{ value: 0, name: '顶层目录', hidden: false, disabled: false }, ...options] : options}
      fieldNames={{ label: 'name' }}
      optionRender={({ name, hidden }) => <OptionName name={String(name)} hidden={Boolean(hidden)} />}
      // An id whose name is not loaded yet would be shown as a number.
      value={value === undefined || isPending ? undefined : value === 0 ? [0] : pathTo(data, value)}
      onChange={(path) => onChange?.(path?.at(-1))}
    />
  )
}

/** Several categories, by id in the order chosen. Hidden ones cannot be chosen; already chosen ones can be removed. */
export function CategoriesSelect(props: {
  id?: string
  value?: number[]
  onChange?: (ids: number[]) => void
  placeholder?: string
  'aria-label'?: string
  type?: CategoryType
}) {
  const { value = [], onChange, type, ...rest } = props
  const { data = [], isPending, error } = useCategories(type)
  const toNode = ({ id, name, isShow, child }: CategoryNode, above: readonly string[] = []): TreeOption => {
    const path = [...above, name]
    return {
      value: id,
      title: <OptionName name={name} hidden={!isShow} />,
      name,
      label: <OptionName name={path.join(' / ')} hidden={!isShow} />,
      disabled: !isShow && !value.includes(id),
      children: child?.map((node) => toNode(node, path)),
    }
  }
  return (
    <TreeSelect<number[], TreeOption>
      placeholder="请选择分类"
      {...rest}
      multiple
      allowClear
      treeLine
      showSearch={!isPending && { treeNodeFilterProp: 'name' }}
      treeNodeLabelProp="label"
      loading={isPending}
      notFoundContent={isForbidden(error) ? '暂无权限' : error ? '加载失败' : undefined}
      treeData={data.map((node) => toNode(node))}
      value={isPending ? undefined : value}
      onChange={onChange}
    />
  )
}

/** The name of a category by its id, with its ancestors. */
export function CategoryName({ id }: { id: number }) {
  const { data = [] } = useCategories()
  return id === 0 ? '顶层目录' : namesTo(data, id).join(' / ') || '已删除的分类'
}

type Option = { value: number; name: string; hidden: boolean; disabled: boolean; children?: Option[] | undefined }
type TreeOption = {
  value: number
  name: string
  title: ReactNode
  label: ReactNode
  disabled: boolean
  children?: TreeOption[] | undefined
}

function OptionName({ name, hidden }: { name: string; hidden: boolean }) {
  if (!hidden) return name
  return (
    <span style={{ color: 'var(--text-2)' }}>
      {name} <Tag>已隐藏</Tag>
    </span>
  )
}

/** The ids from the root to a category; empty if it is not in the tree. */
function pathTo(nodes: readonly CategoryNode[], id: number): number[] {
  return wayTo(nodes, id).map((node) => node.id)
}

function namesTo(nodes: readonly CategoryNode[], id: number): string[] {
  return wayTo(nodes, id).map((node) => node.name)
}

function wayTo(nodes: readonly CategoryNode[], id: number): CategoryNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = wayTo(node.child ?? [], id)
    if (below.length) return [node, ...below]
  }
  return []
}
