import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { useQuery } from '@tanstack/react-query'
import { type MenuTreeNode, menu } from '@zhanggui/contract/staff/menu.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { Checkbox, Flex, Select, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { listNodes, pickNodes } from './grants.ts'

/** The permissions of two roles side by side. @param ids the roles selected at first */
export function RoleCompareDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [left, setLeft] = useState(ids[0])
  const [right, setRight] = useState(ids[1])
  const { data: options = [] } = useQuery(read(role.all, { silent: true }))
  const choices = (other: number | undefined) =>
    options.map(({ id, name }) => ({ value: id, label: name, disabled: id === other }))
  return (
    <Dialog title="权限对比" width={720} footer={null} onCancel={onClose}>
      <Flex vertical gap="middle">
        <Flex gap="small" align="center">
          <Select
            style={{ flex: 1, minWidth: 0 }}
            placeholder="选择角色"
            aria-label="第一个角色"
            value={left}
            onChange={setLeft}
            options={choices(right)}
          />
          与
          <Select
            style={{ flex: 1, minWidth: 0 }}
            placeholder="选择角色"
            aria-label="第二个角色"
            value={right}
            onChange={setRight}
            options={choices(left)}
          />
        </Flex>
        {left !== undefined && right !== undefined ? (
          <Comparison left={left} right={right} />
        ) : (
          <EmptyBlock text="选择两个角色，对比它们的权限" />
        )}
      </Flex>
    </Dialog>
  )
}

function Comparison({ left, right }: { left: number; right: number }) {
  const [onlyDifferent, setOnlyDifferent] = useState(true)
  const tree = useQuery(read(menu.tree, { silent: true }))
  const one = useQuery(read(role.info, { params: { id: left }, silent: true }))
  const other = useQuery(read(role.info, { params: { id: right }, silent: true }))
  const failed = [tree, one, other].find(({ isError }) => isError)
  if (failed) return <FailedBlock error={failed.error} onRetry={failed.refetch} />
  if (!tree.data || !one.data || !other.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />

  const [mine, theirs] = [one.data, other.data].map(({ permission, menus }) => {
    // The super administrator's role has no list: it has every permission.
    const held = permission === 'admin' ? listNodes(tree.data).map(({ node }) => node) : menus
    return new Set(held.map(({ id }) => id))
  }) as [Set<number>, Set<number>]
  const differ = ({ id }: MenuTreeNode) => mine.has(id) !== theirs.has(id)
  const count = (from: Set<number>, not: Set<number>) =>
    listNodes(tree.data).filter(({ node: { id } }) => from.has(id) && !not.has(id)).length
  const rows = onlyDifferent
    ? pickNodes(tree.data, differ)
    : pickNodes(tree.data, ({ id }) => mine.has(id) || theirs.has(id))
  const mark =
    (held: Set<number>) =>
    (_: unknown, { id }: MenuTreeNode) =>
      held.has(id) ? <CheckOutlined style={{ color: 'var(--color-primary)' }} aria-label="有" /> : '—'
  return (
    <>
      <Flex justify="space-between" wrap gap="small">
        <span>
          只有「{one.data.name}」有 {count(mine, theirs)} 项，只有「{other.data.name}」有 {count(theirs, mine)} 项
        </span>
        <Checkbox checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)}>
          只看差异
        </Checkbox>
      </Flex>
      <Table<MenuTreeNode>
        key={`${left} ${right} ${onlyDifferent}`}
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={rows.map(withoutEmpty)}
        expandable={{ defaultExpandAllRows: true }}
        locale={{ emptyText: onlyDifferent ? '两个角色的权限相同' : <EmptyBlock text="两个角色都没有权限" /> }}
        columns={[
          { title: '菜单与按钮', dataIndex: 'label' },
          { title: one.data.name, width: 120, align: 'center', render: mark(mine) },
          { title: other.data.name, width: 120, align: 'center', render: mark(theirs) },
        ]}
      />
    </>
  )
}

/** Removes empty lists of children: such rows would be drawn as expandable. */
function withoutEmpty({ children, ...node }: MenuTreeNode): MenuTreeNode {
  return { ...node, ...(children?.length && { children: children.map(withoutEmpty) }) }
}
