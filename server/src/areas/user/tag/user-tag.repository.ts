import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { asc, inArray, sql } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { userTags } from './user-tag.tables.ts'

/** Customers are counted up to this number. */
const MAX_COUNTED = 10_000

export const { find, lock, insert, update, remove } = rows(userTags)

/** A page of tags, newest first, with their numbers of customers. */
export const list = pages(userTags, {
  where: ({ keywords, ...left }: FilterOf<RouteInput<typeof userTag.list>['query']>) => [
    allRead(left),
    has(userTags.name, keywords),
  ],
  more: {
    userCount: sql<number>`(select count(*) from (
      select from shop_user where tag_ids @> array[user_tag.id::integer] limit ${MAX_COUNTED}) as counted)`,
  },
})

/** Locks tags against deletion until the transaction ends. Returns how many there are. */
export async function lockAgainstDeletion({ db }: Ctx, ids: readonly number[]): Promise<number> {
  if (!ids.length) return 0
  const found = await db
    .select({ id: userTags.id })
    .from(userTags)
    .where(inArray(userTags.id, [...ids]))
    .orderBy(asc(userTags.id))
    .for('share')
  return found.length
}
