import { has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import { paramTemplates } from './param-template.tables.ts'

export const { find, lock, insert, update, remove } = rows(paramTemplates)

/** A page of templates, newest first. */
export const list = pages(paramTemplates, {
  where: ({ keywords }: { keywords?: string }) => [has(paramTemplates.name, keywords)],
})
