import { type MessageChannel, messageChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import styles from './message-panel.module.css'

type Shown = { key: string; label: string; value: string }

/** A message of a template as WeChat draws it for a buyer. */
export function MessageCard({
  channel,
  title,
  fields,
}: {
  channel: MessageChannel
  title: string
  fields: readonly Shown[]
}) {
  return (
    <figure className={styles.phone}>
      <figcaption>买家收到的样子</figcaption>
      <div className={styles.screen}>
        <small>{channel === 'routine' ? '服务通知' : messageChannels[channel]}</small>
        <div className={styles.card}>
          <b>{title}</b>
          <dl>
            {fields.map(({ key, label, value }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <span className={styles.enter}>{channel === 'routine' ? '进入小程序查看' : '查看详情'}</span>
        </div>
      </div>
    </figure>
  )
}
