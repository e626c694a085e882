import { integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** The key that seals this database's secrets, by its id: one row, written by the first start. */
export const sealingKeys = pgTable('sealing_key', {
  id: integer().primaryKey(),
  keyId: varchar({ length: 8 }).notNull(),
  createdAt: moment().notNull(),
})
