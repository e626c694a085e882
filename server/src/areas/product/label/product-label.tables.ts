import type { LabelRule } from '@zhanggui/domain/product/product-label.ts'
import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const productLabels = pgTable(
  'product_label',
  {
    ...editableColumns,
    name: varchar({ length: 12 }).notNull(),
    /** `#rrggbb`. */
    color: varchar({ length: 7 }).notNull(),
    /** Higher values come first. */
    sort: integer().notNull().default(0),
    isShow: boolean().notNull().default(true),
    /** The rule that selects its products; null when staff assign it. */
    rule: jsonb().$type<LabelRule>(),
  },
  (label) => [uniqueIndex('product_label_name').on(sql`lower(${label.name})`)],
)
