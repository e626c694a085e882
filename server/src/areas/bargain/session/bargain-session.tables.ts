import type { SessionStatus } from '@zhanggui/domain/promotion/bargain-session.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { activities, activitySkus } from '../../promotion/activity/activity.tables.ts'

const { id, createdAt, updatedAt } = standardColumns
const fen = () => bigint({ mode: 'number' }).notNull()

/**
 * A price that a buyer cuts down with the help of others (砍价单). It keeps the terms under which it was started. One unit is held for it
 * from when it reaches the lowest price until its order is paid, or it is too late to order.
 */
export const bargainSessions = pgTable(
  'bargain_session',
  {
    id,
    createdAt,
    updatedAt,
    activityId: rowId()
      .notNull()
      .references(() => activities.id),
    uid: rowId().notNull(),
    activitySkuId: rowId()
      .notNull()
      .references(() => activitySkus.id),
    priceFen: fen(),
    minPriceFen: fen(),
    peopleNum: integer().notNull(),
    /** What one cut is at least and at most: the sum of cuts is only certain for the numbers it began with. */
    cutLoFen: fen(),
    cutHiFen: fen(),
    /** Sessions of its activity that somebody may help. */
    helpNum: integer().notNull(),
    cutFen: fen().default(0),
    cutCount: integer().notNull().default(0),
    status: smallint().$type<SessionStatus>().notNull().default(1),
    isCancelled: boolean().notNull().default(false),
    /** By when it has to reach the lowest price. */
    stopAt: moment().notNull(),
    /** When it reached the lowest price, and by when it has to be ordered then. */
    successTime: moment(),
    orderDeadline: moment(),
    /** Its order that is not closed; null for none. */
    orderId: rowId(),
    isHeld: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('bargain_session_running').on(row.activityId, row.uid).where(sql`status = 1`),
    uniqueIndex('bargain_session_order').on(row.orderId).where(sql`order_id is not null`),
    index('bargain_session_due').on(row.stopAt, row.id).where(sql`status = 1`),
    index('bargain_session_late').on(row.orderDeadline, row.id).where(sql`status = 3 and order_id is null`),
    index('bargain_session_activity').on(row.activityId, row.createdAt),
    index('bargain_session_status').on(row.status, row.createdAt, row.id),
    index('bargain_session_created').on(row.createdAt, row.id),
    index('bargain_session_uid').on(row.uid, row.createdAt, row.id),
    index('bargain_session_won').on(row.successTime).where(sql`success_time is not null`),
    check(
      'bargain_session_cut',
      sql`cut_fen between 0 and price_fen - min_price_fen and cut_count between 0 and people_num`,
    ),
    check('bargain_session_lowest', sql`status <> 3 or cut_fen = price_fen - min_price_fen`),
    check('bargain_session_held', sql`not is_held or status = 3`),
    check('bargain_session_ordered', sql`order_id is null or status = 3`),
    check('bargain_session_deadline', sql`status <> 3 or order_deadline is not null`),
  ],
)

/** A cut of a session. */
export const bargainHelps = pgTable(
  'bargain_help',
  {
    sessionId: rowId()
      .notNull()
      .references(() => bargainSessions.id),
    /** From 1. */
    seq: integer().notNull(),
    uid: rowId().notNull(),
    cutFen: fen(),
    createdAt,
  },
  (row) => [
    primaryKey({ columns: [row.sessionId, row.seq] }),
    uniqueIndex('bargain_help_once').on(row.sessionId, row.uid),
    check('bargain_help_cut', sql`cut_fen > 0 and seq > 0`),
  ],
)

/** How many sessions of others a buyer has helped in an activity. Locked after the session. */
export const bargainHelpers = pgTable(
  'bargain_helper',
  {
    activityId: rowId()
      .notNull()
      .references(() => activities.id),
    uid: rowId().notNull(),
    helped: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.activityId, row.uid] })],
)
