import { asc, inArray } from 'drizzle-orm'
import { has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { userSegments } from './user-segment.tables.ts'

export const { find, lock, insert, update, remove } = rows(userSegments)

/** A page of segments, newest first. */
export const list = pages(userSegments, {
  where: ({ keywords }: { keywords?: string }) => [has(userSegments.name, keywords)],
})

/** The segments among these ids, locked against new uses until the transaction ends. */
export function lockAll({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: userSegments.id, name: userSegments.name })
    .from(userSegments)
    .where(inArray(userSegments.id, [...ids]))
    .orderBy(asc(userSegments.id))
    .for('update')
}
