import type { CommissionLevel, CommissionLinkType, CommissionStatus } from '@zhanggui/domain/distribution/commission.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What a line of an order earned at first, before anything of it went back. */
export type LineCommission = { lineId: number; price: number }

/**
 * All commission. What a promoter has is the sum of the records that are done or asked for. A record that is neither done nor void goes
 * on to its next status; a trigger refuses every other change, but for a swap of sums by an edit of its order.
 */
export const userBrokerageRecords = pgTable(
  'user_brokerage_record',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    /** The order that earned it or of which it was taken back; 0 of others. */
    orderId: rowId().notNull().default(0),
    /** The number of what it belongs to: an order, a refund, a withdrawal. */
    linkId: varchar({ length: 64 }).notNull().default(''),
    linkType: varchar({ length: 8 }).$type<CommissionLinkType>().notNull(),
    /** 1 in, 2 out. */
    type: smallint().notNull(),
    title: varchar({ length: 64 }).notNull(),
    priceFen: fen().notNull(),
    /** Before anything of it went back. */
    originPriceFen: fen().notNull(),
    /** Of an order's record: what each of its lines earned. */
    lines: jsonb().$type<LineCommission[]>().notNull().default([]),
    /** What the promoter had afterwards. */
    balanceFen: fen().notNull(),
    mark: varchar({ length: 255 }).notNull().default(''),
    status: smallint().$type<CommissionStatus>().notNull(),
    /** Days between receipt and thaw. */
    frozenTime: integer().notNull().default(0),
    thawTime: moment(),
    /** 1 of the buyer's own superior, 2 of the one above; 0 of what is no order's. */
    brokerageLevel: smallint().$type<CommissionLevel | 0>().notNull().default(0),
    /** The administrator who did it; 0 for buyers and the system. */
    operatorId: rowId().notNull().default(0),
    bizKey: varchar({ length: 100 }),
    createdAt: standardColumns.createdAt,
    updatedAt: standardColumns.updatedAt,
  },
  (row) => [
    uniqueIndex('user_brokerage_record_biz').on(row.bizKey),
    index('user_brokerage_record_uid').on(row.uid, row.id),
    index('user_brokerage_record_order').on(row.orderId).where(sql`order_id > 0`),
    index('user_brokerage_record_type').on(row.linkType, row.createdAt),
    index('user_brokerage_record_created').on(row.createdAt),
    index('user_brokerage_record_updated').on(row.updatedAt),
    index('user_brokerage_record_thaw').on(row.thawTime, row.id).where(sql`status = 2`),
    check(
      'user_brokerage_record_amount',
      sql`price_fen >= 0 and origin_price_fen >= price_fen and type in (1, 2) and (price_fen > 0 or status = 4)`,
    ),
    check('user_brokerage_record_level', sql`(link_type in ('order', 'refund')) = (brokerage_level > 0)`),
  ],
)
