import { sql } from 'drizzle-orm'
import { pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const userTags = pgTable('user_tag', { ...editableColumns, name: varchar({ length: 50 }).notNull() }, (tag) => [
  uniqueIndex('user_tag_name').on(sql`lower(${tag.name})`),
])
