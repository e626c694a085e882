import { sql } from 'drizzle-orm'
import { pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const userGroups = pgTable(
  'user_group',
  { ...editableColumns, groupName: varchar({ length: 64 }).notNull() },
  (group) => [uniqueIndex('user_group_name').on(sql`lower(${group.groupName})`)],
)
