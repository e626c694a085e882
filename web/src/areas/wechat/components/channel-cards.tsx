import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/es/icons/ExclamationCircleOutlined'
import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined'
import type { ChannelCard, ChannelCardKey, ChannelLine } from '@zhanggui/contract/wechat/channel-overview.ts'
import { Link, useLocation } from 'react-router'
import tones from '../../../kit/text/tones.module.css'
import { When } from '../../../kit/text/when.tsx'
import styles from './channel-cards.module.css'

const marks = {
  ok: { Icon: CheckCircleOutlined, tone: tones.done, word: '正常' },
  warn: { Icon: ExclamationCircleOutlined, tone: tones.todo, word: '要留意' },
  bad: { Icon: CloseCircleOutlined, tone: tones.alert, word: '有问题' },
  off: { Icon: MinusCircleOutlined, tone: tones.idle, word: '没有开启' },
} as const

/** How each way into the shop is doing, and where what is wrong is mended. */
export function ChannelCards({ cards, here }: { cards: readonly ChannelCard[]; here: ChannelCardKey }) {
  // The card of the page one is on comes first.
  const sorted = [...cards].sort((one, other) => Number(other.key === here) - Number(one.key === here))
  return (
    <div className={styles.cards}>
      {sorted.map((card) => (
        <section key={card.key} className={styles.card} data-here={card.key === here} aria-label={card.name}>
          <header className={styles.head}>
            <div>
              <h2>{card.name}</h2>
              <p>{card.about || '还没有填写'}</p>
            </div>
            {card.qrcode && <img className={styles.code} src={card.qrcode} alt={`${card.name}二维码`} />}
          </header>
          <ul className={styles.lines}>
            {card.lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Line({ line: { label, state, text, at, link } }: { line: ChannelLine }) {
  const { Icon, tone, word } = marks[state]
  const { pathname } = useLocation()
  return (
    <li>
      <span className={tone}>
        <Icon className={styles.mark} aria-label={word} />
      </span>
      <span>{label}</span>
      <span className={`${styles.said} ${state === 'bad' ? styles.wrong : ''}`}>
        {text}
        {at && (
          <>
            {' · '}
            <When at={at} />
          </>
        )}
      </span>
      {link && link !== pathname && <Link to={link}>去处理</Link>}
    </li>
  )
}
