import { useQuery } from '@tanstack/react-query'
import { notice, type OwnNotice } from '@zhanggui/contract/message/notice.ts'
import { type Notification, notification } from '@zhanggui/contract/message/notification.ts'
import { type TodoCounterName, todoCounters } from '@zhanggui/domain/message/todo-counters.ts'
import { Button, Skeleton, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { refreshCounts, useLive } from '../../api/live.ts'
import { read } from '../../api/read.ts'
import { useWrite } from '../../api/use-write.ts'
import { useReadOnly } from '../../kit/access/can.tsx'
import { WriteButton } from '../../kit/access/write-button.tsx'
import { EmptyBlock, FailedBlock } from '../../kit/page/block-state.tsx'
import { go } from '../../kit/page/go.ts'
import { Ago } from '../../kit/text/ago.tsx'
import styles from './bell.module.css'
import { LATEST, latestMessages } from './latest.ts'

const messages = '/system-tools/message'

/** The popover of the bell: 通知, 公告, 待办. */
export default function BellPanel({ onLeave }: { onLeave: () => void }) {
  const { unread, notices, todo } = useLive()
  const names = Object.keys(todoCounters) as TodoCounterName[]
  const doable = names.filter((name) => todo[name])
  const leaveFor = (to: string) => {
    onLeave()
    go(to)
  }
  return (
    <div className={styles.panel}>
      <Tabs
        items={[
          { key: 'notifications', label: named('通知', unread), children: <Notifications onOpen={leaveFor} /> },
          { key: 'notices', label: named('公告', notices), children: <Notices onOpen={leaveFor} /> },
          {
            key: 'todo',
            label: named('待办', doable.length),
            children: (
              <Items empty={!doable.length}>
                {doable.map((name) => (
                  <li key={name}>
                    <button type="button" className={styles.item} onClick={() => leaveFor(todoCounters[name].to)}>
                      <span className={styles.facts}>
                        <strong className={styles.todo}>
                          {todoCounters[name].title} <b>{todo[name]?.toLocaleString('en-US')}</b>
                        </strong>
                      </span>
                    </button>
                  </li>
                ))}
              </Items>
            ),
          },
        ]}
      />
      <Foot unread={unread} onMore={() => leaveFor(messages)} />
    </div>
  )
}

function Foot({ unread, onMore }: { unread: number; onMore: () => void }) {
  const readAll = useWrite(notification.read, { onSuccess: refreshCounts })
  return (
    <div className={styles.foot}>
      <WriteButton
        of={readAll}
        type="link"
        size="small"
        disabled={!unread}
        onClick={() => readAll.mutate({ body: {} })}
      >
        全部已读
      </WriteButton>
      <Button type="link" size="small" onClick={onMore}>
        查看全部
      </Button>
    </div>
  )
}

function Notifications({ onOpen }: { onOpen: (to: string) => void }) {
  const { data, error, refetch } = useQuery(latestMessages)
  const markRead = useWrite(notification.read, { onSuccess: refreshCounts })
  const mayMark = useReadOnly(notification.read) === undefined
  const open = ({ id, link, readTime }: Notification) => {
    if (!readTime && mayMark) markRead.mutate({ body: { ids: [id] } })
    if (link) onOpen(link)
  }
  if (error && !data) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active className={styles.list} />
  return (
    <Items empty={!data.list.length}>
      {data.list.map((row) => (
        <li key={row.id}>
          <Item {...row} time={row.createTime} read={row.readTime !== null} onClick={() => open(row)} />
        </li>
      ))}
    </Items>
  )
}

function Notices({ onOpen }: { onOpen: (to: string) => void }) {
  const { data, error, refetch } = useQuery(read(notice.own, { query: { limit: LATEST }, silent: true }))
  const open = ({ id }: OwnNotice) => onOpen(`${messages}?tab=notice&notice=${id}`)
  if (error && !data) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active className={styles.list} />
  return (
    <Items empty={!data.list.length}>
      {data.list.map((row) => (
        <li key={row.id}>
          <Item {...row} content="" time={row.publishTime ?? ''} onClick={() => open(row)} />
        </li>
      ))}
    </Items>
  )
}

function Items({ empty, children }: { empty: boolean; children: ReactNode }) {
  return <ul className={styles.list}>{empty ? <EmptyBlock text="没有新消息" /> : children}</ul>
}

type ItemProps = Pick<Notification, 'level' | 'title' | 'content'> & {
  time: string
  read: boolean
  onClick: () => void
}

function Item({ level, title, content, time, read: isRead, onClick }: ItemProps) {
  return (
    <button type="button" className={styles.item} data-level={level} data-read={isRead} onClick={onClick}>
      <i className={styles.dot} role="img" aria-label={isRead ? '已读' : '未读'} />
      <span className={styles.facts}>
        <strong title={title}>{title}</strong>
        {content && <span>{content}</span>}
        <Ago time={time} />
      </span>
    </button>
  )
}

function named(label: string, count: number): string {
  return count ? `${label} ${count > 99 ? '99+' : count}` : label
}
