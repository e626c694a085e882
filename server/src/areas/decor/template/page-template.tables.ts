import type { PageKind, PageTerminal } from '@zhanggui/domain/decor/page.ts'
import { jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

type Values = Record<string, unknown>

/** Templates that staff saved; built-in ones are code. */
export const decorTemplates = pgTable(
  'decor_template',
  {
    ...standardColumns,
    name: varchar({ length: 30 }).notNull(),
    terminal: smallint().$type<PageTerminal>().notNull(),
    type: smallint().$type<PageKind>().notNull(),
    settings: jsonb().$type<Values>().notNull(),
    value: jsonb().$type<Values>().notNull(),
    share: jsonb().$type<Values>().notNull(),
    coverImage: varchar({ length: 512 }).notNull().default(''),
  },
  (row) => [uniqueIndex('decor_template_name').on(row.name)],
)
