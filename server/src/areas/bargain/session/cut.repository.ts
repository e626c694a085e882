import type { SessionStatus } from '@zhanggui/domain/promotion/bargain-session.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'

const onSale = sql`product.is_show and not product.is_recycle and not product.is_del and sku.is_show and not sku.is_del`
const at = ({ now }: Ctx) => sql`${now().toISOString()}::timestamptz`

/** A bargain as somebody finds it who would start a session. */
export type StartFacts = {
  isDel: boolean
  status: boolean
  startAt: string
  stopAt: string
  peopleNum: number
  bargainNum: number
  num: number
  cutMinFen: number | null
  cutMaxFen: number | null
  activitySkuId: number
  priceFen: number
  minPriceFen: number
  quota: number
  onSale: boolean
  isForMembers: boolean
}

/** A bargain, kept as it is until the transaction ends, so that no session is started after it was ended. */
export async function lockActivity({ db }: Ctx, activityId: number): Promise<StartFacts | undefined> {
  // A statement of its own: what one reads of other rows is as old as its beginning, before the lock.
  await db.execute(sql`select from activity where id = ${activityId} for share`)
  const { rows } = await db.execute<StartFacts>(sql`
    select activity.is_del as "isDel", activity.status, start_at as "startAt", stop_at as "stopAt", people_num as "peopleNum",
      bargain_num as "bargainNum", bargain.num, cut_min_fen as "cutMinFen", cut_max_fen as "cutMaxFen",
      taking.id as "activitySkuId", taking.price_fen as "priceFen", taking.min_price_fen as "minPriceFen", quota,
      ${onSale} as "onSale", visibility = 2 as "isForMembers"
    from activity join bargain on bargain.activity_id = activity.id
    join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    join product_sku as sku on sku.id = product_sku_id join product on product.id = activity.product_id
    where activity.id = ${activityId} and activity.type = 2 order by taking.id limit 1`)
  return rows[0]
}

/** How many sessions of an activity somebody has started, by accounts ended since too, whether one of them runs, and whether they may act. */
export async function countStarted({ db }: Ctx, activityId: number, uid: number) {
  const { rows } = await db.execute<{ started: number; runs: boolean; isEnabled: boolean }>(sql`
    select count(*)::int as started, coalesce(bool_or(status = 1 and uid = ${uid}::bigint), false) as runs,
      (select status from shop_user where shop_user.id = ${uid}::bigint) as "isEnabled"
    from bargain_session where activity_id = ${activityId} and uid = any(${accountsOf(sql`${uid}::bigint`)})`)
  const [row] = rows
  if (!row) throw new Error('the sessions of a buyer were not counted')
  return row
}

/** The terms under which a session is started. */
export type SessionTerms = {
  activityId: number
  uid: number
  activitySkuId: number
  priceFen: number
  minPriceFen: number
  peopleNum: number
  cutLoFen: number
  cutHiFen: number
  helpNum: number
  stopAt: Date
}

/** Starts a session. @returns undefined while one of the buyer runs */
export async function start(ctx: Ctx, terms: SessionTerms): Promise<number | undefined> {
  const { activityId, uid, activitySkuId, priceFen, minPriceFen, peopleNum, cutLoFen, cutHiFen, helpNum, stopAt } =
    terms
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    insert into bargain_session (created_at, updated_at, activity_id, uid, activity_sku_id, price_fen, min_price_fen, people_num,
      cut_lo_fen, cut_hi_fen, help_num, stop_at)
    values (${at(ctx)}, ${at(ctx)}, ${activityId}, ${uid}, ${activitySkuId}, ${priceFen}, ${minPriceFen}, ${peopleNum},
      ${cutLoFen}, ${cutHiFen}, ${helpNum}, ${stopAt.toISOString()}::timestamptz)
    on conflict (activity_id, uid) where status = 1 do nothing returning id`)
  const [row] = rows
  return row && Number(row.id)
}

/** A session that is locked. */
export type LockedSession = {
  id: number
  activityId: number
  uid: number
  activitySkuId: number
  priceFen: number
  minPriceFen: number
  peopleNum: number
  cutLoFen: number
  cutHiFen: number
  helpNum: number
  cutFen: number
  cutCount: number
  status: SessionStatus
  isCancelled: boolean
  stopAt: string
  title: string
}

const sessionColumns = sql`session.id, session.activity_id as "activityId", session.uid, activity_sku_id as "activitySkuId",
  session.price_fen as "priceFen", session.min_price_fen as "minPriceFen", people_num as "peopleNum", cut_lo_fen as "cutLoFen",
  cut_hi_fen as "cutHiFen", help_num as "helpNum", cut_fen as "cutFen", cut_count as "cutCount", session.status, is_cancelled as "isCancelled",
  session.stop_at as "stopAt", activity.title`

/** Locks a session, after which cuts of it go on one after the other. */
export async function lock({ db }: Ctx, id: number): Promise<LockedSession | undefined> {
  const { rows } = await db.execute<LockedSession>(sql`
    select ${sessionColumns} from bargain_session as session join activity on activity.id = session.activity_id
    where session.id = ${id} for update of session`)
  return rows[0]
}

/** Locks the running session of a buyer. */
export async function lockRunning({ db }: Ctx, activityId: number, uid: number): Promise<LockedSession | undefined> {
  const { rows } = await db.execute<LockedSession>(sql`
    select ${sessionColumns} from bargain_session as session join activity on activity.id = session.activity_id
    where session.activity_id = ${activityId} and session.uid = ${uid} and session.status = 1 for update of session`)
  return rows[0]
}

/** What a cut depends on besides its session, and how many others the helper's ended accounts helped. */
export async function findCutFacts(
  { db }: Ctx,
  session: Pick<LockedSession, 'id' | 'activityId' | 'activitySkuId'>,
  uid: number,
) {
  const { id, activityId, activitySkuId } = session
  const accounts = accountsOf(sql`${uid}::bigint`)
  const { rows } = await db.execute<{ onSale: boolean; quota: number; hasHelped: boolean; helpedBefore: number }>(sql`
    select ${onSale} as "onSale", quota,
      exists (select from bargain_help where session_id = ${id} and bargain_help.uid = any(${accounts})) as "hasHelped",
      (select coalesce(sum(helped), 0)::int from bargain_helper where activity_id = ${activityId} and bargain_helper.uid <> ${uid}::bigint
        and bargain_helper.uid = any(${accounts})) as "helpedBefore"
    from activity_sku as taking join product_sku as sku on sku.id = product_sku_id join product on product.id = sku.product_id
    where taking.id = ${activitySkuId}`)
  const [row] = rows
  if (!row) throw new Error('a session without its SKU')
  return row
}

/** Counts that somebody helps one more session of an activity. @param most with it @returns whether they may */
export async function countHelp({ db }: Ctx, activityId: number, uid: number, most: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into bargain_helper (activity_id, uid, helped) select ${activityId}::bigint, ${uid}::bigint, 1 where ${most}::int >= 1
    on conflict (activity_id, uid) do update set helped = bargain_helper.helped + 1 where bargain_helper.helped < ${most}::int
    returning 1`)
  return rows.length > 0
}

/** Holds one unit of an activity SKU for a won session. @returns whether there was one */
export async function hold(ctx: Ctx, activitySkuId: number): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    update activity_sku set quota = quota - 1, reserved = reserved + 1, sold_out_at = case when quota = 1 then ${at(ctx)} else sold_out_at end
    where id = ${activitySkuId} and quota >= 1 returning id`)
  return rows.length > 0
}

/** Stores a cut of a locked session; the last one wins it. @param orderDeadline of the last one */
export async function cut(
  ctx: Ctx,
  { id, cutCount }: Pick<LockedSession, 'id' | 'cutCount'>,
  { uid, fen, orderDeadline }: { uid: number; fen: number; orderDeadline: Date | undefined },
): Promise<void> {
  const deadline = orderDeadline?.toISOString() ?? null
  const isWon = sql`${deadline}::timestamptz is not null`
  await ctx.db.execute(sql`
    with made as (
      insert into bargain_help (session_id, seq, uid, cut_fen, created_at) values (${id}, ${cutCount + 1}, ${uid}, ${fen}, ${at(ctx)})
    )
    update bargain_session set cut_fen = cut_fen + ${fen}, cut_count = cut_count + 1, updated_at = ${at(ctx)},
      status = case when ${isWon} then 3 else status end, is_held = ${isWon},
      success_time = case when ${isWon} then ${at(ctx)} else success_time end, order_deadline = ${deadline}::timestamptz
    where id = ${id}`)
}

/** Ends a locked session that was not won. */
export async function end(ctx: Ctx, id: number, { isCancelled }: { isCancelled: boolean }): Promise<void> {
  await ctx.db.execute(
    sql`update bargain_session set status = 2, is_cancelled = ${isCancelled}, updated_at = ${at(ctx)} where id = ${id} and status = 1`,
  )
}
