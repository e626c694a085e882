import { index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

/** What staff noted about a customer, 跟进记录. */
export const userNotes = pgTable(
  'user_note',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    content: varchar({ length: 500 }).notNull(),
    operatorId: rowId().notNull(),
    operatorName: varchar({ length: 100 }).notNull(),
    createdAt: standardColumns.createdAt,
  },
  (note) => [index('user_note_uid').on(note.uid, note.id)],
)
