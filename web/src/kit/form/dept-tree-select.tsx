import { useQuery } from '@tanstack/react-query'
import { type Dept, dept } from '@zhanggui/contract/staff/dept.ts'
import { isForbidden } from '../../api/call-error.ts'
import { read } from '../../api/read.ts'
import { TreeSelect, type TreeSelectProps } from './tree-select.tsx'

export type DeptTreeSelectProps = Omit<TreeSelectProps<number>, 'treeData'> & {
  /** Offers 顶级部门, id 0, at the top. */
  withTop?: boolean
  /** This department and those below it cannot be chosen. */
  without?: number
}

/** A select of one department, by id. Disabled until loaded, as a search before that would find folded nodes. */
export function DeptTreeSelect({ withTop, without, ...props }: DeptTreeSelectProps) {
  const { data = [], isPending, error } = useQuery(read(dept.list, { silent: true }))
  const tree = data.map((node) => toNode(node, without))
  return (
    <TreeSelect
      showSearch={!isPending && { treeNodeFilterProp: 'title' }}
      allowClear
      treeDefaultExpandAll
      placeholder="请选择部门"
      loading={isPending}
      notFoundContent={isForbidden(error) ? '暂无权限' : error ? '加载失败' : undefined}
      {...props}
      // An id whose name is not loaded yet would be shown as a number.
      value={isPending ? undefined : props.value}
      treeData={withTop ? [{ value: 0, title: '顶级部门', children: tree }] : tree}
    />
  )
}

/** A select of several departments, by id. */
export function DeptsTreeSelect({ value, onChange }: { value?: number[]; onChange?: (ids: number[]) => void }) {
  const { data = [], isPending, error } = useQuery(read(dept.list, { silent: true }))
  return (
    <TreeSelect<number[]>
      showSearch={!isPending && { treeNodeFilterProp: 'title' }}
      allowClear
      multiple
      treeDefaultExpandAll
      placeholder="请选择部门"
      loading={isPending}
      notFoundContent={isForbidden(error) ? '暂无权限' : error ? '加载失败' : undefined}
      value={isPending ? undefined : value}
      onChange={onChange}
      treeData={data.map((node) => toNode(node, undefined))}
    />
  )
}

/** The name of a department by its id, for the dialog of differences. */
export function DeptName({ id }: { id: number }) {
  const { data = [] } = useQuery(read(dept.list, { silent: true }))
  return id === 0 ? '顶级部门' : (findName(data, id) ?? String(id))
}

type Node = { value: number; title: string; disabled: boolean; children?: Node[] }

function toNode({ id, name, children }: Dept, without: number | undefined, below = false): Node {
  const disabled = below || id === without
  return { value: id, title: name, disabled, children: children?.map((child) => toNode(child, without, disabled)) }
}

function findName(depts: readonly Dept[], id: number): string | undefined {
  for (const { id: own, name, children = [] } of depts) {
    const found = own === id ? name : findName(children, id)
    if (found) return found
  }
  return undefined
}
