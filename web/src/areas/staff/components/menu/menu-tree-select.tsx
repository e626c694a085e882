import { useQuery } from '@tanstack/react-query'
import { type MenuTreeNode, menu } from '@zhanggui/contract/staff/menu.ts'
import { read } from '../../../../api/read.ts'
import { TreeSelect } from '../../../../kit/form/tree-select.tsx'
import { findNode, type MenuType, mayStandUnder } from './menu-rules.ts'

type Props = {
  id?: string
  value?: number
  onChange?: (id: number) => void
  /** The type of the row whose parent is selected. */
  type: MenuType
  /** The row itself: its parent can be neither itself nor a row below it. */
  without?: number
}

/** Selects the parent of a menu row; 0 for the top. */
export function MenuTreeSelect({ type, without, ...props }: Props) {
  const { data = [], isPending } = useQuery(read(menu.tree))
  return (
    <TreeSelect
      {...props}
      showSearch={!isPending && { treeNodeFilterProp: 'title' }}
      treeDefaultExpandedKeys={[0]}
      loading={isPending}
      placeholder="请选择上级"
      value={isPending ? undefined : props.value}
      treeData={[
        {
          value: 0,
          title: '顶级类目',
          disabled: !mayStandUnder(type, 'top'),
          children: data.map((node) => toNode(node, type, without)),
        },
      ]}
    />
  )
}

/** Names a menu row by its id, for the list of differences. */
export function MenuName({ id }: { id: number }) {
  const { data = [] } = useQuery(read(menu.tree))
  return id === 0 ? '顶级类目' : (findNode(data, id)?.label ?? String(id))
}

type Node = { value: number; title: string; disabled: boolean; children: Node[] }

function toNode({ id, label, type, children = [] }: MenuTreeNode, of: MenuType, without: number | undefined): Node {
  const parents = id === without ? [] : children.filter((child) => child.type !== 2)
  return {
    value: id,
    title: label,
    disabled: id === without || !mayStandUnder(of, type),
    children: parents.map((child) => toNode(child, of, without)),
  }
}
