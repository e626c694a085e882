import { notice } from '@zhanggui/contract/message/notice.ts'
import { type Notification, notification } from '@zhanggui/contract/message/notification.ts'
import { eventInfo, notifyEventNames, notifyLevelNames } from '@zhanggui/domain/message/notify-event.ts'
import { isOffered } from '@zhanggui/domain/not-yet-offered.ts'
import { Badge, Button, Select, Tabs } from 'antd'
import { refreshCounts } from '../../../api/live.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useReadOnly } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { go } from '../../../kit/page/go.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { OwnNoticeDialog } from '../components/own-notice-dialog.tsx'
import styles from './message-list.module.css'

const events = notifyEventNames
  .filter((event) => isOffered('notices', event))
  .map((event) => ({ value: event, label: eventInfo(event).label }))
const states = [
  { value: false, label: '未读' },
  { value: true, label: '已读' },
]
const readFilter = {
  name: 'read',
  label: '状态',
  control: <Select allowClear placeholder="全部" options={states} />,
} as const

/** 消息中心: all the user's messages, and the announcements addressed to the user. */
export default function MessageListPage() {
  const address = useAddress()
  const tab = new URLSearchParams(address.search).get('tab') === 'notice' ? 'notice' : 'message'
  return (
    <>
      <PageHeader />
      <Tabs
        className={styles.tabs}
        activeKey={tab}
        onChange={(key) => address.replace(new URLSearchParams(key === 'notice' ? { tab: key } : {}))}
        destroyOnHidden
        items={[
          { key: 'message', label: '通知', children: <Messages /> },
          { key: 'notice', label: '公告', children: <OwnNotices /> },
        ]}
      />
    </>
  )
}

function Messages() {
  const list = useList(notification.list)
  const markRead = useWrite(notification.read, { onSuccess: refreshCounts })
  const mayMark = useReadOnly(notification.read) === undefined
  const open = ({ id, link, readTime }: Notification) => {
    if (!readTime && mayMark) markRead.mutate({ body: { ids: [id] } })
    if (link) go(link)
  }
  return (
    <ListPage
      title=""
      purpose="新订单、退款申请、库存不足，系统都在这里告诉您"
      list={list}
      news={{ of: '条新消息', frame: 'notify' }}
      filters={[
        readFilter,
        {
          name: 'event',
          label: '消息类型',
          control: <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="全部" options={events} />,
        },
        { name: 'createTime', label: '时间' },
      ]}
      columns={[
        {
          name: 'title',
          title: '标题',
          minWidth: 200,
          render: (row) => (
            <Badge dot={!row.readTime} offset={[6, 4]}>
              <Button type="link" className={styles.title} onClick={() => open(row)}>
                {row.title}
              </Button>
            </Badge>
          ),
        },
        { name: 'content', title: '内容', minWidth: 240, className: styles.content },
        { name: 'event', title: '类型', width: 140, render: ({ event }) => eventInfo(event).label },
        { name: 'level', title: '级别', width: 80, render: ({ level }) => <Labels of={[notifyLevelNames[level]]} /> },
        { name: 'createTime', title: '时间', width: 170 },
      ]}
      remove={notification.remove}
      actions={(row) =>
        !row.readTime && <RowAction onClick={() => markRead.mutate({ body: { ids: [row.id] } })}>标为已读</RowAction>
      }
      tools={
        <WriteButton of={markRead} onClick={() => markRead.mutate({ body: {} })}>
          全部已读
        </WriteButton>
      }
      batch={(chosen) => {
        const unread = chosen.filter(({ readTime }) => !readTime).map(({ id }) => id)
        return (
          unread.length > 0 && (
            <WriteButton of={markRead} onClick={() => markRead.mutate({ body: { ids: unread } })}>
              标为已读
            </WriteButton>
          )
        )
      }}
    />
  )
}

function OwnNotices() {
  const list = useList(notice.own, { name: 'own' })
  const address = useAddress()
  const noticeId = new URLSearchParams(address.search).get('notice')
  const shown = list.rows.find(({ id }) => String(id) === noticeId)
  const show = (id: number | undefined) => {
    const next = address.latest()
    if (id) next.set('notice', String(id))
    else next.delete('notice')
    address.replace(next)
  }
  return (
    <>
      <ListPage
        title=""
        purpose="店里发给您的通知，点开就算已读"
        list={list}
        filters={[readFilter]}
        columns={[
          {
            name: 'title',
            title: '公告标题',
            minWidth: 240,
            render: ({ id, title, read }) => (
              <Badge dot={!read} offset={[6, 4]}>
                <Button type="link" className={styles.title} onClick={() => show(id)}>
                  {title}
                </Button>
              </Badge>
            ),
          },
          { name: 'level', title: '级别', width: 80, render: ({ level }) => <Labels of={[notifyLevelNames[level]]} /> },
          { name: 'pinned', title: '置顶', width: 80, render: ({ pinned }) => (pinned ? '是' : '') },
          { name: 'publishTime', title: '发布时间', width: 170 },
        ]}
      />
      {shown && <OwnNoticeDialog notice={shown} onClose={() => show(undefined)} />}
    </>
  )
}
