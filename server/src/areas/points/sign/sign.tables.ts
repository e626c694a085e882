import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

/** What each day in a row brings (docs/coupons-and-points.md, Points); the days have no gaps. */
export const signRewards = pgTable(
  'sign_reward',
  {
    ...editableColumns,
    title: varchar({ length: 32 }).notNull(),
    day: smallint().notNull(),
    integral: integer().notNull(),
    experience: integer().notNull().default(0),
  },
  (row) => [
    uniqueIndex('sign_reward_day').on(row.day),
    check('sign_reward_amounts', sql`day between 1 and 31 and integral >= 0 and experience >= 0`),
  ],
)

/** Who signed in on which day of Shanghai. */
export const signLogs = pgTable(
  'sign_log',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    signDay: date({ mode: 'string' }).notNull(),
    title: varchar({ length: 32 }).notNull(),
    /** The how many-th day in a row. */
    number: integer().notNull(),
    integral: integer().notNull(),
    experience: integer().notNull(),
    createdAt: standardColumns.createdAt,
  },
  (row) => [uniqueIndex('sign_log_day').on(row.uid, row.signDay), index('sign_log_created').on(row.signDay, row.id)],
)
