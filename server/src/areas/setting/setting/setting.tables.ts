import { index, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** Values that differ from the registry's defaults. Secrets are sealed texts. */
export const settings = pgTable('setting', {
  key: varchar({ length: 60 }).primaryKey(),
  group: varchar({ length: 30 }).notNull(),
  value: jsonb().$type<unknown>().notNull(),
})

export const settingGroups = pgTable('setting_group', {
  name: varchar({ length: 30 }).primaryKey(),
  version: integer().notNull().default(0),
})

export type SettingChange = { key: string; before: unknown; after: unknown }

export const settingHistories = pgTable(
  'setting_history',
  {
    ...standardColumns,
    group: varchar({ length: 30 }).notNull(),
    version: integer().notNull(),
    /** For secrets only that they were set. */
    changes: jsonb().$type<SettingChange[]>().notNull(),
  },
  (history) => [index('setting_history_group').on(history.group, history.id)],
)
