import type { ReplyQuery } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { foldWord, type ReservedReply, type WordFound } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { allRead, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { wechatReplies, wechatReplyHits, wechatReplyWords } from './wechat-reply.tables.ts'

export type ReplyRow = typeof wechatReplies.$inferSelect
export type NewReply = Pick<ReplyRow, 'keywords' | 'reserved' | 'match' | 'type' | 'data' | 'status'>

export const { lock, insert, update, remove } = rows(wechatReplies)

const WEEK_MS = 7 * 24 * 3600_000
const KEPT_MS = 30 * 24 * 3600_000
const UNANSWERED = 10
/** How many codes a refusal names. */
const NAMED = 20

const since = ({ now }: Ctx, ms: number) => sql`${new Date(now().getTime() - ms).toISOString()}::timestamptz`

const counted = (ctx: Ctx) => ({
  ...getTableColumns(wechatReplies),
  hits: sql<number>`wechat_reply.hits
    + (select count(*) from wechat_reply_hit where reply_id = wechat_reply.id)`.mapWith(Number),
  weekHits: sql<number>`(select count(*) from wechat_reply_hit
    where reply_id = wechat_reply.id and created_at > ${since(ctx, WEEK_MS)})`.mapWith(Number),
  updater: sql<string>`coalesce((select nick_name from admin_user where admin_user.id = wechat_reply.updated_by), '')`,
})

/** A page of the replies to words, newest first. */
export async function list(
  ctx: Ctx,
  { keywords, type, status, ...left }: FilterOf<ReplyQuery>,
  { limit, offset }: Page,
) {
  const word = keywords ? foldWord(keywords) : ''
  const where = and(
    allRead(left),
    isNull(wechatReplies.reserved),
    is(wechatReplies.type, type),
    is(wechatReplies.status, status),
    word
      ? sql`exists (select from wechat_reply_word where reply_id = wechat_reply.id and position(${word} in word) > 0)`
      : undefined,
  )
  const found = await ctx.db
    .select(counted(ctx))
    .from(wechatReplies)
    .where(where)
    .orderBy(desc(wechatReplies.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(wechatReplies, where) }
}

export type CountedReply = Awaited<ReturnType<typeof list>>['rows'][number]

export async function find(ctx: Ctx, id: number): Promise<CountedReply | undefined> {
  return (await ctx.db.select(counted(ctx)).from(wechatReplies).where(eq(wechatReplies.id, id)))[0]
}

export async function findReserved({ db }: Ctx, reserved: ReservedReply): Promise<ReplyRow | undefined> {
  return (await db.select().from(wechatReplies).where(eq(wechatReplies.reserved, reserved)))[0]
}

/** The reply that has this word, whole messages first. */
export async function findByWord({ db }: Ctx, word: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: wechatReplyWords.replyId })
    .from(wechatReplyWords)
    .where(eq(wechatReplyWords.word, word))
    .orderBy(wechatReplyWords.match)
    .limit(1)
  return row?.id
}

/** Gives a reply its words, folded. Returns those that another reply has, in which case nothing may be stored. */
export async function replaceWords(
  { db }: Ctx,
  replyId: number,
  match: ReplyRow['match'],
  words: readonly string[],
): Promise<string[]> {
  await db.delete(wechatReplyWords).where(eq(wechatReplyWords.replyId, replyId))
  if (!words.length) return []
  const stored = await db
    .insert(wechatReplyWords)
    // In one order, so that two that want the same words do not wait for each other.
    .values([...words].sort().map((word) => ({ word, match, replyId })))
    .onConflictDoNothing()
    .returning({ word: wechatReplyWords.word })
  return words.filter((word) => !stored.some((row) => row.word === word))
}

/** The words of enabled replies that answer a folded message. */
export async function findWords({ db }: Ctx, message: string): Promise<WordFound[]> {
  const { rows: found } = await db.execute<WordFound>(sql`
    select word, wechat_reply_word.match, reply_id::int as "replyId"
    from wechat_reply_word join wechat_reply on wechat_reply.id = reply_id
    where status and (wechat_reply_word.match = 1 and word = ${message}
      or wechat_reply_word.match = 2 and position(word in ${message}) > 0)`)
  return found
}

type Hit = { replyId: number | null; matched: boolean | null; text: string }

/** Notes that a message was looked at. */
export async function noteHit({ db, now }: Ctx, hit: Hit): Promise<void> {
  await db.insert(wechatReplyHits).values({ ...hit, createdAt: now() })
}

/** What was asked in the last seven days, and what of it no word answered, most frequent first. */
export async function readFigures(ctx: Ctx) {
  const week = sql`created_at > ${since(ctx, WEEK_MS)} and matched is not null`
  const counts = await ctx.db.execute<{ received: number; answered: number }>(sql`
    select count(*)::int as received, (count(*) filter (where matched))::int as answered
    from wechat_reply_hit where ${week}`)
  const unanswered = await ctx.db.execute<{ text: string; count: number }>(sql`
    select text, count(*)::int as count from wechat_reply_hit
    where ${week} and not matched and text <> '' group by text order by count(*) desc, max(id) desc limit ${UNANSWERED}`)
  const { received, answered } = counts.rows[0] ?? { received: 0, answered: 0 }
  return { received, answered, unanswered: unanswered.rows.map(({ text, count }) => ({ text, count })) }
}

/** Adds what is older than a month to the counters of the replies, and forgets it. Returns how many rows. */
export async function foldHits(ctx: Ctx, batch: number): Promise<number> {
  const { rows: found } = await ctx.db.execute<{ gone: number }>(sql`
    with due as (
      select id from wechat_reply_hit where created_at < ${since(ctx, KEPT_MS)} order by id limit ${batch} for update skip locked
    ), gone as (
      delete from wechat_reply_hit using due where wechat_reply_hit.id = due.id returning reply_id
    ), counted as (
      update wechat_reply set hits = hits + per.count
      from (select reply_id, count(*) from gone where reply_id is not null group by reply_id) as per
      where wechat_reply.id = per.reply_id
    ) select count(*)::int as gone from gone`)
  return found[0]?.gone ?? 0
}

/** An article as a reply shows it. */
export type ArticleRow = {
  id: number
  title: string
  image: string
  synopsis: string
  url: string
  isOpen: boolean
}

/** The articles with these ids; `isOpen`: buyers can read it, as its category is shown. */
export async function findArticles({ db, now }: Ctx, ids: readonly number[]): Promise<ArticleRow[]> {
  if (!ids.length) return []
  const { rows: found } = await db.execute<ArticleRow>(sql`
    select id::int, title, image, synopsis, url, published and publish_time <= ${now().toISOString()}::timestamptz
      and exists (select from category where category.id = cid and category.status) as "isOpen"
    from article where id in (${sql.join(
      [...ids].map((id) => sql`${id}::bigint`),
      sql`, `,
    )})`)
  return found
}

/** The replies that answer with an article, which is not deleted while they do. */
export async function listOfArticle({ db }: Ctx, articleId: number): Promise<ReplyRow[]> {
  return db
    .select()
    .from(wechatReplies)
    .where(and(eq(wechatReplies.type, 'news'), sql`(data->>'articleId')::bigint = ${articleId}::bigint`))
    .orderBy(wechatReplies.id)
}

/** The codes whose scans are answered with a reply. */
export async function listCodesOf({ db }: Ctx, replyId: number) {
  const { rows: found } = await db.execute<{ id: number; name: string }>(sql`
    select id::int, name from wechat_channel_code where reply_id = ${replyId} and not is_del order by id limit ${NAMED}`)
  return found.map((code) => ({ type: 'channel-code', ...code }))
}
