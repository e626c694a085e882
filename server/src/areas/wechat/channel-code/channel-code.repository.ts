import type { ChannelCodeQuery } from '@zhanggui/contract/wechat/channel-code.ts'
import { and, eq, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { fanTags } from '../tag/fan-tag.tables.ts'
import { channelCodes } from './channel-code.tables.ts'

const store = rows(channelCodes)
export const { insert, update } = store

export type CodeRow = typeof channelCodes.$inferSelect
export type ShownCode = CodeRow & { tagName: string }

const tagName = sql<string>`coalesce((select name from wechat_tag where id = tag_id), '')`

/** A page of codes, newest first. */
export const list = pages(channelCodes, {
  where: ({ keywords, kind, status, tagId, ...left }: FilterOf<ChannelCodeQuery>) => [
    allRead(left),
    eq(channelCodes.isDel, false),
    has(channelCodes.name, keywords),
    is(channelCodes.kind, kind),
    is(channelCodes.status, status),
    is(channelCodes.tagId, tagId),
  ],
  more: { tagName },
})

export async function find({ db }: Ctx, id: number): Promise<ShownCode | undefined> {
  const [row] = await db
    .select({ code: channelCodes, tagName: fanTags.name })
    .from(channelCodes)
    .leftJoin(fanTags, eq(fanTags.id, channelCodes.tagId))
    .where(and(eq(channelCodes.id, id), eq(channelCodes.isDel, false)))
  return row && { ...row.code, tagName: row.tagName ?? '' }
}

/** The same, locked against changes. */
export async function lock(ctx: Ctx, id: number): Promise<ShownCode | undefined> {
  return (await store.lock(ctx, id)) && find(ctx, id)
}

/** What a new code has to do with others: whether its name or its scene is taken, by another than this one. */
export async function listSame({ db }: Ctx, { name, scene = '' }: { name: string; scene?: string }, except = 0) {
  const { rows: found } = await db.execute<{ named: boolean; scened: boolean }>(sql`
    select lower(name) = lower(${name}) and not is_del as named, scene = ${scene} as scened from wechat_channel_code
    where id <> ${except} and (lower(name) = lower(${name}) and not is_del or scene = ${scene})`)
  return found
}

/** How many permanent codes were ever made. */
export const countPermanent = ({ db }: Ctx): Promise<number> => db.$count(channelCodes, eq(channelCodes.kind, 2))

/** The code of a scene. */
export async function findByScene({ db }: Ctx, scene: string): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(channelCodes).where(eq(channelCodes.scene, scene))
  return row
}

/** Counts a scan of the code of a scene. Undefined for a scene that is not ours. */
export async function countScan({ db }: Ctx, scene: string, isFollow: boolean): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(channelCodes)
    .set({
      scans: sql`${channelCodes.scans} + 1`,
      ...(isFollow && { follows: sql`${channelCodes.follows} + 1` }),
    })
    .where(eq(channelCodes.scene, scene))
    .returning()
  return row
}

export type CodeDay = { codeId: number; day: string; scans: number; follows: number }

/** How often codes were scanned on each day since a moment. */
export async function countDays({ db }: Ctx, ids: readonly number[], since: Date): Promise<CodeDay[]> {
  const { rows: found } = await db.execute<CodeDay>(sql`
    select code_id::int as "codeId", to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      count(*)::int as scans, count(*) filter (where move = 1)::int as follows
    from wechat_fan_move
    where code_id = any(${sql.param([...ids])}::bigint[]) and at >= ${since.toISOString()}::timestamptz and move in (1, 3)
    group by 1, 2`)
  return found
}

/** What those did who came by a code last: orders count from the moment they came. */
export async function countOutcome({ db }: Ctx, id: number) {
  type Outcome = { kept: number; customers: number; buyers: number; orders: number; paidFen: number }
  const { rows: found } = await db.execute<Outcome>(sql`
    with came as (
      select uid, min(subscribe_time) as since from wechat_user where code_id = ${id} and uid <> 0 group by uid
    ), bought as (
      select store_order.uid, pay_price_fen - refund_price_fen as fen
      from came join store_order on store_order.uid = came.uid and store_order.created_at >= came.since
      where paid and not is_system_del
    )
    select (select count(*)::int from wechat_user where code_id = ${id} and subscribe) as kept,
      (select count(*)::int from came) as customers, count(distinct uid)::int as buyers, count(*)::int as orders,
      coalesce(sum(fen), 0)::float8 as "paidFen"
    from bought`)
  return found[0] ?? { kept: 0, customers: 0, buyers: 0, orders: 0, paidFen: 0 }
}
