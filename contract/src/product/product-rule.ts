import { forbiddenInSpec, specLimits } from '@zhanggui/domain/product/product-rule.ts'
import { keywords, rowOf, shopRoutes } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Spec = t.Object({
  value: t.String({ title: '规格', maxLength: specLimits.nameLength }),
  detail: t.Array(
    t.String({
      title: '规格值',
      maxLength: specLimits.detailLength,
      pattern: new RegExp(`^${forbiddenInSpec.source.replace('[', '[^')}*$`),
      example: '红色',
      hint: '规格值不能含有 , " \\',
    }),
    { title: '规格值', maxItems: specLimits.details },
  ),
})
export const RuleDraft = t.Object({
  ruleName: t.String({ title: '规格名称', minLength: 1, maxLength: 32 }),
  ruleValue: t.Array(Spec, { title: '规格', minItems: 1, maxItems: specLimits.specs, ask: '规格值不能为空' }),
})
export type RuleDraft = t.Static<typeof RuleDraft>
const Rule = rowOf(RuleDraft, { ...RuleDraft.properties, updateTime: t.DateTime })
export type Rule = t.Static<typeof Rule>

const kept = shopRoutes({
  what: '商品规格',
  path: '/admin/store/product/rule',
  permission: 'admin:product:rule',
  // Also for the product form, which offers them.
  offeredTo: ['admin:product:save', 'admin:product:update'],
  draft: RuleDraft,
  row: Rule,
  query: { keywords: keywords(64) },
})

/** 商品规格: sets of specifications, copied into a product when chosen. */
export const productRule = routes('product-rule', {
  ...kept,
  list: { ...kept.list, summary: '商品规格列表，新建在前' },
  remove: { ...kept.remove, method: 'GET', changes: true, params: t.Object({ id: t.Ids }) },
})
