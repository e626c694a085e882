import type { ReplyAudit, ReplyLevel, ReplyType } from '@zhanggui/domain/product/product-reply.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { products } from '../product/product.tables.ts'

const there = sql`not is_del`

/** Replies of buyers, and fictitious ones by staff (`is_virtual`). `created_at` is the time of the reply. */
export const productReplies = pgTable(
  'product_reply',
  {
    ...editableColumns,
    /** Buyer and order; 0 for a fictitious reply. */
    uid: rowId().notNull().default(0),
    oid: rowId().notNull().default(0),
    productId: rowId()
      .notNull()
      .references(() => products.id),
    /** Code and values of the SKU at the time. */
    unique: varchar({ length: 32 }).notNull().default(''),
    sku: varchar({ length: 400 }).notNull().default(''),
    replyType: varchar({ length: 16 }).$type<ReplyType>().notNull().default('product'),
    productScore: smallint().notNull(),
    serviceScore: smallint().notNull(),
    /** Derived from the scores, like the next column. */
    star: smallint().notNull(),
    level: varchar({ length: 8 }).$type<ReplyLevel>().notNull(),
    comment: varchar({ length: 512 }).notNull(),
    pics: varchar({ length: 512 }).array().notNull().default([]),
    /** Copied at the time of the reply, like the next column. */
    nickname: varchar({ length: 64 }).notNull(),
    avatar: varchar({ length: 512 }).notNull().default(''),
    isReply: boolean().notNull().default(false),
    merchantReplyContent: varchar({ length: 300 }).notNull().default(''),
    merchantReplyTime: moment(),
    replyBy: bigint({ mode: 'number' }),
    isVirtual: boolean().notNull().default(false),
    /** Said by the shop itself for a buyer who said nothing in time. */
    isAuto: boolean().notNull().default(false),
    isShow: boolean().notNull().default(true),
    isTop: boolean().notNull().default(false),
    auditStatus: smallint().$type<ReplyAudit>().notNull().default(1),
    isDel: boolean().notNull().default(false),
  },
  (reply) => [
    index('product_reply_newest').on(reply.createdAt, reply.id).where(there),
    index('product_reply_unanswered').on(reply.createdAt, reply.id).where(sql`not is_reply and ${there}`),
    index('product_reply_waiting')
      .on(reply.createdAt, reply.id)
      .where(sql`not is_reply and not is_virtual and not is_auto and audit_status <> 2 and ${there}`),
    index('product_reply_product').on(reply.productId, reply.createdAt, reply.id).where(there),
    // The reply counts of a product are read from this index alone.
    index('product_reply_counted')
      .on(reply.productId, reply.isVirtual, reply.level, reply.star)
      .where(sql`is_show and audit_status = 1 and ${there}`),
  ],
)
