import { useQuery } from '@tanstack/react-query'
import { buyerMessage, type MessageRule } from '@zhanggui/contract/wechat/buyer-message.ts'
import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { messageChannels, type OuterChannel } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { Button, Flex, Switch, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { SyncButton } from '../../../kit/wechat/sync-button.tsx'
import { MessagePanel } from '../components/message-panel.tsx'
import { NotifyLog } from '../components/notify-log.tsx'

const switches = {
  wechat: buyerMessage.switchWechat,
  routine: buyerMessage.switchRoutine,
  sms: buyerMessage.switchSms,
} as const
const channels = ['routine', 'wechat', 'sms'] as const
const states = { wechat: 'isWechat', routine: 'isRoutine', sms: 'isSms' } as const

/** 消息通知: what buyers are told of, by which channels, and what was sent. */
export default function NotificationRuleListPage() {
  const mayLog = useCan(notifyOutbox.list)
  const [search, setSearch] = useSearchParams()
  const { data } = useQuery(read(buyerMessage.list, { query: {} }))
  const tabs = [
    { key: 'rules', label: '通知', children: <Rules /> },
    ...(mayLog ? [{ key: 'log', label: '发送记录', children: <NotifyLog /> }] : []),
  ]
  const isLog = mayLog && search.get('tab') === 'log'
  return (
    <>
      <PageHeader
        summary={
          data && (
            <>
              近 7 天送到 <b>{data.sent}</b> 次，<b>{data.failed}</b> 次没送到
            </>
          )
        }
        acts={
          !isLog && (
            <>
              <SyncButton route={wechatTemplate.syncRoutine} text="同步订阅消息" />
              <SyncButton route={wechatTemplate.syncWechat} text="同步模板消息" />
            </>
          )
        }
      />
      <Tabs
        activeKey={isLog ? 'log' : 'rules'}
        onChange={(tab) => setSearch(tab === 'rules' ? {} : { tab }, { replace: true })}
        items={tabs}
      />
    </>
  )
}

function Rules() {
  const [shown, setShown] = useState<{ id: number; channel: keyof typeof messageChannels }>()
  const mayLook = useCan(buyerMessage.detail)
  const list = useList(buyerMessage.list, { name: 'rule' })
  const open = (row: MessageRule, channel: keyof typeof messageChannels) =>
    mayLook ? () => setShown({ id: row.id, channel }) : undefined
  const column = (channel: OuterChannel) => ({
    name: states[channel],
    title: messageChannels[channel],
    width: 90,
    render: (row: MessageRule) => <ChannelSwitch row={row} channel={channel} onOpen={open(row, channel)} />,
  })
  return (
    <>
      <ListPage
        title=""
        list={list}
        purpose="买家在付款、发货、退款这些时候收到什么；先试前面的渠道，不行换下一个，一件事只发一条"
        empty="还没有通知"
        nameOf={({ name }) => name}
        columns={[
          { name: 'name', title: '什么时候', width: 130, card: 'title' },
          { name: 'description', title: '说明', minWidth: 200 },
          column('routine'),
          column('wechat'),
          column('sms'),
          { name: 'isInner', title: '站内', width: 80, render: () => '总有' },
          { name: 'sent', title: '近 7 天', width: 90, align: 'right' },
          { name: 'failed', title: '没送到', width: 90, align: 'right', render: ({ failed }) => failed || '' },
        ]}
        card={(row) => ({
          title: row.name,
          below: row.description,
          texts: (
            <Flex gap={16} wrap align="center">
              {channels.map((channel) => (
                <Flex key={channel} gap={6} align="center">
                  {messageChannels[channel]}
                  <ChannelSwitch row={row} channel={channel} onOpen={open(row, channel)} />
                </Flex>
              ))}
            </Flex>
          ),
          facts: `近 7 天 ${row.sent}${row.failed ? `，没送到 ${row.failed}` : ''}`,
        })}
        actions={(row) =>
          mayLook && <RowAction onClick={() => setShown({ id: row.id, channel: 'routine' })}>设置</RowAction>
        }
      />
      {shown && (
        <MessagePanel
          key={`${shown.id} ${shown.channel}`}
          {...shown}
          onChannel={(channel) => setShown({ ...shown, channel })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function ChannelSwitch({
  row,
  channel,
  onOpen,
}: {
  row: MessageRule
  channel: OuterChannel
  onOpen: (() => void) | undefined
}) {
  const may = useCan(switches[channel])
  const turn = useWrite(switches[channel], { message: '已保存' })
  const state = row[states[channel]]
  if (!state)
    return onOpen ? (
      <Button
        type="link"
        size="small"
        style={{ padding: 0 }}
        aria-label={`${row.name}配${messageChannels[channel]}模板`}
        onClick={onOpen}
      >
        配模板
      </Button>
    ) : (
      '没有模板'
    )
  return (
    <Switch
      aria-label={`${row.name} ${messageChannels[channel]}`}
      checked={state === 1}
      disabled={!may}
      loading={turn.isPending}
      onChange={() => turn.mutate({ params: { id: row.id } })}
    />
  )
}
