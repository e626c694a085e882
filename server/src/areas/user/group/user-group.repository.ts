import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { sql } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { userGroups } from './user-group.tables.ts'

export type GroupRow = typeof userGroups.$inferSelect

/** Customers are counted up to this number. */
const MAX_COUNTED = 10_000

export const { find, lock, insert, update, remove } = rows(userGroups)

/** A page of groups, newest first, with their numbers of customers. */
export const list = pages(userGroups, {
  where: ({ keywords, ...left }: FilterOf<RouteInput<typeof userGroup.list>['query']>) => [
    allRead(left),
    has(userGroups.groupName, keywords),
  ],
  more: {
    userCount: sql<number>`(select count(*) from (
      select from shop_user where group_id = user_group.id limit ${MAX_COUNTED}) as counted)`,
  },
})
