import { or, sql } from 'drizzle-orm'
import { has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import { productRules } from './product-rule.tables.ts'

export const { find, lock, insert, update, remove } = rows(productRules)

/** A page of rules whose name, or the name or a value of one of whose specifications, has the keywords; new ones first. */
export const list = pages(productRules, {
  where: ({ keywords }: { keywords?: string }) => [
    or(
      has(productRules.ruleName, keywords),
      // Of the JSON only the texts, so that no key matches.
      keywords
        ? sql`exists(select from jsonb_path_query(${productRules.ruleValue}, '$[*].*[*]') as part
            where strpos(lower(part #>> '{}'), lower(${keywords})) > 0)`
        : undefined,
    ),
  ],
})
