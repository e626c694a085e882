import type { BuyerMark, MessageChannel, NotifyState, OuterChannel } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { desc, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Which events buyers get messages about, and by which channels. The shop's own inbox always has them. */
export const buyerMessageRules = pgTable(
  'buyer_message_rule',
  {
    ...editableColumns,
    mark: varchar({ length: 30 }).$type<BuyerMark>().notNull(),
    isWechat: boolean().notNull().default(true),
    isRoutine: boolean().notNull().default(true),
    isSms: boolean().notNull().default(false),
    /** `wechat_template`, or 0. */
    wechatTemplateId: rowId().notNull().default(0),
    routineTemplateId: rowId().notNull().default(0),
    /** An SMS template by the provider's id; '' for the newest one of this purpose. */
    smsTempId: varchar({ length: 20 }).notNull().default(''),
    channelOrder: varchar({ length: 10 }).array().$type<OuterChannel[]>().notNull(),
    /** No SMS from here on, as 22:00; '' for none. */
    quietFrom: varchar({ length: 5 }).notNull().default(''),
    quietTo: varchar({ length: 5 }).notNull().default(''),
  },
  (rule) => [uniqueIndex('buyer_message_rule_mark').on(rule.mark)],
)

/** What a message says, and where it leads. */
export type MessagePayload = { values: Record<string, string>; link: string }

/** Messages to buyers, each by one channel. */
export const notifyOutbox = pgTable(
  'notify_outbox',
  {
    ...standardColumns,
    mark: varchar({ length: 30 }).$type<BuyerMark>().notNull(),
    bizId: varchar({ length: 80 }).notNull(),
    channel: varchar({ length: 10 }).$type<MessageChannel>().notNull(),
    uid: rowId().notNull(),
    /** The openid or phone, once it was sent. */
    receiver: varchar({ length: 64 }).notNull().default(''),
    payload: jsonb().$type<MessagePayload>().notNull(),
    /** `mark:bizId:channel`: nothing is sent twice. */
    dedupeKey: varchar({ length: 130 }).notNull(),
    title: varchar({ length: 64 }).notNull().default(''),
    content: loggedText(600).notNull().default(''),
    status: smallint().$type<NotifyState>().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null once it is finished. */
    nextAt: moment(),
    /** The job that makes the next attempt; other jobs do nothing. */
    jobId: varchar({ length: 40 }),
    /** An attempt has begun and its outcome is not known. */
    tryingSince: moment(),
    /** The first attempt of this job and those that repeat it: the platform forgets after ten minutes what it has sent. */
    firstTriedAt: moment(),
    errcode: integer().notNull().default(0),
    errmsg: loggedText(255).notNull().default(''),
    /** The platform's number of the message; of an SMS its row in the log. */
    msgId: varchar({ length: 64 }).notNull().default(''),
    sentAt: moment(),
    /** When the buyer read it in the shop. */
    readAt: moment(),
  },
  (message) => [
    uniqueIndex('notify_outbox_dedupe').on(message.dedupeKey),
    index('notify_outbox_due').on(message.nextAt).where(sql`next_at is not null`),
    index('notify_outbox_msg').on(message.msgId).where(sql`msg_id <> ''`),
    index('notify_outbox_inner').on(message.uid, desc(message.id)).where(sql`channel = 'inner'`),
    index('notify_outbox_created').on(message.createdAt),
    index('notify_outbox_uid').on(message.uid, desc(message.id)),
  ],
)
