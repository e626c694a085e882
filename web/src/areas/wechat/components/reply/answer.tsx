import type { Reply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { Bubble, Happening } from '../phone.tsx'
import styles from '../phone.module.css'

type AnswerProps = { of: Pick<Reply, 'type' | 'data' | 'article'> }

/** A reply as a fan sees it. */
export function Answer({ of: { type, data, article } }: AnswerProps) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const address = data.url ? mediaUrl(data.url, mediaDomain) : ''
  switch (type) {
    case 'text':
      return data.content ? (
        <Bubble>
          <Linked text={data.content} />
        </Bubble>
      ) : null
    case 'image':
      return <Bubble>{address ? <img src={address} alt="回复的图片" /> : '图片'}</Bubble>
    case 'voice':
      return (
        <Bubble>
          <span className={styles.voice}>
            {/* biome-ignore lint/a11y/useMediaCaption: a voice of the shop's own */}
            {address ? <audio controls src={address} aria-label="回复的语音" /> : '语音'}
          </span>
        </Bubble>
      )
    case 'news':
      return (
        <Bubble>
          <span className={styles.news}>
            {article ? (
              <>
                <img src={mediaUrl(article.image, mediaDomain)} alt="" />
                <b>{article.title}</b>
                <small>{article.synopsis}</small>
              </>
            ) : (
              '选一篇文章'
            )}
          </span>
        </Bubble>
      )
    case 'miniprogrampage':
      return (
        <Bubble>
          <span className={styles.news}>
            <small>小程序</small>
            <b>{data.title || '卡片标题'}</b>
            {address && <img src={address} alt="" />}
          </span>
        </Bubble>
      )
    case 'service':
      return <Happening>转给公众号的客服，由人来回答</Happening>
  }
}

const LINK = /(<a\s[^<>]*>[^<>]*<\/a>)/gi

/** A text with its links; nothing of it is drawn as HTML. */
function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, index) => {
    const words = /^<a\s[^<>]*>([^<>]*)<\/a>$/i.exec(part)?.[1]
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id of their own
    return words === undefined ? part : <a key={index}>{words}</a>
  })
}
