import {
  type Notice,
  type NoticeStatus,
  notice,
  noticeStatuses,
  noticeStatusNames,
  noticeTargetNames,
} from '@zhanggui/contract/message/notice.ts'
import { notifyLevelNames, notifyLevels } from '@zhanggui/domain/message/notify-event.ts'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { NoticeDialog } from '../components/notice-dialog.tsx'
import { NoticeReaders } from '../components/notice-readers.tsx'
import { NoticeText } from '../components/own-notice-dialog.tsx'

const colours: Record<NoticeStatus, string> = { draft: 'default', published: 'green', withdrawn: 'orange' }

export default function NoticeListPage() {
  const [shown, setShown] = useState<{ row: Notice; what: 'text' | 'readers' }>()
  const close = () => setShown(undefined)
  return (
    <>
      <ListPage
        list={useList(notice.list)}
        filters={[
          'title',
          {
            name: 'status',
            control: choice(noticeStatuses.map((value) => ({ value, label: noticeStatusNames[value] }))),
          },
          { name: 'level', control: choice(notifyLevels.map((value) => ({ value, label: notifyLevelNames[value] }))) },
          'createTime',
        ]}
        columns={[
          {
            name: 'title',
            title: '公告标题',
            minWidth: 200,
            render: (row) => (
              <>
                <Button
                  type="link"
                  style={{ height: 'auto', padding: 0, marginInlineEnd: 8, whiteSpace: 'normal', textAlign: 'start' }}
                  onClick={() => setShown({ row, what: 'text' })}
                >
                  {row.title}
                </Button>
                {row.pinned && <Tag color="gold">置顶</Tag>}
              </>
            ),
          },
          { name: 'level', title: '级别', width: 80, render: ({ level }) => <Labels of={[notifyLevelNames[level]]} /> },
          {
            name: 'targets',
            title: '通知范围',
            width: 130,
            render: ({ targets, targetIds }) =>
              targets === 'all' ? noticeTargetNames.all : `${noticeTargetNames[targets]}（${targetIds.length}）`,
          },
          {
            name: 'status',
            title: '状态',
            width: 90,
            render: ({ status }) => <Tag color={colours[status]}>{noticeStatusNames[status]}</Tag>,
          },
          {
            name: 'readCount',
            title: '已读',
            width: 100,
            render: (row) => (
              <Button type="link" style={{ padding: 0 }} onClick={() => setShown({ row, what: 'readers' })}>
                {row.readCount}/{row.targetCount}
              </Button>
            ),
          },
          { name: 'publishTime', title: '发布时间', width: 170 },
          { name: 'startTime', title: '开始时间', width: 170, hidden: true },
          { name: 'endTime', title: '结束时间', width: 170, hidden: true },
          { name: 'createTime', title: '创建时间', width: 170, hidden: true },
        ]}
        purpose="发给全店或某些部门的通知"
        add={notice.save}
        edit={notice.update}
        remove={notice.remove}
        mayEdit={({ status }) => status !== 'published'}
        actions={(row) => <Publication of={row} />}
        dialog={(row, done) => <NoticeDialog row={row} onClose={done} />}
      />
      {shown?.what === 'readers' && <NoticeReaders of={shown.row} onClose={close} />}
      {shown?.what === 'text' && (
        <Dialog title={shown.row.title} width={720} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
          <NoticeText {...shown.row} />
        </Dialog>
      )}
    </>
  )
}

function Publication({ of: { id, title, status } }: { of: Notice }) {
  const publish = useWrite(notice.publish, { message: '已发布' })
  const withdraw = useWrite(notice.withdraw, { message: '已撤回' })
  const published = status === 'published'

  async function handleClick() {
    const content = published
      ? `撤回公告「${title}」？撤回后所有人都看不到它。`
      : `发布公告「${title}」？通知范围内的人员会立即收到。`
    if (await confirm({ content, okText: published ? '撤回' : '发布' }))
      (published ? withdraw : publish).mutate({ params: { id } })
  }

  return (
    <Can do={notice.publish}>
      <RowAction disabled={publish.isPending || withdraw.isPending} onClick={handleClick}>
        {published ? '撤回' : '发布'}
      </RowAction>
    </Can>
  )
}

function choice(options: { value: string; label: string }[]) {
  return <Select allowClear placeholder="全部" options={options} />
}
