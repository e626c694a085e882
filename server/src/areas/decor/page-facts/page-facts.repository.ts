import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import type { RefState } from '@zhanggui/page-kit/check.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** An object that a page names. */
export type FoundRef = { id: number; name: string; state: RefState }

/** What is asked of the objects of a kind. */
type Statements = {
  /** Those of the ids that exist, with their state. */
  found: SQL
  /** All that may be looked for by name. */
  named: SQL
}

const activity = (type: ActivityType): Statements => ({
  found: sql`
    select id, title as name, case when is_del then 'gone' when status and start_at <= now and stop_at > now then 'ok'
      else 'notRunning' end as state from activity, wanted where type = ${type} and id = any(ids)`,
  named: sql`select id, title as name from activity where type = ${type} and not is_del`,
})

const statements: Record<RefKind, Statements> = {
  product: {
    found: sql`
      select id, store_name as name, case when is_del then 'gone' when is_show and not is_recycle then 'ok'
        else 'offShelf' end as state from product, wanted where id = any(ids)`,
    named: sql`select id, store_name as name from product where not is_del`,
  },
  category: {
    found: sql`select id, name, 'ok' as state from category, wanted where type = 1 and id = any(ids)`,
    named: sql`select id, name from category where type = 1`,
  },
  article: {
    found: sql`
      select article.id, title as name, case when published and publish_time <= now and category.status then 'ok'
        else 'unpublished' end as state from wanted, article join category on category.id = cid where article.id = any(ids)`,
    named: sql`select id, title as name from article`,
  },
  articleCategory: {
    found: sql`select id, name, 'ok' as state from category, wanted where type = 3 and id = any(ids)`,
    named: sql`select id, name from category where type = 3`,
  },
  coupon: {
    found: sql`select id, name, case when is_del then 'gone' else 'ok' end as state from coupon, wanted where id = any(ids)`,
    named: sql`select id, name from coupon where not is_del`,
  },
  seckill: activity(1),
  bargain: activity(2),
  combination: activity(3),
  live: {
    found: sql`
      select id, name, case when not is_show or (source <> 'channels' and sync_state <> 'pushed') then 'offShelf' else 'ok' end as state
      from live_room, wanted where id = any(ids)`,
    named: sql`select id, name from live_room`,
  },
  page: {
    found: sql`
      select id, name, case when deleted_at is not null then 'gone' when published_no is not null and enabled then 'ok'
        else 'unpublished' end as state from decor_page, wanted where id = any(ids)`,
    named: sql`select id, name from decor_page where deleted_at is null`,
  },
  block: {
    found: sql`select id, name, 'ok' as state from decor_block, wanted where id = any(ids)`,
    named: sql`select id, name from decor_block`,
  },
  level: {
    found: sql`select id, name, 'ok' as state from user_level, wanted where id = any(ids)`,
    named: sql`select id, name from user_level`,
  },
  tag: {
    found: sql`select id, name, 'ok' as state from user_tag, wanted where id = any(ids)`,
    named: sql`select id, name from user_tag`,
  },
}
/** The objects of a kind that exist, with their names and whether pages may show them. */
export async function findRefs({ db, now }: Ctx, kind: RefKind, ids: readonly number[]): Promise<FoundRef[]> {
  if (!ids.length) return []
  const { rows } = await db.execute<FoundRef>(sql`
    with wanted as (select ${sql.param([...ids])}::bigint[] as ids, ${now().toISOString()}::timestamptz as now)
    ${statements[kind].found}`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** The objects of a kind that have exactly these names; of those with the same name, none. */
export async function findByNames({ db }: Ctx, kind: RefKind, names: readonly string[]): Promise<FoundRef[]> {
  if (!names.length) return []
  const { rows } = await db.execute<FoundRef>(sql`
    select min(id) as id, name, 'ok' as state from (${statements[kind].named}) as known
    where name = any(${sql.param([...names])}::text[]) group by name having count(*) = 1`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** The sizes of our own pictures, by their keys. */
export async function findPictures({ db }: Ctx, keys: readonly string[]) {
  if (!keys.length) return []
  const { rows } = await db.execute<{ path: string; bytes: number; width: number | null; height: number | null }>(sql`
    select distinct on (path) path, bytes::int as bytes, width, height from file
    where path = any(${sql.param([...keys])}::text[]) order by path, id`)
  return rows
}

/** What blocks hold. */
export async function findBlocks({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const { rows } = await db.execute<{ id: number; component: Record<string, unknown> }>(sql`
    select id, component from decor_block where id = any(${sql.param([...ids])}::bigint[])`)
  return rows.map(({ id, component }) => ({ id: Number(id), component }))
}
