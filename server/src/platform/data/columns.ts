import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

/** A moment. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** A reference to a row; 0 or null for none. */
export const rowId = () => bigint({ mode: 'number' })

/** The columns every table has: id, who and when. */
export const standardColumns = {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdBy: bigint({ mode: 'number' }),
  updatedBy: bigint({ mode: 'number' }),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
}

/** The standard columns of rows that people edit, with the version. */
export const editableColumns = {
  ...standardColumns,
  version: integer().notNull().default(0),
}
