import { useQuery } from '@tanstack/react-query'
import { buyerMessage, type RuleDetail } from '@zhanggui/contract/wechat/buyer-message.ts'
import { type MessageChannel, messageChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { useMayLeave } from '../../../kit/page/dirty-guard.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { MessageForm } from './message-form.tsx'
import styles from './message-panel.module.css'

type MessagePanelProps = {
  id: number
  channel: MessageChannel
  onChannel: (channel: MessageChannel) => void
  onClose: () => void
}

/** How buyers are told of one thing: a tab for each channel, and how its messages fared. */
export function MessagePanel({ id, channel, onChannel, onClose }: MessagePanelProps) {
  const { data, error, reload } = useReadOnce(read(buyerMessage.detail, { query: { id, detailType: channel } }))
  const may = useCan(buyerMessage.update) && channel !== 'inner'
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const mayLeave = useMayLeave()
  const title = data ? `${data.name}：${data.description}，告诉买家` : '消息通知'
  return (
    <SidePanel
      title={title}
      width={820}
      onClose={async () => (await mayLeave()) && onClose()}
      footer={may ? <div ref={setFoot} className={styles.row} /> : undefined}
    >
      <Tabs
        activeKey={channel}
        onChange={async (key) => (await mayLeave()) && onChannel(key as MessageChannel)}
        items={Object.entries(messageChannels).map(([key, label]) => ({ key, label }))}
      />
      {error ? (
        <FailedBlock error={error} onRetry={reload} />
      ) : data ? (
        <>
          {channel === 'inner' ? (
            <p className={styles.bubble}>{data.text}</p>
          ) : (
            <MessageForm key={data.version} detail={data} foot={foot} onSaved={reload} />
          )}
          <Fared id={id} detail={data} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SidePanel>
  )
}

/** How the messages of the last seven days went from channel to channel. */
function Fared({ id, detail }: { id: number; detail: RuleDetail }) {
  const { data = detail } = useQuery(read(buyerMessage.detail, { query: { id, detailType: detail.detailType } }))
  const order = [...data.channelOrder, 'inner' as const]
  return (
    <section aria-label="近 7 天">
      <h4 className={styles.head}>近 7 天，先试前面的，不行换下一个</h4>
      <ol className={styles.steps}>
        {order.map((channel) => {
          const { sent = 0, failed = 0, reasons = [] } = data.channels.find((each) => each.channel === channel) ?? {}
          const total = sent + failed
          return (
            <li key={channel}>
              <div className={styles.line}>
                <b>{messageChannels[channel]}</b>
                <span>
                  <b>{sent}</b> 送到{failed > 0 && `，${failed} 没送到`}
                </span>
              </div>
              <div className={styles.bar}>
                <span style={{ width: total ? `${(sent / total) * 100}%` : 0 }} />
              </div>
              {reasons.length > 0 && (
                <p className={styles.why}>{reasons.map(({ reason, count }) => `${count} 次${reason}`).join('；')}</p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
