import type { productRule } from '@zhanggui/contract/product/product-rule.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { or, sql } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { productRules } from './product-rule.tables.ts'

export const { find, lock, insert, update, remove } = rows(productRules)

/** A page of rules, newest first, whose name, specification names or values contain the keywords. */
export const list = pages(productRules, {
  where: ({ keywords, ...left }: FilterOf<RouteInput<typeof productRule.list>['query']>) => [
    allRead(left),
    or(
      has(productRules.ruleName, keywords),
      // Only the texts in the JSON, so that keys do not match.
      keywords
        ? sql`exists(select from jsonb_path_query(${productRules.ruleValue}, '$[*].*[*]') as part
            where strpos(lower(part #>> '{}'), lower(${keywords})) > 0)`
        : undefined,
    ),
  ],
})
