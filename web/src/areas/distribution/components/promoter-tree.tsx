import { useQuery } from '@tanstack/react-query'
import { promoter, type TreePerson } from '@zhanggui/contract/distribution/promoter.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { Face } from '../../../kit/media/face.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { nameOf, promoterAddress } from '../model/promoter-words.ts'
import styles from './distribution.module.css'

/** 推广关系: who stands below a promoter; each level is read when it is opened. */
export function PromoterTree({ uid }: { uid: number }) {
  const { data, error, refetch } = useQuery(read(promoter.tree, { query: { uid }, silent: true }))
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />
  if (!data.total) return <span className={styles.muted}>还没有推广的人</span>
  return (
    <ul className={styles.tree}>
      {data.list.map((person) => (
        <Node key={person.id} of={person} />
      ))}
      {data.total > data.list.length && (
        <li className={styles.muted}>
          带人最多的 {data.list.length} 位，共 {data.total.toLocaleString('en-US')} 位
        </li>
      )}
    </ul>
  )
}

function Node({ of: person }: { of: TreePerson }) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.node}>
        <Face user={{ ...person, realName: '' }} size={26} />
        <Link to={promoterAddress(person.id)}>{nameOf(person)}</Link>
        {person.spreadCount > 0 ? (
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : `带 ${person.spreadCount.toLocaleString('en-US')} 人`}
          </Button>
        ) : (
          <span />
        )}
      </div>
      {open && <PromoterTree uid={person.id} />}
    </li>
  )
}
