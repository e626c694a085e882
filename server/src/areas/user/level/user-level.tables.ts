import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

export const userLevels = pgTable(
  'user_level',
  {
    ...editableColumns,
    name: varchar({ length: 50 }).notNull(),
    grade: smallint().notNull(),
    /** What a customer must have to reach it; rises with the grade. */
    experience: integer().notNull(),
    /** Percent of the price that is paid: 1 to 100. */
    discount: smallint().notNull().default(100),
    icon: varchar({ length: 512 }).notNull().default(''),
    isShow: boolean().notNull().default(true),
  },
  (level) => [
    uniqueIndex('user_level_grade').on(level.grade),
    uniqueIndex('user_level_name').on(sql`lower(${level.name})`),
  ],
)

/** Every change of a customer's level. Append-only: a trigger refuses updates and deletions. */
export const userLevelLogs = pgTable(
  'user_level_log',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    /** The level since then, 0 for none, with its grade and discount at the time. */
    levelId: rowId().notNull(),
    grade: smallint().notNull(),
    discount: smallint().notNull(),
    auto: boolean().notNull(),
    mark: varchar({ length: 255 }).notNull().default(''),
    operatorId: rowId().notNull().default(0),
    createdAt: standardColumns.createdAt,
  },
  (row) => [index('user_level_log_uid').on(row.uid, row.id)],
)
