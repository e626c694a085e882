import { type DeliveryDetail, type Webhook, webhook } from '@zhanggui/contract/message/webhook.ts'
import { webhookEventLabel } from '@zhanggui/domain/message/webhook.ts'
import { Flex, Select, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { DeliveryDialog, DeliveryTag, WebhookDeliveryDrawer } from '../components/webhook-delivery-drawer.tsx'
import { eventOptions, WebhookDialog } from '../components/webhook-dialog.tsx'

const MAX_TAGS = 3
const OUTCOMES = [
  { value: true, label: '推送失败' },
  { value: false, label: '正常' },
]

/** Webhook: notifies other programs of events in the shop (docs/files-and-messages.md, Webhooks). */
export default function WebhookListPage() {
  const [logOf, setLogOf] = useState<Webhook>()
  const [tested, setTested] = useState<DeliveryDetail>()
  return (
    <>
      <ListPage
        list={useList(webhook.list)}
        filters={[
          'blurry',
          { name: 'event', control: <Select allowClear placeholder="全部" options={eventOptions} /> },
          'status',
          { name: 'failing', control: <Select allowClear placeholder="全部" options={OUTCOMES} /> },
          'createTime',
        ]}
        columns={[
          { name: 'name', title: '名称', minWidth: 120 },
          {
            name: 'url',
            title: '推送地址',
            minWidth: 220,
            render: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
          },
          { name: 'events', title: '事件', minWidth: 200, render: ({ events }) => <Events of={events} /> },
          {
            name: 'status',
            title: '状态',
            width: 130,
            render: (row) => (
              <Flex gap={8} align="center">
                <StatusSwitch
                  name={`Webhook「${row.name}」`}
                  checked={row.status}
                  route={webhook.update}
                  body={(status) => ({ ...row, status })}
                />
                {row.disabledReason && (
                  <Tooltip title={row.disabledReason}>
                    <Tag color="error">自动停用</Tag>
                  </Tooltip>
                )}
              </Flex>
            ),
          },
          {
            name: 'lastState',
            title: '最近推送',
            width: 100,
            render: ({ lastState, lastTime }) =>
              lastState ? (
                <Tooltip title={lastTime}>
                  <DeliveryTag of={lastState} />
                </Tooltip>
              ) : (
                '从未推送'
              ),
          },
          {
            name: 'failures',
            title: '连续失败',
            width: 90,
            render: ({ failures }) => (failures ? <Tag color="warning">{failures} 次</Tag> : '—'),
          },
          { name: 'createTime', title: '创建时间', width: 180, hidden: true },
        ]}
        purpose="店里发生的事，立刻告诉别的系统"
        add={webhook.save}
        edit={webhook.update}
        remove={webhook.remove}
        removeText="推送日志会一并删除。"
        actions={(row) => (
          <>
            <TestNow of={row} onFailed={setTested} />
            <RowAction reads onClick={() => setLogOf(row)}>
              日志
            </RowAction>
          </>
        )}
        dialog={(row, close) => <WebhookDialog row={row} onClose={close} />}
      />
      {logOf && <WebhookDeliveryDrawer of={logOf} onClose={() => setLogOf(undefined)} />}
      {tested && <DeliveryDialog of={tested} onClose={() => setTested(undefined)} />}
    </>
  )
}

function Events({ of: events }: { of: readonly string[] }) {
  const labels = events.map(webhookEventLabel)
  const rest = labels.slice(MAX_TAGS)
  return (
    <Flex gap={4} wrap>
      {labels.slice(0, MAX_TAGS).map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join('、')}>
          <Tag>+{rest.length}</Tag>
        </Tooltip>
      )}
    </Flex>
  )
}

function TestNow({ of: { id }, onFailed }: { of: Webhook; onFailed: (delivery: DeliveryDetail) => void }) {
  const mayTest = useCan(webhook.test)
  const send = useWrite(webhook.test, {
    onSuccess: (delivery) => {
      if (delivery.status === 'sent')
        showSuccess(`测试成功：对方返回 HTTP ${delivery.responseStatus}，耗时 ${delivery.ms} 毫秒`)
      else onFailed(delivery)
    },
  })
  if (!mayTest) return null
  return (
    <RowAction disabled={send.isPending} onClick={() => send.mutate({ params: { id } })}>
      {send.isPending ? '测试中' : '测试'}
    </RowAction>
  )
}
