import { useQuery } from '@tanstack/react-query'
import { type NotifyInfo, type NotifyRow, notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { messageChannels, notifyStates } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { Skeleton, Tag } from 'antd'
import { read } from '../../../api/read.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from './message-panel.module.css'

const colours = { 0: 'processing', 1: 'success', 2: 'warning', 3: 'error', 4: 'default' } as const

/** How far a message is. */
export function NotifyState({ of }: { of: NotifyRow['status'] }) {
  return <Tag color={colours[of]}>{notifyStates[of]}</Tag>
}

/** One message of 发送记录: what the buyer reads, and what became of it in each channel. */
export function NotifyPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(notifyOutbox.info, { query: { id }, silent: true }))
  return (
    <SidePanel title={data ? `${data.name}：告诉买家了没有` : '发送记录'} width={560} onClose={onClose}>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <Told of={data} />
      )}
    </SidePanel>
  )
}

function Told({ of: row }: { of: NotifyInfo }) {
  return (
    <>
      <Facts
        items={[
          { label: '买家', value: row.nickname || `用户 ${row.uid}` },
          { label: '时间', value: <When at={row.createTime} /> },
          { label: '渠道', value: messageChannels[row.channel] },
          { label: '状态', value: <NotifyState of={row.status} /> },
        ]}
      />
      {row.content && (
        <Section title={row.title || '内容'}>
          <p className={styles.bubble}>{row.content}</p>
        </Section>
      )}
      <Section title="先后试了哪些渠道">
        <ol className={styles.steps}>
          {row.tries.map((each) => (
            <li key={each.id} aria-current={each.id === row.id || undefined}>
              <div className={styles.line}>
                <b>{messageChannels[each.channel]}</b>
                <NotifyState of={each.status} />
              </div>
              <p className={styles.why}>{reportOf(each).join('；')}</p>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

function reportOf({ channel, receiver, attempts, errmsg, errcode, nextTime, sentTime }: NotifyRow): string[] {
  return [
    receiver && `收件人 ${receiver}`,
    attempts > 1 && `试了 ${attempts} 次`,
    errmsg && (errcode ? `${errmsg}（${errcode}）` : errmsg),
    nextTime && `${nextTime} 再试`,
    sentTime && (channel === 'inner' ? `${sentTime} 放进了买家的消息` : `${sentTime} 送达`),
  ].filter((part) => typeof part === 'string' && part !== '') as string[]
}
