import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Counts } from '../../../platform/work/buffered-counts.ts'

/** Adds views to activities, in the order of their ids. */
export async function addViews({ db }: Ctx, views: Counts): Promise<void> {
  const ids = sql.param(views.map(([id]) => id))
  const times = sql.param(views.map(([, count]) => count))
  await db.execute(sql`
    insert into activity_view as kept (activity_id, browse)
    select id, times from activity join unnest(${ids}::bigint[], ${times}::int[]) as seen(activity_id, times) on activity_id = id order by id
    on conflict (activity_id) do update set browse = least(2147483647, kept.browse::bigint + excluded.browse)`)
}
