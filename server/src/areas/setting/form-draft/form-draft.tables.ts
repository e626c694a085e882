import { jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** An unfinished form, kept for the person filling it in. */
export const formDrafts = pgTable(
  'form_draft',
  {
    id: standardColumns.id,
    adminId: rowId().notNull(),
    /** The form: `product`. */
    kind: varchar({ length: 20 }).notNull(),
    /** `new`, with the window's own ending, or the id of the edited row. */
    key: varchar({ length: 40 }).notNull(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    time: moment().notNull(),
  },
  (draft) => [uniqueIndex('form_draft_key').on(draft.adminId, draft.kind, draft.key)],
)
