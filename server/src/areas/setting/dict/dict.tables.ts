import { boolean, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'

export const dicts = pgTable(
  'dict',
  {
    ...editableColumns,
    name: varchar({ length: 50 }).notNull(),
    remark: varchar({ length: 255 }).notNull().default(''),
    builtin: boolean().notNull().default(false),
  },
  (dict) => [uniqueIndex('dict_name').on(dict.name)],
)

export const dictDetails = pgTable(
  'dict_detail',
  {
    ...editableColumns,
    dictId: rowId()
      .notNull()
      .references(() => dicts.id, { onDelete: 'cascade' }),
    label: varchar({ length: 100 }).notNull(),
    value: varchar({ length: 100 }).notNull(),
    sort: integer().notNull().default(999),
    color: varchar({ length: 20 }).notNull().default(''),
    enabled: boolean().notNull().default(true),
    remark: varchar({ length: 255 }).notNull().default(''),
    builtin: boolean().notNull().default(false),
  },
  (detail) => [uniqueIndex('dict_detail_value').on(detail.dictId, detail.value)],
)
