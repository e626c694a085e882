import { MAX_PARAMS } from '@zhanggui/domain/product/param-template.ts'
import { keywords, rowOf, shopRoutes } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Param = t.Object({
  name: t.String({ title: '参数名', maxLength: 32 }),
  value: t.String({ title: '参数值', maxLength: 128 }),
})
export const ParamTemplateDraft = t.Object({
  name: t.String({ title: '模板名称', minLength: 1, maxLength: 32 }),
  params: t.Array(Param, { title: '参数', minItems: 1, maxItems: MAX_PARAMS, ask: '请添加参数' }),
})
export type ParamTemplateDraft = t.Static<typeof ParamTemplateDraft>
const ParamTemplate = rowOf(ParamTemplateDraft, ParamTemplateDraft.properties)
export type ParamTemplate = t.Static<typeof ParamTemplate>

/** 参数模板: parameters copied into a product when chosen. */
export const paramTemplate = routes(
  'param-template',
  shopRoutes({
    what: '参数模板',
    path: '/admin/store/param',
    permission: 'admin:product:param',
    // Also for the product form, which offers them.
    offeredTo: ['admin:product:save', 'admin:product:update'],
    draft: ParamTemplateDraft,
    row: ParamTemplate,
    query: { keywords: keywords(32) },
  }),
)
