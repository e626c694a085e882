import { firstOf, foldWord, type ReservedReply } from '@zhanggui/domain/wechat/wechat-reply.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { Incoming, IncomingAnswer } from '../incoming/incoming.service.ts'
import * as replies from './wechat-reply.repository.ts'

/** Taps that carry a keyword: of a menu item, and of one that scans and waits for what comes of it. */
const TAPS = new Set(['CLICK', 'scancode_waitmsg'])
const BATCH = 5000

/**
 * What the account answers to a message: a new fan the welcome, a tap the reply of its keyword, a text the reply of its word, else
 * the one to what no word answers.
 * @param tx the transaction that stores the message
 */
export async function answerIncoming(tx: Ctx, incoming: Incoming): Promise<IncomingAnswer | undefined> {
  const { account, type, event, eventKey, text } = incoming
  if (account !== 'public') return undefined
  if (type === 'event') {
    if (event === 'subscribe') return answerReserved(tx, 'subscribe', { matched: null, text: '' })
    return TAPS.has(event) ? answerTap(tx, eventKey) : undefined
  }
  if (type === 'text') return answerText(tx, text)
  const { wechat_reply_media: answersMedia } = await getSettings(tx)
  return answersMedia ? answerReserved(tx, 'default', { matched: false, text: '' }) : undefined
}

/** What a reply answers with; undefined for one that is off, or whose article is gone. */
export async function answerOfReply(tx: Ctx, id: number): Promise<IncomingAnswer | undefined> {
  const reply = await replies.find(tx, id)
  if (!reply?.status) return undefined
  const { type, data } = reply
  const { content = '', mediaId = '', title = '', appid = '', pagePath = '' } = data
  switch (type) {
    case 'text':
      return { type, content }
    case 'image':
    case 'voice':
      return { type, mediaId }
    case 'miniprogrampage':
      return { type: 'miniprogram', title, appid, pagePath, mediaId }
    case 'service':
      return { type }
    case 'news':
      return answerArticle(tx, data.articleId ?? 0)
  }
}

async function answerText(tx: Ctx, text: string): Promise<IncomingAnswer | undefined> {
  const found = firstOf(await replies.findWords(tx, foldWord(text)))
  if (!found) return answerReserved(tx, 'default', { matched: false, text: foldWord(text) })
  await replies.noteHit(tx, { replyId: found.replyId, matched: true, text: '' })
  return answerOfReply(tx, found.replyId)
}

async function answerTap(tx: Ctx, key: string): Promise<IncomingAnswer | undefined> {
  const found = firstOf(await replies.findWords(tx, foldWord(key)))
  if (!found) return undefined
  await replies.noteHit(tx, { replyId: found.replyId, matched: null, text: '' })
  return answerOfReply(tx, found.replyId)
}

async function answerReserved(tx: Ctx, reserved: ReservedReply, hit: { matched: boolean | null; text: string }) {
  const reply = await replies.findReserved(tx, reserved)
  const isOn = reply?.status === true
  if (isOn || hit.matched !== null) await replies.noteHit(tx, { ...hit, replyId: isOn ? reply.id : null })
  return isOn ? answerOfReply(tx, reply.id) : undefined
}

async function answerArticle(tx: Ctx, id: number): Promise<IncomingAnswer | undefined> {
  const [article] = await replies.findArticles(tx, [id])
  if (!article?.isOpen) return undefined
  const { title, synopsis: description } = article
  const site = ((await getSettings(tx)).site_url || tx.platform.config.publicUrl || '').replace(/\/$/, '')
  const url = article.url || (site && `${site}/h5/article/${id}`)
  // WeChat opens addresses with a domain alone.
  if (!url) return undefined
  return { type: 'news', title, description, picUrl: (await readMedia(tx)).toShared(article.image), url }
}

/** Registers what keeps the notes about answers small. */
export function registerReplyHits({ scheduler }: Platform): void {
  scheduler.handle('wechatReplyHits', {
    title: '清理自动回复记录',
    cron: '0 50 3 * * ?',
    run: async (ctx, _, signal) => {
      for (let total = 0; ; ) {
        const gone = await replies.foldHits(ctx, BATCH)
        total += gone
        if (gone < BATCH || signal.aborted) return total
      }
    },
  })
}
