import type { Reply, ReplyDraft } from '@zhanggui/contract/wechat/wechat-reply.ts'
import {
  foldWord,
  MAX_TEXT,
  type ReplyType,
  type ReservedReply,
  replyLength,
} from '@zhanggui/domain/wechat/wechat-reply.ts'

/** A reply as it is typed. */
export type ReplyValues = Pick<Reply, 'keywords' | 'match' | 'type' | 'data' | 'article'>

/** The form of a reply that is not there yet. @param words that start it */
export const blankReply = (words: readonly string[]): ReplyValues => ({
  keywords: [...words],
  match: 2,
  type: 'text',
  data: {},
  article: null,
})

/** What each type needs, and how that is asked for. */
const needs: Record<ReplyType, readonly [keyof ReplyValues['data'], string][]> = {
  text: [['content', '请填写回复内容']],
  image: [['mediaId', '请选择图片']],
  voice: [['mediaId', '请上传语音']],
  news: [['articleId', '请选择文章']],
  miniprogrampage: [
    ['title', '请填写卡片标题'],
    ['appid', '请填写小程序 AppID'],
    ['pagePath', '请填写小程序页面'],
    ['mediaId', '请选择图片'],
  ],
  service: [],
}

/** What keeps it from being saved, by field. */
export type ReplyFaults = { readonly [Field in 'keywords' | keyof ReplyValues['data']]?: string }

export function faultsOf({ keywords, type, data }: ReplyValues): ReplyFaults {
  const missing = needs[type].filter(([field]) => !data[field])
  const isLong = type === 'text' && replyLength(data.content ?? '') > MAX_TEXT
  return {
    ...(!keywords.length && { keywords: '请填写关键字' }),
    ...Object.fromEntries(missing),
    ...(isLong && { content: `内容最多 ${MAX_TEXT} 字` }),
  }
}

export function toBody({ keywords, match, type, data }: ReplyValues): ReplyDraft {
  return { keywords, match, type, data }
}

/** Words as they are kept while they are typed: none twice, in whatever letters. */
export function tidyWords(words: readonly string[]): string[] {
  const kept = new Map(words.map((word) => [foldWord(word), word.trim()]))
  kept.delete('')
  return [...kept.values()]
}

export type ReplyTab = ReservedReply | 'words'
