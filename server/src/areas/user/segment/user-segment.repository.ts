import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { asc, inArray } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { userSegments } from './user-segment.tables.ts'

export const { find, lock, insert, update, remove } = rows(userSegments)

/** A page of segments, newest first. */
export const list = pages(userSegments, {
  where: ({ keywords, ...left }: FilterOf<RouteInput<typeof userSegment.list>['query']>) => [
    allRead(left),
    has(userSegments.name, keywords),
  ],
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
