import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { Reply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { replyMatches, replyTypes } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { Button, Input } from 'antd'
import { EmptyBlock } from '../../../../kit/page/block-state.tsx'
import styles from './reply.module.css'

type WordListProps = {
  rows: readonly Reply[]
  total: number
  typed: string
  chosen: number | undefined
  unanswered: readonly { text: string; count: number }[]
  onType: (text: string) => void
  onChoose: (id: number) => void
  /** Begins a reply with this word; undefined where nobody may. */
  onAnswer: ((word: string) => void) | undefined
}

/** The replies to words, and below them what none of them answered. */
export function WordList({ rows, total, typed, chosen, unanswered, onType, onChoose, onAnswer }: WordListProps) {
  return (
    <div className={styles.list}>
      <Input
        prefix={<SearchOutlined aria-hidden />}
        aria-label="找关键字"
        placeholder="找关键字"
        allowClear
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      {rows.length === 0 && (
        <EmptyBlock
          text={typed ? '没有这样的关键字' : '还没有关键字回复'}
          more={typed ? undefined : '粉丝常问的话，写一次就自动回答'}
        />
      )}
      <ul>
        {rows.map(({ id, keywords, match, type, status, weekHits }) => (
          <li key={id}>
            <button type="button" aria-pressed={chosen === id} data-off={!status} onClick={() => onChoose(id)}>
              <span className={styles.words}>
                {keywords.map((word) => (
                  <i key={word}>{word}</i>
                ))}
                {!status && <em>已关闭</em>}
              </span>
              <small>
                {replyMatches[match]} · {replyTypes[type]}
                <span>
                  7 天命中 <b>{weekHits}</b>
                </span>
              </small>
            </button>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className={styles.note}>
          只显示前 {rows.length} 条，共 {total} 条，用关键字查找
        </p>
      )}
      {unanswered.length > 0 && (
        <section aria-label="没答上的话">
          <h2>没答上的话，近 7 天</h2>
          <ul>
            {unanswered.map(({ text, count }) => (
              <li key={text} className={styles.asked}>
                <span>{text}</span>
                <small>{count} 次</small>
                {onAnswer && (
                  <Button type="link" size="small" onClick={() => onAnswer(text)}>
                    写回复
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
