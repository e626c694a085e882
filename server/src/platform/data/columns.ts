import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

/** A moment. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** A reference to a row, or to nothing when 0 or null. */
export const rowId = () => bigint({ mode: 'number' })

/** id, who and when: on every table. */
export const standardColumns = {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdBy: bigint({ mode: 'number' }),
  updatedBy: bigint({ mode: 'number' }),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
}

/** The standard columns of a row that people edit: with its version. */
export const editableColumns = {
  ...standardColumns,
  version: integer().notNull().default(0),
}
