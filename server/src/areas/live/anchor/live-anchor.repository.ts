import type { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { desc, or, type SQL, sql } from 'drizzle-orm'
import { containsPhone } from '../../../platform/data/contains.ts'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { liveAnchors } from './live-anchor.tables.ts'

/** At most this many rooms are named in a refusal. */
const MAX_NAMED = 20

export const { find, lock, insert, update, remove } = rows(liveAnchors)

const matches = (keywords: string | undefined): SQL | undefined =>
  keywords
    ? or(
        has(liveAnchors.name, keywords),
        has(liveAnchors.wechat, keywords),
        has(liveAnchors.remark, keywords),
        containsPhone(liveAnchors.phone, keywords),
      )
    : undefined

/** A page of anchors, newest first, with the number of their rooms. */
export const list = pages(liveAnchors, {
  where: ({ keywords, isShow, ...left }: FilterOf<RouteInput<typeof liveAnchor.list>['query']>) => [
    allRead(left),
    matches(keywords),
    is(liveAnchors.isShow, isShow),
  ],
  order: [desc(liveAnchors.id)],
  more: {
    roomCount: sql<number>`(select count(*)::int from live_room where lower(anchor_wechat) = lower(live_anchor.wechat))`,
  },
})

/** Rooms of an anchor that are not over. */
export async function listUses({ db }: Ctx, wechat: string) {
  const { rows: uses } = await db.execute<{ id: number; name: string }>(sql`
    select id::int as id, name from live_room
    where lower(anchor_wechat) = lower(${wechat}) and source <> 'channels' and live_status not in (103, 104, 107)
    order by start_time limit ${MAX_NAMED}`)
  return uses.map((room) => ({ type: 'live-room', ...room }))
}
