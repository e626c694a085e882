import type { CategoryType } from '@zhanggui/domain/product/category.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'

/** One tree for each type: products, media groups, articles. */
export const categories = pgTable(
  'category',
  {
    ...editableColumns,
    /** 0 at the top. */
    pid: rowId().notNull().default(0),
    /** Ids of its ancestors, `/0/12/40/`. */
    path: varchar({ length: 80 }).notNull().default('/0/'),
    /** 1 at the top. */
    level: smallint().notNull().default(1),
    name: varchar({ length: 50 }).notNull(),
    type: smallint().$type<CategoryType>().notNull().default(1),
    /** Address of an icon. */
    extra: varchar({ length: 512 }).notNull().default(''),
    /** Higher values come first. */
    sort: integer().notNull().default(0),
    /** Its own switch; it is shown when its ancestors are on as well. */
    status: boolean().notNull().default(true),
  },
  (category) => [
    uniqueIndex('category_name').on(category.type, category.pid, sql`lower(${category.name})`),
    index('category_pid').on(category.pid),
  ],
)
