import type { ProductParam } from '@zhanggui/domain/product/param-template.ts'
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

/** Parameters of a kind of product, copied into a product when chosen. */
export const paramTemplates = pgTable(
  'param_template',
  {
    ...editableColumns,
    name: varchar({ length: 32 }).notNull(),
    params: jsonb().$type<ProductParam[]>().notNull(),
  },
  (template) => [uniqueIndex('param_template_name').on(sql`lower(${template.name})`)],
)
