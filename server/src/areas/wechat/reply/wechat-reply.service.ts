import {
  type Reply,
  type ReplyDraft,
  type ReplyQuery,
  type Trial,
  wechatReply,
} from '@zhanggui/contract/wechat/wechat-reply.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { firstOf, foldWord, isReserved, reservedReplies, whyWord } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { readContent } from './reply-content.service.ts'
import * as replies from './wechat-reply.repository.ts'

const OBJECT = 'wechat-reply'
const WHAT = '自动回复'

/** A page of the replies to words, newest first. */
export async function listReplies(ctx: Ctx, { query }: { query: ReplyQuery }) {
  const { page: _1, limit: _2, ...filter } = query
  const paging = readPage({ page: query.page, limit: query.limit })
  const { rows, total } = await replies.list(ctx, filter, paging)
  return { list: await describe(ctx, rows), total, page: paging.page, limit: paging.limit }
}

/** A reply. @throws 404 */
export async function getReply(ctx: Ctx, id: number): Promise<Reply> {
  const row = await replies.find(ctx, id)
  const [shown] = row ? await describe(ctx, [row]) : []
  if (!shown) throw notFound(WHAT)
  return shown
}

/** The reply with a word, or one of the two that answer none. @throws 404 */
export async function getReplyByWord(ctx: Ctx, word: string): Promise<Reply> {
  const id = isReserved(word)
    ? (await replies.findReserved(ctx, word))?.id
    : await replies.findByWord(ctx, foldWord(word))
  if (id === undefined) throw notFound(WHAT)
  return getReply(ctx, id)
}

/** Adds a reply. @throws 400; 409 for words that others have; 422 for material or an article that is not there */
export function saveReply(ctx: Ctx, draft: ReplyDraft): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await readDraft(tx, draft)
    const saved = await replies.insert(tx, row)
    if (!saved) throw conflict(`${row.reserved ? reservedReplies[row.reserved] : WHAT}已存在，请刷新`, 'keywords')
    await store(tx, saved.id, row)
    const after = await getTyped(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: nameOf(row), after })
    return saved
  })
}

/** Changes a reply. @throws as {@link saveReply}; 403 for turning it on or off without that right; 404; 409 for another version */
export function updateReply(
  ctx: Ctx,
  { id, version, ...draft }: ReplyDraft & { id: number; version?: number | undefined },
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const old = await replies.lock(tx, id)
    if (!old) throw notFound(WHAT)
    const before = await getTyped(tx, id)
    requireSwitch(tx, wechatReply.useStatus.permission, old.status, draft.status)
    const row = await readDraft(tx, { ...draft, status: draft.status ?? old.status })
    if (row.reserved !== old.reserved) throw new BadInput(`${nameOf(old)}的关键字不能更换`, 'keywords')
    const saved = await replies.update(tx, id, version, row)
    if (!saved) throw versionConflict(before)
    await store(tx, id, row)
    await audit(tx, { objectId: id, objectName: nameOf(row), before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Turns a reply on or off. @throws 404 */
export function useReply(ctx: Ctx, id: number, status: boolean): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await replies.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (row.status === status) return { id, version: row.version }
    const saved = await replies.update(tx, id, undefined, { status })
    if (!saved) throw notFound(WHAT)
    await audit(tx, {
      action: 'status',
      objectId: id,
      objectName: nameOf(row),
      before: { status: row.status },
      after: { status },
    })
    return saved
  })
}

/** Deletes a reply. @throws 404; 422 for the two that answer no word, and IN_USE for one that codes answer with */
export function removeReply(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const row = await replies.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (row.reserved) throw new Refusal(`${nameOf(row)}不能删除，不需要时可以关闭`)
    const uses = await replies.listCodesOf(tx, id)
    if (uses.length) throw inUse(`${uses.length}个渠道码用这条回复回答扫码的人，请先在渠道码里换掉`, uses)
    const before = await getTyped(tx, id)
    await replies.remove(tx, [id])
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { action: 'delete', objectId: id, objectName: nameOf(row), before })
    return {}
  })
}

/** Which reply answers a message, and why. */
export async function tryMessage(ctx: Ctx, text: string): Promise<Trial> {
  const found = await replies.findWords(ctx, foldWord(text))
  const first = firstOf(found)
  if (first) {
    const rest = found.filter((each) => each !== first)
    return { reply: await getReply(ctx, first.replyId), why: whyWord(first, found), found: [first, ...rest] }
  }
  const usual = await replies.findReserved(ctx, 'default')
  if (!usual?.status) return { reply: null, why: '没有关键字命中，也没有开启无匹配回复，不会回答', found: [] }
  return { reply: await getReply(ctx, usual.id), why: '没有关键字命中，用无匹配回复', found: [] }
}

export const getReplyFigures = (ctx: Ctx) => replies.readFigures(ctx)

/** The replies that answer with an article, for refusals to delete it. */
export async function usesOfArticle(ctx: Ctx, articleId: number) {
  const found = await replies.listOfArticle(ctx, articleId)
  return found.map((row) => ({ type: OBJECT, id: row.id, name: nameOf(row) }))
}

/** What was typed of a reply, for the audit trail and 修改记录. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const { article: _1, hits: _2, weekHits: _3, updateBy: _4, updateTime: _5, ...typed } = await getReply(ctx, id)
  return typed
}

const nameOf = ({ keywords, reserved }: Pick<replies.ReplyRow, 'keywords' | 'reserved'>) =>
  reserved ? reservedReplies[reserved] : keywords.join('、')

async function readDraft(tx: Ctx, { keywords, match, type, data, status = true }: ReplyDraft) {
  const [first = ''] = keywords
  const reserved = keywords.length === 1 && isReserved(first) ? first : null
  const kept = keywords.find(isReserved)
  if (!reserved && kept) throw new BadInput(`“${kept}”是系统保留的关键字，请换一个`, 'keywords')
  // The same word twice, in other letters, is one.
  const words = [...new Map(keywords.map((word) => [foldWord(word), word])).entries()].filter(([folded]) => folded)
  if (!words.length) throw new BadInput('请填写关键字', 'keywords')
  const row = { keywords: words.map(([, word]) => word), reserved, match, type, status }
  return { ...row, data: await readContent(tx, { type, data }) }
}

/** Stores the words of a reply and the files that it uses. @throws 409 for words that others have */
async function store(tx: Ctx, id: number, row: replies.NewReply): Promise<void> {
  const words = row.reserved ? [] : row.keywords.map(foldWord)
  const [taken] = await replies.replaceWords(tx, id, row.match, words)
  if (taken !== undefined) {
    const typed = row.keywords.find((word) => foldWord(word) === taken) ?? taken
    throw conflict(`关键字“${typed}”已被其他回复使用`, 'keywords')
  }
  await useFiles(
    tx,
    { type: OBJECT, id, field: 'data', title: `自动回复「${nameOf(row).slice(0, 90)}」` },
    row.data.url ?? '',
  )
}

async function describe(ctx: Ctx, rows: readonly replies.CountedReply[]): Promise<Reply[]> {
  const media = await readMedia(ctx)
  const articles = await replies.findArticles(
    ctx,
    rows.flatMap(({ data }) => data.articleId ?? []),
  )
  return rows.map(({ id, version, keywords, match, type, data, status, hits, weekHits, updater, updatedAt }) => {
    const article = articles.find((each) => each.id === data.articleId)
    return {
      id,
      version,
      keywords,
      match,
      type,
      data: { ...data, ...(data.url && { url: media.toWire(data.url) }) },
      article: article
        ? { title: article.title, image: media.toWire(article.image), synopsis: article.synopsis }
        : null,
      status,
      hits,
      weekHits,
      updateBy: updater,
      updateTime: toWireTime(updatedAt),
    }
  })
}
