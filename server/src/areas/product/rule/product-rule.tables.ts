import type { Spec } from '@zhanggui/domain/product/product-rule.ts'
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

/** Specification templates, copied into a product when chosen. */
export const productRules = pgTable(
  'product_rule',
  {
    ...editableColumns,
    ruleName: varchar({ length: 32 }).notNull(),
    ruleValue: jsonb().$type<Spec[]>().notNull(),
  },
  (rule) => [uniqueIndex('product_rule_name').on(sql`lower(${rule.ruleName})`)],
)
