import type { ReplyData } from '@zhanggui/contract/wechat/wechat-reply.ts'
import type { ReplyMatch, ReplyType, ReservedReply } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, smallint, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Automatic replies of the official account. */
export const wechatReplies = pgTable('wechat_reply', {
  ...editableColumns,
  /** As they were typed; `subscribe` or `default` alone for the two that answer no word. */
  keywords: varchar({ length: 30 }).array().notNull(),
  /** Set for those two, of which there is one each. */
  reserved: varchar({ length: 10 }).$type<ReservedReply>().unique('wechat_reply_reserved'),
  match: smallint().$type<ReplyMatch>().notNull(),
  type: varchar({ length: 16 }).$type<ReplyType>().notNull(),
  data: jsonb().$type<ReplyData>().notNull(),
  status: boolean().notNull().default(true),
  /** How often it answered, without what `wechat_reply_hit` still holds. */
  hits: bigint({ mode: 'number' }).notNull().default(0),
})

/** The words of replies as messages are compared with them; a word belongs to one reply. */
export const wechatReplyWords = pgTable(
  'wechat_reply_word',
  {
    word: varchar({ length: 60 }).notNull(),
    match: smallint().$type<ReplyMatch>().notNull(),
    replyId: rowId()
      .notNull()
      .references(() => wechatReplies.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ name: 'wechat_reply_word_taken', columns: [row.word, row.match] }),
    index('wechat_reply_word_reply').on(row.replyId),
  ],
)

/** Each message that was looked at, for thirty days: rows of their own, as messages at once would wait for one counter. */
export const wechatReplyHits = pgTable(
  'wechat_reply_hit',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What answered; null for nothing. */
    replyId: rowId(),
    /** Whether a word answered a message, and not the reply to what no word answers; null for what asks nothing. */
    matched: boolean(),
    /** What was asked where no word answered. */
    text: loggedText(30).notNull().default(''),
    createdAt: moment().notNull(),
  },
  (row) => [
    index('wechat_reply_hit_at').on(row.createdAt),
    index('wechat_reply_hit_reply').on(row.replyId, row.createdAt).where(sql`reply_id is not null`),
  ],
)
