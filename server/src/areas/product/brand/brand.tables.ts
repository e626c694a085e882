import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const brands = pgTable(
  'brand',
  {
    ...editableColumns,
    name: varchar({ length: 32 }).notNull(),
    logo: varchar({ length: 512 }).notNull().default(''),
    /** A to Z, or # when the name begins with anything else. */
    initial: varchar({ length: 1 }).notNull(),
    /** Higher values come first. */
    sort: integer().notNull().default(0),
    isShow: boolean().notNull().default(true),
  },
  (brand) => [uniqueIndex('brand_name').on(sql`lower(${brand.name})`), index('brand_order').on(brand.sort, brand.id)],
)
