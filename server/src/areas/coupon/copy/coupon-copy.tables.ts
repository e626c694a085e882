import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import type { CouponSource, CouponUseType } from '@zhanggui/domain/promotion/coupon.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** Buyers' copies, on the terms they were received on (docs/coupons-and-points.md, Copies). */
export const couponCopies = pgTable(
  'coupon_user',
  {
    ...standardColumns,
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    /** The how many-th of the buyer's, up to the limit; null once a send was undone, which frees the place. */
    seq: integer(),
    name: varchar({ length: 64 }).notNull(),
    moneyFen: fen().notNull(),
    minPriceFen: fen().notNull(),
    useType: smallint().$type<CouponUseType>().notNull(),
    scopeIds: bigint({ mode: 'number' }).array().notNull(),
    source: varchar({ length: 8 }).$type<CouponSource>().notNull(),
    /** 0 unused, 1 used, 2 over. */
    status: smallint().$type<0 | 1 | 2>().notNull().default(0),
    /** It can be spent from the first second to the last, both included. */
    startTime: moment().notNull(),
    endTime: moment().notNull(),
    useTime: moment(),
    /** The order it pays a part of. */
    orderId: rowId(),
    /** The order it was given with. */
    giftOrderId: rowId(),
    sendId: rowId(),
    voidReason: varchar({ length: 100 }).notNull().default(''),
    voidTime: moment(),
  },
  (row) => [
    uniqueIndex('coupon_user_seq').on(row.couponId, row.uid, row.seq),
    uniqueIndex('coupon_user_send').on(row.sendId, row.uid).where(sql`send_id is not null`),
    uniqueIndex('coupon_user_order').on(row.orderId).where(sql`status = 1`),
    uniqueIndex('coupon_user_gift').on(row.giftOrderId, row.couponId).where(sql`source = 'buy'`),
    uniqueIndex('coupon_user_new').on(row.couponId, row.uid).where(sql`source = 'new'`),
    index('coupon_user_owner').on(row.uid, row.status, row.endTime),
    index('coupon_user_coupon').on(row.couponId, row.id, row.status, row.endTime, row.voidReason),
    // Its few values are hopped through where staff look for a part of a name.
    index('coupon_user_name').on(row.name),
    index('coupon_user_created').on(row.createdAt),
    index('coupon_user_end').on(row.endTime).where(sql`status = 0`),
    index('coupon_user_over').on(row.endTime).where(sql`status = 2`),
    index('coupon_user_void').on(row.id).where(sql`void_reason <> ''`),
    check('coupon_user_used', sql`(status = 1) = (order_id is not null)`),
  ],
)

/** To whom a coupon was sent. */
export type SendTarget = { uids: number[] } | { segmentId: number } | { filter: UserFilter }

/** A send of a coupon to customers; its task goes on behind `last_uid`. */
export const couponSends = pgTable(
  'coupon_send',
  {
    ...standardColumns,
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    target: jsonb().$type<SendTarget>().notNull(),
    remark: varchar({ length: 255 }).notNull().default(''),
    /** How many there were to be sent at the start. */
    count: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    lastUid: rowId().notNull().default(0),
    state: varchar({ length: 8 }).$type<'running' | 'done' | 'stopped'>().notNull(),
    finishedAt: moment(),
    undoneAt: moment(),
    taskId: uuid(),
  },
  (row) => [index('coupon_send_coupon').on(row.couponId, row.id)],
)
