import type { CouponType, CouponUseType } from '@zhanggui/domain/promotion/coupon.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What buyers receive copies of (docs/coupons-and-points.md, Coupons). The money terms never change. */
export const coupons = pgTable(
  'coupon',
  {
    ...editableColumns,
    name: varchar({ length: 64 }).notNull(),
    moneyFen: fen().notNull(),
    /** What the goods it is for must come to; 0 for no threshold. */
    minPriceFen: fen().notNull().default(0),
    useType: smallint().$type<CouponUseType>().notNull(),
    type: smallint().$type<CouponType>().notNull(),
    isLimited: boolean().notNull().default(false),
    total: integer().notNull().default(0),
    /** Exact for limited coupons; of the others the copies are counted in coupon_count. */
    received: integer().notNull().default(0),
    receiveStart: moment(),
    receiveEnd: moment(),
    isFixedTime: boolean().notNull().default(false),
    useStart: moment(),
    useEnd: moment(),
    /** Days of 24 hours from the receipt; 0 with a fixed time. */
    day: integer().notNull().default(0),
    limitPerUser: integer().notNull().default(1),
    /** Who may see and take it; null for everybody. */
    segmentId: rowId().references(() => userSegments.id),
    sort: integer().notNull().default(0),
    status: boolean().notNull().default(false),
    remark: varchar({ length: 255 }).notNull().default(''),
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    index('coupon_order').on(row.sort, row.id).where(sql`not is_del`),
    index('coupon_segment').on(row.segmentId).where(sql`segment_id is not null`),
    check('coupon_received', sql`received >= 0 and (not is_limited or received <= total)`),
    check('coupon_money', sql`money_fen > 0 and min_price_fen >= 0`),
  ],
)

/** The products or categories that a coupon is for. */
export const couponScopes = pgTable(
  'coupon_scope',
  {
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    targetId: rowId().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.couponId, row.targetId] }),
    index('coupon_scope_target').on(row.targetId, row.couponId),
  ],
)

/** How many copies were received and used, without the changes in coupon_count_delta. */
export const couponCounts = pgTable('coupon_count', {
  couponId: rowId()
    .primaryKey()
    .references(() => coupons.id),
  received: integer().notNull().default(0),
  used: integer().notNull().default(0),
})

/** Changes of coupon_count that are not folded in yet: each appends, so that nobody waits for a hot row. */
export const couponCountDeltas = pgTable('coupon_count_delta', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  couponId: rowId().notNull(),
  received: integer().notNull().default(0),
  used: integer().notNull().default(0),
})
