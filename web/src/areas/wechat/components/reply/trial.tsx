import { useQuery } from '@tanstack/react-query'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { Button, Input } from 'antd'
import { read } from '../../../../api/read.ts'
import { useAddress } from '../../../../kit/page/use-address.ts'
import { useSettled } from '../../../../kit/use-settled.ts'
import styles from './reply.module.css'

const MAX_SAID = 200

type TrialProps = { said: string; onSay: (text: string) => void; current: number | undefined }

/** 试一句: which reply answers what a fan says, and why; the stored ones, not what is being typed. */
export function Trial({ said, onSay, current }: TrialProps) {
  const [asked] = useSettled(said.trim())
  const { turn } = useAddress()
  const { data, isError } = useQuery({
    ...read(wechatReply.trial, { query: { text: asked }, silent: true }),
    enabled: asked !== '',
  })
  const other = asked && data?.reply && data.reply.id !== current && data.found.length > 0 ? data.reply : undefined
  const rest = data?.found.slice(1) ?? []
  return (
    <section className={styles.trial} aria-label="试一句">
      <label htmlFor="reply-trial">试一句</label>
      <Input
        id="reply-trial"
        value={said}
        maxLength={MAX_SAID}
        allowClear
        placeholder="粉丝会怎么说，看哪条回复回答"
        onChange={({ target }) => onSay(target.value)}
      />
      <div aria-live="polite">
        {asked && isError && <p>没试成，请再试一次</p>}
        {asked && data && <p>{data.why}</p>}
        {asked && rest.length > 0 && (
          <p>
            也命中{rest.map(({ word }) => `「${word}」`).join('')}
            {rest.every(({ replyId }) => replyId === data?.found[0]?.replyId) && '，同一条回复'}
          </p>
        )}
        {other && (
          <p>
            由另一条回复回答{' '}
            <Button
              type="link"
              size="small"
              onClick={() => turn(new URLSearchParams({ tab: 'words', id: String(other.id) }))}
            >
              看「{other.keywords.join('、')}」
            </Button>
          </p>
        )}
      </div>
      <small>按已保存的回复试</small>
    </section>
  )
}
