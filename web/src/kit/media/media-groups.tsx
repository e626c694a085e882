import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { useQuery } from '@tanstack/react-query'
import { ALL_GROUPS, attachment, NO_GROUP } from '@zhanggui/contract/file/attachment.ts'
import { CategoryDraft, type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import { Button, Dropdown, Select, Tree, type TreeProps } from 'antd'
import { type DragEvent, useState } from 'react'
import { read } from '../../api/read.ts'
import { useWrite } from '../../api/use-write.ts'
import { useCan, useReadOnly } from '../access/can.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { Field } from '../form/field.tsx'
import { TreeSelect } from '../form/tree-select.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './media.module.css'
import { carriedMedia, carriesMedia } from './media-drag.ts'
import type { MediaFilter } from './use-media.ts'

/** Groups are categories of this type. */
const MEDIA = 2
const RECYCLED = -2
const DEEPEST = 3

export const groupQuery = read(category.pick, { query: { type: MEDIA, status: -1 } })

type Choice = Pick<MediaFilter, 'groupId' | 'recycled'>
type Props = { value: Choice; onChange: (choice: Choice) => void; manage: boolean }

type Node = { key: number; title: string; group?: CategoryNode; children?: Node[]; selectable?: boolean }

/** The groups of the library, to filter by; staff with the permissions add, rename, reorder and delete them here. */
export function MediaGroups({ value, onChange, manage }: Props) {
  const phone = useIsPhone()
  const { data = [] } = useQuery(groupQuery)
  const [edited, setEdited] = useState<{ row?: CategoryNode; pid: number }>()
  /** The group that dragged files are held over. */
  const [over, setOver] = useState<number>()
  const isWritable = useReadOnly() === undefined
  const may = {
    add: [useCan(category.save), manage, isWritable].every(Boolean),
    edit: [useCan(category.update), manage, isWritable].every(Boolean),
    remove: [useCan(category.remove), manage, isWritable].every(Boolean),
    move: [useCan(attachment.move), manage, isWritable].every(Boolean),
    bin: [useCan(attachment.remove), manage].every(Boolean),
  }
  const move = useWrite(attachment.move, { message: '移动成功' })
  const sort = useWrite(category.sort)
  const remove = useWrite(category.remove, {
    message: '删除成功',
    onSuccess: (_, { query }) => {
      if (query.id === value.groupId) onChange({ groupId: ALL_GROUPS, recycled: false })
    },
  })
  const fixed: Node[] = [
    { key: ALL_GROUPS, title: '全部' },
    { key: NO_GROUP, title: '未分组' },
  ]
  const bin: Node[] = may.bin ? [{ key: RECYCLED, title: '回收站' }] : []
  const nodes = [...fixed, ...data.map(toNode), ...bin]
  const chosen = value.recycled ? RECYCLED : value.groupId
  const choose = (key: number) =>
    onChange(key === RECYCLED ? { groupId: ALL_GROUPS, recycled: true } : { groupId: key, recycled: false })

  async function handleRemove({ id, name }: CategoryNode) {
    if (await confirmDelete(`删除分组「${name}」？其中的素材会移到未分组。`)) remove.mutate({ query: { id } })
  }

  const handleDrop: TreeProps<Node>['onDrop'] = ({ node, dragNode, dropToGap, dropPosition }) => {
    const moved = dragNode.group
    const target = node.group
    if (!moved || !target) return
    const pid = dropToGap ? target.pid : target.id
    const siblings = (pid ? (findGroup(data, pid)?.child ?? []) : data).filter(({ id }) => id !== moved.id)
    const last = Number(node.pos.split('-').at(-1))
    const at = dropToGap
      ? siblings.findIndex(({ id }) => id === target.id) + (dropPosition > last ? 1 : 0)
      : siblings.length
    const ordered = siblings.toSpliced(at, 0, moved)
    // Higher values come first.
    sort.mutate({ body: { moves: ordered.map(({ id }, index) => ({ id, pid, sort: ordered.length - index })) } })
  }

  const dialog = edited && <GroupDialog row={edited.row} pid={edited.pid} onClose={() => setEdited(undefined)} />
  if (phone)
    return (
      <>
        <TreeSelect
          aria-label="分组"
          value={chosen}
          treeData={nodes}
          fieldNames={{ label: 'title', value: 'key' }}
          treeDefaultExpandAll
          onChange={choose}
          style={{ width: '100%' }}
        />
        {dialog}
      </>
    )
  return (
    <nav
      className={styles.groups}
      aria-label="素材分组"
      onDragOver={(event) => {
        const key = carriesMedia(event) ? groupUnder(event) : undefined
        setOver(key)
        if (key !== undefined) event.preventDefault()
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        const groupId = groupUnder(event)
        const ids = carriedMedia(event)
        setOver(undefined)
        if (groupId === undefined || !ids.length) return
        event.preventDefault()
        move.mutate({ body: { groupId, ids } })
      }}
    >
      <Tree<Node>
        blockNode
        defaultExpandAll
        treeData={nodes}
        selectedKeys={[chosen]}
        onSelect={(_, { node }) => choose(node.key)}
        draggable={may.edit ? { icon: false, nodeDraggable: (node) => Boolean((node as Node).group) } : false}
        allowDrop={({ dropNode }) => Boolean(dropNode.group)}
        onDrop={handleDrop}
        titleRender={({ key, title, group }) => (
          <span
            data-group={may.move && key >= NO_GROUP ? key : undefined}
            className={over === key ? `${styles.group} ${styles.over}` : styles.group}
          >
            <span title={title}>{title}</span>
            {group && (may.add || may.edit || may.remove) && (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    may.add && group.level < DEEPEST && { key: 'add', label: '添加分类' },
                    may.edit && { key: 'edit', label: '编辑分类' },
                    may.remove && { key: 'remove', label: '删除分类', danger: true },
                  ].filter((item) => item !== false),
                  onClick: ({ key: action, domEvent }) => {
                    domEvent.stopPropagation()
                    if (action === 'add') setEdited({ pid: group.id })
                    else if (action === 'edit') setEdited({ row: group, pid: group.pid })
                    else handleRemove(group)
                  },
                }}
              >
                <Button
                  type="text"
                  size="small"
                  icon={<EllipsisOutlined aria-hidden />}
                  aria-label={`分组操作：${title}`}
                  onClick={(event) => event.stopPropagation()}
                />
              </Dropdown>
            )}
          </span>
        )}
      />
      {may.add && (
        <Button type="dashed" block size="small" onClick={() => setEdited({ pid: 0 })}>
          添加分类
        </Button>
      )}
      {dialog}
    </nav>
  )
}

function groupUnder({ target }: DragEvent): number | undefined {
  const key = (target as Element).closest<HTMLElement>('[data-group]')?.dataset.group
  return key === undefined ? undefined : Number(key)
}

function GroupDialog({ row, pid, onClose }: { row: CategoryNode | undefined; pid: number; onClose: () => void }) {
  return (
    <FormDialog
      name="分类"
      title={row ? '编辑分类' : '添加分类'}
      add={category.save}
      edit={category.update}
      row={row}
      initial={{ sort: 0 }}
      width={480}
      toBody={(typed) => ({ ...typed, type: MEDIA, pid })}
      onClose={onClose}
    >
      <Field of={CategoryDraft} name="name" />
      <Field of={CategoryDraft} name="sort" extra="越大越靠前" />
    </FormDialog>
  )
}

/** A select of a group, for moving files. */
export function GroupSelect(props: { value?: number; onChange?: (groupId: number) => void }) {
  const { data = [], isPending } = useQuery(groupQuery)
  if (isPending) return <Select loading disabled />
  return (
    <TreeSelect
      {...props}
      treeData={[{ key: NO_GROUP, title: '未分组' }, ...data.map(toNode)]}
      fieldNames={{ label: 'title', value: 'key' }}
      treeDefaultExpandAll
      showSearch
      treeNodeFilterProp="title"
      placeholder="请选择分组"
      style={{ width: '100%' }}
    />
  )
}

function toNode(group: CategoryNode): Node {
  const { id, name, child } = group
  return { key: id, title: name, group, ...(child && { children: child.map(toNode) }) }
}

function findGroup(nodes: readonly CategoryNode[], id: number): CategoryNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findGroup(node.child ?? [], id)
    if (found) return found
  }
  return undefined
}
