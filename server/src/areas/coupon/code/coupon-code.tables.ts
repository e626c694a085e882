import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { coupons } from '../coupon/coupon.tables.ts'

/** Codes that are redeemed for a copy: their texts are never stored, only a digest and the end. */
export const couponCodes = pgTable(
  'coupon_code',
  {
    ...standardColumns,
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    batchNo: varchar({ length: 40 }).notNull(),
    /** '' for none. */
    batchName: varchar({ length: 40 }).notNull().default(''),
    kind: varchar({ length: 6 }).$type<'unique' | 'shared'>().notNull(),
    digest: varchar({ length: 64 }).notNull(),
    tail: varchar({ length: 4 }).notNull(),
    /** Who redeemed a unique one. */
    uid: rowId(),
    usedAt: moment(),
    useCount: integer().notNull().default(0),
    /** Of a shared one; 0 for no limit. */
    mostUses: integer().notNull().default(0),
    isVoid: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('coupon_code_digest').on(row.digest),
    index('coupon_code_coupon').on(row.couponId, row.batchNo),
    index('coupon_code_batch').on(row.batchNo),
    index('coupon_code_used').on(row.batchNo).where(sql`uid is not null`),
    index('coupon_code_void').on(row.batchNo).where(sql`is_void`),
    check('coupon_code_uses', sql`use_count >= 0 and (most_uses = 0 or use_count <= most_uses)`),
  ],
)

/** Who redeemed a shared code: each buyer once. */
export const couponCodeUses = pgTable(
  'coupon_code_use',
  {
    codeId: rowId()
      .notNull()
      .references(() => couponCodes.id),
    uid: rowId().notNull(),
    createdAt: standardColumns.createdAt,
  },
  (row) => [primaryKey({ columns: [row.codeId, row.uid] })],
)
