/** What the account answers with. */
export const replyTypes = {
  text: '文字',
  image: '图片',
  news: '图文',
  voice: '语音',
  miniprogrampage: '小程序卡片',
  service: '转客服',
} as const
export type ReplyType = keyof typeof replyTypes

/** When a word of a reply counts: 1 the whole message, 2 anywhere in it. */
export const replyMatches = { 1: '全等', 2: '包含' } as const
export type ReplyMatch = keyof typeof replyMatches

/** The two replies that answer no word: to a new fan, and to what no other reply answers. */
export const reservedReplies = { subscribe: '关注回复', default: '无匹配回复' } as const
export type ReservedReply = keyof typeof reservedReplies

export const MAX_WORDS = 10
export const MAX_WORD = 30
export const MAX_TEXT = 600

export function isReserved(word: string): word is ReservedReply {
  return Object.hasOwn(reservedReplies, word)
}

/** How words and messages are compared: without regard to case, width, and blanks around and within. */
export function foldWord(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A word of a reply that stands in a message. */
export type WordFound = { word: string; match: ReplyMatch; replyId: number }

/** Which of the words found in a message answers it: the exact one, else the longest, else that of the newest reply. */
export function firstOf<Found extends WordFound>(found: readonly Found[]): Found | undefined {
  return [...found].sort(
    (one, other) =>
      one.match - other.match || [...other.word].length - [...one.word].length || other.replyId - one.replyId,
  )[0]
}

/** Why a word answers, in words for staff. */
export function whyWord({ word, match }: WordFound, found: readonly WordFound[]): string {
  if (match === 1) return `命中「${word}」：与整句一字不差`
  const rivals = found.filter((each) => each.match === 2 && each.word !== word)
  return `命中「${word}」：句子里有它${rivals.length ? '，在包含的词里最长' : ''}；没有一字不差的词`
}

const ANCHOR = /<a\s[^<>]*>([^<>]*)<\/a>/gi

/** How long a text is for a fan, who does not see the tags of its links. */
export function replyLength(text: string): number {
  return [...text.replace(ANCHOR, '$1')].length
}

/** What is wrong with the links of a text: the platform takes `<a href="…">…</a>` and no other tag. */
export function faultOfReplyText(text: string): string | undefined {
  if (replyLength(text) > MAX_TEXT) return `文字最多${MAX_TEXT}个字`
  const rest = text.replace(ANCHOR, (tag: string) => (isLink(tag) ? '' : tag))
  return /<\/?[a-z]/i.test(rest) ? '文字中只能使用链接，写作 <a href="https://…">文字</a>' : undefined
}

const isLink = (tag: string) =>
  /^<a\s+(href="(https?:\/\/|weixin:\/\/)[^"<>]+"|data-miniprogram-[a-z]+="[^"<>]*"|\s)+>[^<>]+<\/a>$/i.test(tag)
