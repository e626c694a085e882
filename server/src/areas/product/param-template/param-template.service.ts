import type { ParamTemplateDraft } from '@zhanggui/contract/product/param-template.ts'
import { tidyParams } from '@zhanggui/domain/product/param-template.ts'
import { keep, wireRow } from '../../../platform/data/keep.ts'
import * as templates from './param-template.repository.ts'

/** Parameter templates, new ones first. Products made from one stay as they are when it changes or goes. */
export const paramTemplateService = keep(templates, {
  what: '参数模板',
  taken: ['模板已存在', 'name'],
  toRow: ({ name, params }: ParamTemplateDraft) => ({ name, params: tidyParams(params) }),
  show: wireRow,
})
