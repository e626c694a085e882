import type { Rule, RuleChange, RuleDraft, RuleQuery } from '@zhanggui/contract/product/product-rule.ts'
import { tidyRule } from '@zhanggui/domain/product/product-rule.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as rules from './product-rule.repository.ts'

const taken = () => conflict('此规格值已经存在', 'ruleName')

/** A page of product rules, new ones first. */
export async function listRules(ctx: Ctx, query: RuleQuery) {
  const page = readPage(query)
  const { rows, total } = await rules.list(ctx, query.keywords, page)
  return { list: rows.map(describe), total, page: page.page, limit: page.limit }
}

/** @throws 404 */
export async function getRule(ctx: Ctx, id: number): Promise<Rule> {
  const row = await rules.find(ctx, id)
  if (!row) throw notFound('商品规格')
  return describe(row)
}

/**
 * Adds a product rule.
 * @throws {BadInput} when no value is left or a specification is named twice
 * @throws 409 when the name is taken, also when two saves race
 */
export async function saveRule(ctx: Ctx, { ruleName, ruleValue }: RuleDraft) {
  return inTransaction(ctx, async (tx) => {
    const saved = await rules.insert(tx, { ruleName, ruleValue: tidyRule(ruleValue) })
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, objectName: ruleName, after: await getRule(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a product rule; products made from it stay as they are.
 * @throws {BadInput} as {@link saveRule}
 * @throws 404, 409 for a taken name or another version
 */
export async function updateRule(ctx: Ctx, { id, version, ruleName, ruleValue }: RuleChange) {
  const rule = { ruleName, ruleValue: tidyRule(ruleValue) }
  return inTransaction(ctx, async (tx) => {
    const before = await getRule(tx, id)
    const saved = await refuseTaken(rules.update(tx, id, version, rule), taken)
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, objectName: ruleName, before, after: await getRule(tx, id) })
    return saved
  })
}

/**
 * Deletes product rules, all or none; products made from them stay as they are.
 * @throws 404
 */
export async function removeRules(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const gone = await rules.remove(tx, ids)
    if (gone.length < ids.length) throw notFound('商品规格')
    for (const row of gone) await audit(tx, { objectId: row.id, objectName: row.ruleName, before: describe(row) })
  })
}

function describe({ id, version, ruleName, ruleValue, createdAt, updatedAt }: rules.RuleRow): Rule {
  return { id, version, ruleName, ruleValue, createTime: toWireTime(createdAt), updateTime: toWireTime(updatedAt) }
}
