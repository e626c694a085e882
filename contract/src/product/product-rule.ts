import { forbiddenInSpec, specLimits } from '@zhanggui/domain/product/product-rule.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Spec = t.Object({
  value: t.String({ title: '规格', maxLength: specLimits.nameLength }),
  detail: t.Array(
    t.String({
      title: '规格值',
      maxLength: specLimits.detailLength,
      pattern: new RegExp(`^${forbiddenInSpec.source.replace('[', '[^')}*$`),
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
export const RuleChange = t.Object({ id: t.Id, version: t.Version, ...RuleDraft.properties })
export type RuleChange = t.Static<typeof RuleChange>
export const Rule = t.Object({
  id: t.Id,
  version: t.Integer(),
  ...RuleDraft.properties,
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type Rule = t.Static<typeof Rule>
export const RuleQuery = t.pageQuery({ keywords: t.Optional(t.String({ title: '关键字', maxLength: 64 })) })
export type RuleQuery = t.Static<typeof RuleQuery>

/** 商品规格: sets of specifications, copied into a product when chosen (catalogue chapter, 4). */
export const productRule = routes('product-rule', {
  list: {
    method: 'GET',
    path: '/admin/store/product/rule/list',
    // Also for the form of a product, which offers them.
    permission: ['admin:product:rule:list', 'admin:product:save', 'admin:product:update'],
    summary: '商品规格列表，新建在前',
    query: RuleQuery,
    response: t.pageOf(Rule),
  },
  info: {
    method: 'GET',
    path: '/admin/store/product/rule/info/:id',
    permission: 'admin:product:rule:info',
    summary: '商品规格详情',
    params: t.Object({ id: t.Id }),
    response: Rule,
  },
  save: {
    method: 'POST',
    path: '/admin/store/product/rule/save',
    permission: 'admin:product:rule:save',
    summary: '新增商品规格',
    body: RuleDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/store/product/rule/update',
    permission: 'admin:product:rule:update',
    summary: '编辑商品规格',
    body: RuleChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'GET',
    path: '/admin/store/product/rule/delete/:id',
    permission: 'admin:product:rule:delete',
    changes: true,
    summary: '删除商品规格',
    params: t.Object({ id: t.Ids }),
    response: t.Done,
  },
})
