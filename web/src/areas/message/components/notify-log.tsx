import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { buyerMarkKeys, buyerMarks, messageChannels, notifyStates } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { NotifyPanel, NotifyState } from './notify-panel.tsx'

const choices = (words: object) => Object.entries(words).map(([value, label]) => ({ value, label }))
const states = Object.entries(notifyStates).map(([value, label]) => ({ value: Number(value), label }))
const marks = buyerMarkKeys.map((value) => ({ value, label: buyerMarks[value].title }))

/** 发送记录: every message to a buyer by each channel, why it failed, and 重发. */
export function NotifyLog({ fixed = {} }: { fixed?: { mark?: (typeof buyerMarkKeys)[number] } }) {
  const mayResend = useCan(notifyOutbox.resend)
  const [looked, setLooked] = useState<number>()
  const resend = useWrite(notifyOutbox.resend, { once: true, message: '已重新排队发送' })
  return (
    <>
      <ListPage
        title=""
        list={useList(notifyOutbox.list, { name: 'notified', fixed })}
        purpose="给买家发过的每条通知，没送到的写明原因"
        empty="还没有给买家发过通知"
        look={({ id }) => setLooked(id)}
        nameOf={({ name, nickname }) => `${name} ${nickname}`}
        filters={[
          'keywords',
          ...(fixed.mark
            ? []
            : [
                {
                  name: 'mark' as const,
                  control: (
                    <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="全部" options={marks} />
                  ),
                },
              ]),
          { name: 'channel', control: <Select allowClear placeholder="全部" options={choices(messageChannels)} /> },
          { name: 'status', control: <Select allowClear placeholder="全部" options={states} /> },
          'dateLimit',
        ]}
        columns={[
          { name: 'name', title: '通知', width: 110, card: 'title' },
          { name: 'nickname', title: '买家', width: 130, render: ({ nickname, uid }) => nickname || `用户 ${uid}` },
          { name: 'channel', title: '渠道', width: 90, render: ({ channel }) => messageChannels[channel] },
          { name: 'receiver', title: '收件人', width: 130, hidden: true },
          {
            name: 'status',
            title: '状态',
            width: 100,
            render: ({ status }) => <NotifyState of={status} />,
            says: ({ status }) => notifyStates[status],
          },
          {
            name: 'errmsg',
            title: '原因',
            minWidth: 220,
            render: ({ errmsg, errcode }) => (errcode ? `${errmsg}（${errcode}）` : errmsg),
          },
          { name: 'content', title: '内容', minWidth: 260, hidden: true },
          { name: 'attempts', title: '次数', width: 70, align: 'right', hidden: true },
          { name: 'createTime', title: '时间', width: 170 },
          { name: 'sentTime', title: '送达时间', width: 170, hidden: true },
        ]}
        actions={({ id, name, mayResend: isPossible, errmsg }) =>
          mayResend &&
          isPossible && (
            <RowAction
              disabled={resend.isPending}
              onClick={async () => {
                const content = `重发「${name}」？上次：${errmsg || '没有发出'}。`
                if (await confirm({ content, okText: '重发' })) resend.mutate({ body: { ids: [id] } })
              }}
            >
              重发
            </RowAction>
          )
        }
      />
      {looked !== undefined && <NotifyPanel id={looked} onClose={() => setLooked(undefined)} />}
    </>
  )
}
