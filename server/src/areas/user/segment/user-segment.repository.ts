import { has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import { userSegments } from './user-segment.tables.ts'

export const { find, lock, insert, update, remove } = rows(userSegments)

/** A page of segments, newest first. */
export const list = pages(userSegments, {
  where: ({ keywords }: { keywords?: string }) => [has(userSegments.name, keywords)],
})
