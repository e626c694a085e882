import { useQuery } from '@tanstack/react-query'
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryState,
  type Webhook,
  webhookDelivery,
} from '@zhanggui/contract/message/webhook.ts'
import { TEST_EVENT, webhookEventLabel } from '@zhanggui/domain/message/webhook.ts'
import { Button, Select, Skeleton, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { copy } from '../../../kit/feedback/copy.ts'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { JsonFields, readJson } from '../../../kit/text/json-fields.tsx'
import { TookTime } from '../../../kit/text/took-time.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../../../kit/watching.module.css'
import { eventOptions } from './webhook-dialog.tsx'

/** The interval of fetching the list while a delivery is pending, in ms. */
const POLL_MS = 2000

const states: Record<DeliveryState, { label: string; color: string }> = {
  sent: { label: '成功', color: 'success' },
  waiting: { label: '待发送', color: 'processing' },
  failed: { label: '失败', color: 'error' },
}

/** The deliveries of a webhook and their results. */
export function WebhookDeliveryDrawer({ of, onClose }: { of: Webhook; onClose: () => void }) {
  return (
    <SidePanel title={`「${of.name}」的推送日志`} width={1100} onClose={onClose}>
      <Deliveries of={of} />
    </SidePanel>
  )
}

function Deliveries({ of }: { of: Webhook }) {
  const list = useList(webhookDelivery.list, { name: 'delivery', fixed: { webhookId: of.id } })
  const [shown, setShown] = useState<number>()

  const isOnItsWay = list.rows.some(({ status, attempts }) => status === 'waiting' && attempts === 0)
  const { refetch } = list.query
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setInterval(refetch, POLL_MS)
    return () => clearInterval(timer)
  }, [isOnItsWay, refetch])

  return (
    <>
      <ListPage
        title=""
        purpose="店里发生订阅的事后，每推送一次记一行"
        list={list}
        filters={[
          {
            name: 'status',
            control: (
              <Select
                allowClear
                placeholder="全部"
                options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
              />
            ),
          },
          {
            name: 'event',
            control: (
              <Select allowClear placeholder="全部" options={[...eventOptions, { value: TEST_EVENT, label: '测试' }]} />
            ),
          },
          { name: 'createTime', label: '发生时间' },
        ]}
        columns={[
          { name: 'event', title: '事件', minWidth: 110, render: ({ event }) => webhookEventLabel(event) },
          { name: 'status', title: '结果', width: 90, render: ({ status }) => <DeliveryTag of={status} /> },
          {
            name: 'responseStatus',
            title: '回答',
            minWidth: 160,
            render: ({ responseStatus, error }) => error || (responseStatus ? `HTTP ${responseStatus}` : ''),
          },
          { name: 'attempts', title: '次数', width: 70 },
          { name: 'ms', title: '耗时', width: 90, render: ({ ms, attempts }) => attempts > 0 && <TookTime ms={ms} /> },
          {
            name: 'nextTime',
            title: '下次发送',
            width: 128,
            render: ({ nextTime }) => (nextTime ? <When at={nextTime} /> : '—'),
          },
          { name: 'createTime', title: '发生时间', width: 170 },
          { name: 'messageId', title: '编号', width: 300, hidden: true },
        ]}
        actions={(row) => (
          <>
            <RowAction reads onClick={() => setShown(row.id)}>
              详情
            </RowAction>
            {!row.test && <Resend of={row} disabled={!of.status} />}
          </>
        )}
      />
      {shown !== undefined && <StoredDelivery id={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

export function DeliveryTag({ of }: { of: DeliveryState }) {
  const { label, color } = states[of]
  return <Tag color={color}>{label}</Tag>
}

function Resend({ of: { id }, disabled }: { of: Delivery; disabled: boolean }) {
  const mayResend = useCan(webhookDelivery.resend)
  const resend = useWrite(webhookDelivery.resend, { message: '已开始重发' })
  if (!mayResend) return null
  return (
    <RowAction disabled={disabled || resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
      重发
    </RowAction>
  )
}

function StoredDelivery({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(webhookDelivery.info, { params: { id }, silent: true }))
  if (data) return <DeliveryDialog of={data} onClose={onClose} />
  return (
    <Dialog title="推送详情" width={640} footer={null} onCancel={onClose}>
      {error ? <FailedBlock error={error} onRetry={() => refetch()} /> : <Skeleton active title={false} />}
    </Dialog>
  )
}

/** One delivery: the request and the receiver's response. */
export function DeliveryDialog({ of, onClose }: { of: DeliveryDetail; onClose: () => void }) {
  const { event, status, responseStatus, error, ms, messageId, requestId, body, responseBody, lastTime } = of
  return (
    <Dialog title="推送详情" width={640} footer={null} onCancel={onClose}>
      <Facts
        items={[
          { label: '事件', value: `${webhookEventLabel(event)}（${event}）` },
          {
            label: '结果',
            value: (
              <>
                <DeliveryTag of={status} /> {error || (responseStatus ? `HTTP ${responseStatus}` : '')}
              </>
            ),
          },
          { label: '发送时间', value: lastTime ? `${lastTime}，耗时 ${ms} 毫秒` : '尚未发送' },
          { label: '编号', value: <CopyText text={messageId} /> },
          { label: '请求编号', value: requestId ? <CopyText text={requestId} /> : '—' },
          {
            label: '内容',
            value: (
              <>
                <Content of={body} />
                <Button size="small" onClick={() => copy(body)}>
                  复制原文
                </Button>
              </>
            ),
          },
          { label: '回答', value: responseBody ? <Content of={responseBody} /> : '（无内容）' },
        ]}
      />
    </Dialog>
  )
}

/** What was sent or answered: its fields, or the text as it is where it has none. */
function Content({ of: text }: { of: string }) {
  const value = readJson(text)
  if (value === undefined || typeof value !== 'object') return <pre className={styles.code}>{text}</pre>
  return <JsonFields value={value} />
}
