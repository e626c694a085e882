import type { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { paramTemplates } from './param-template.tables.ts'

export const { find, lock, insert, update, remove } = rows(paramTemplates)

/** A page of templates, newest first. */
export const list = pages(paramTemplates, {
  where: ({ keywords, ...left }: FilterOf<RouteInput<typeof paramTemplate.list>['query']>) => [
    allRead(left),
    has(paramTemplates.name, keywords),
  ],
})
