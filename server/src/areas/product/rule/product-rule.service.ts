import type { RuleDraft } from '@zhanggui/contract/product/product-rule.ts'
import { tidyRule } from '@zhanggui/domain/product/product-rule.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { keep, wireRow } from '../../../platform/data/keep.ts'
import * as rules from './product-rule.repository.ts'

/** Product rules, newest first. Changing or deleting one does not affect products created from it. */
export const ruleService = keep(rules, {
  what: '商品规格',
  taken: ['此规格值已经存在', 'ruleName'],
  toRow: ({ ruleName, ruleValue }: RuleDraft) => ({ ruleName, ruleValue: tidyRule(ruleValue) }),
  show: (row) => ({ ...wireRow(row), updateTime: toWireTime(row.updatedAt) }),
  named: ({ ruleName }) => ruleName,
})
