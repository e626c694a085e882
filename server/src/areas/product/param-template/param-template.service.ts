import type { ParamTemplateDraft } from '@zhanggui/contract/product/param-template.ts'
import { tidyParams } from '@zhanggui/domain/product/param-template.ts'
import { keep, wireRow } from '../../../platform/data/keep.ts'
import * as templates from './param-template.repository.ts'

/** Parameter templates, newest first. Changing or deleting one does not affect products created from it. */
export const paramTemplateService = keep(templates, {
  what: '参数模板',
  taken: ['模板已存在', 'name'],
  toRow: ({ name, params }: ParamTemplateDraft) => ({ name, params: tidyParams(params) }),
  show: wireRow,
})
