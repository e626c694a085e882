import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'
import { depts } from '../dept/dept.tables.ts'

export const posts = pgTable(
  'post',
  {
    ...editableColumns,
    deptId: rowId()
      .notNull()
      .references(() => depts.id),
    name: varchar({ length: 50 }).notNull(),
    sort: integer().notNull().default(999),
    enabled: boolean().notNull().default(true),
  },
  (post) => [uniqueIndex('post_name').on(post.deptId, sql`lower(${post.name})`)],
)
