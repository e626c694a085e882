import { useQuery } from '@tanstack/react-query'
import { type Dept, dept } from '@zhanggui/contract/staff/dept.ts'
import { Input, Skeleton, Tree } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import styles from './dept-side.module.css'

type Props = { chosen: number | undefined; onChoose: (id: number | undefined) => void }

/** The departments beside a list; another click on the selected one clears the selection. */
export function DeptSide({ chosen, onChoose }: Props) {
  const { data, error, isPending, refetch } = useQuery(read(dept.list, { silent: true }))
  const [wanted, setWanted] = useState('')
  if (isPending) return <Skeleton active title={false} className={styles.card} />
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  const nodes = data.flatMap((node) => toNodes(node, wanted.trim().toLowerCase()))
  return (
    <nav className={styles.card} aria-label="部门">
      <Input
        allowClear
        placeholder="输入部门名称搜索"
        aria-label="搜索部门"
        onChange={({ target }) => setWanted(target.value)}
      />
      {nodes.length ? (
        <Tree
          // Fully expanded, search results too.
          key={wanted}
          blockNode
          defaultExpandAll
          treeData={nodes}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onSelect={([key]) => onChoose(key === undefined ? undefined : Number(key))}
        />
      ) : (
        <EmptyBlock
          text={wanted ? '没有符合条件的部门' : '还没有部门'}
          more={!wanted && '在部门管理里添加，如 客服部、仓库'}
        />
      )}
    </nav>
  )
}

type Node = { key: number; title: string; children: Node[] }

/** The department with the matching departments below it; empty if neither it nor any of them matches. */
function toNodes({ id, name, children = [] }: Dept, words: string): Node[] {
  const below = children.flatMap((child) => toNodes(child, words))
  return below.length || name.toLowerCase().includes(words) ? [{ key: id, title: name, children: below }] : []
}
