import {
  type CommissionLevel,
  type CommissionStatus,
  commissionStatuses,
} from '@zhanggui/domain/distribution/commission.ts'
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { heirsOf } from '../../user/buyer-session/former-account.parts.ts'
import { ENDED_BY_BUYER } from '../../user/shop-user/shop-user.tables.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { type EarningRules, earningMore, keptCommission, rulesJson, takenBack } from './commission.parts.ts'
import { userBrokerageRecords } from './commission.tables.ts'

/** Lets lines that were added to a locked order earn. */
export async function earnMore(
  ctx: Ctx,
  orderId: number,
  lineIds: readonly number[],
  rules: EarningRules,
): Promise<void> {
  const ids = sql`${sql.param([...lineIds])}::bigint[]`
  await ctx.db.execute(earningMore(sql`${orderId}`, ids, sql`${rulesJson(ctx, rules)}`))
}

/** Starts the time for which the commission of a received order stays frozen. */
export async function freeze({ db, now }: Ctx, orderId: number, days: number): Promise<void> {
  const at = now().toISOString()
  await db.execute(sql`
    update user_brokerage_record set status = 2, frozen_time = ${days}, updated_at = ${at}::timestamptz,
      thaw_time = ${at}::timestamptz + make_interval(days => ${days})
    where order_id = ${orderId} and link_type = 'order' and status = 1`)
}

/** What moved, and for whom. */
export type Thawed = { uid: number; priceFen: number; balanceFen: number; level: CommissionLevel }

/**
 * The frozen commission of a locked order whose time has come is its promoters', who are locked; that of an account which has ended
 * becomes void.
 */
export async function thaw({ db, now }: Ctx, orderId: number): Promise<Thawed[]> {
  const { rows } = await db.execute<Thawed>(sql`
    with due as materialized (
      select record.id, record.uid, price_fen, brokerage_level, ${hasEnded(sql`owner`)} as ended
      from user_brokerage_record as record join shop_user as owner on owner.id = record.uid
      where order_id = ${orderId} and link_type = 'order' and record.status = 2 and thaw_time <= ${now().toISOString()}::timestamptz
    ), moved as (
      update shop_user set brokerage_price_fen = brokerage_price_fen + price_fen from due where shop_user.id = due.uid and not ended
      returning shop_user.id, brokerage_price_fen
    ), stepped as (
      update user_brokerage_record as record set status = case when ended then 4 else 3 end,
        balance_fen = coalesce(brokerage_price_fen, record.balance_fen), updated_at = ${now().toISOString()}::timestamptz,
        mark = case when ended then '推广员账号已注销' else record.mark end
      from due left join moved on moved.id = due.uid where record.id = due.id
    )
    select due.uid::int, price_fen::float8 as "priceFen", moved.brokerage_price_fen::float8 as "balanceFen",
      brokerage_level::int as level
    from due join moved on moved.id = due.uid`)
  return rows
}

/** Whether a customer's account has ended. */
const hasEnded = (of: SQL) => sql`(not ${of}.status and ${of}.close_reason = ${ENDED_BY_BUYER})`

/**
 * Takes back what a locked order earned and its lines do not earn any more: a record that is not done is lowered, or void at 0; of a done
 * one the promoter, who is locked, loses it, below 0 if need be.
 */
export async function clawBack({ db, now }: Ctx, orderId: number, refundNo: string): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`
  await db.execute(sql`
    with judged as materialized (
      select record.*, record.price_fen - ${takenBack(sql`record`)} - ${keptCommission(sql`record.lines`)} as lost
      from user_brokerage_record as record
      where order_id = ${orderId} and link_type = 'order' and record.status in (1, 2, 3)
    ), lowered as (
      update user_brokerage_record as record set price_fen = record.price_fen - lost, updated_at = ${at},
        status = case when record.price_fen = lost then 4 else record.status end
      from judged where record.id = judged.id and judged.status < 3 and lost > 0
    ), moved as (
      update shop_user set brokerage_price_fen = brokerage_price_fen - lost from judged
      where shop_user.id = judged.uid and judged.status = 3 and lost > 0
      returning shop_user.id, brokerage_price_fen
    )
    insert into user_brokerage_record (uid, order_id, link_id, title, biz_key, created_at, updated_at, link_type, type, price_fen,
      origin_price_fen, balance_fen, status, brokerage_level)
    select uid, order_id, ${refundNo}, '订单退款扣回佣金', 'refund:' || ${refundNo} || ':l' || brokerage_level, ${at}, ${at}, 'refund', 2,
      lost, lost, moved.brokerage_price_fen, 3, brokerage_level
    from judged join moved on moved.id = uid where judged.status = 3 and lost > 0`)
}

/** A record that waits for its time to come. */
export type Thawing = { id: number; orderId: number; thawTime: Date }

/** Makes a record of a locked order void for good. Null where there is none; its status before. */
export async function voidRecord(
  { db, now, caller }: Ctx,
  { orderId, level, mark }: { orderId: number; level: CommissionLevel; mark: string },
) {
  const { rows } = await db.execute<{ status: CommissionStatus; uid: number; priceFen: number }>(sql`
    with known as materialized (
      select id, status, uid, price_fen from user_brokerage_record
      where order_id = ${orderId} and link_type = 'order' and brokerage_level = ${level} for update
    ), ended as (
      update user_brokerage_record as record set status = 4, mark = ${mark}, operator_id = ${caller?.userId ?? 0}::bigint,
        updated_at = ${now().toISOString()}::timestamptz
      from known where record.id = known.id and known.status in (1, 2)
    )
    select status::int, uid::int, price_fen::float8 as "priceFen" from known`)
  return rows[0]
}

/** A movement of commission that no order makes. */
export type CommissionMove = {
  uid: number
  type: 1 | 2
  priceFen: number
  linkType: 'withdraw' | 'yue' | 'system'
  linkId: string
  title: string
  mark?: string
  bizKey?: string
  /** Asked for while a withdrawal waits; done otherwise. */
  status?: 3 | 5
}

/**
 * Moves the commission of a locked customer and records it: both or neither, once for a key, and never below zero.
 * @returns whether its event was booked before, and whether it is now
 */
export async function move({ db, now, caller }: Ctx, given: CommissionMove): Promise<'booked' | 'repeated' | 'short'> {
  const { uid, type, priceFen, linkType, linkId, title, mark = '', bizKey = null, status = 3 } = given
  const at = sql`${now().toISOString()}::timestamptz`
  const change = type === 1 ? priceFen : -priceFen
  const { rows } = await db.execute<{ known: boolean; moved: boolean }>(sql`
    with known as (select from user_brokerage_record where biz_key = ${bizKey}),
    moved as (
      update shop_user set brokerage_price_fen = brokerage_price_fen + ${change}::bigint
      where id = ${uid} and (${type} = 1 or brokerage_price_fen >= ${priceFen}::bigint) and not exists (select from known)
      returning brokerage_price_fen
    ), booked as (
      insert into user_brokerage_record (uid, link_id, link_type, type, title, price_fen, origin_price_fen, balance_fen, mark, status,
        operator_id, biz_key, created_at, updated_at)
      select ${uid}, ${linkId}, ${linkType}, ${type}, ${title}, ${priceFen}, ${priceFen}, brokerage_price_fen, ${mark}, ${status},
        ${caller?.userId ?? 0}::bigint, ${bizKey}, ${at}, ${at} from moved
    )
    select exists (select from known) as known, exists (select from moved) as moved`)
  const [row] = rows
  if (row?.known) return 'repeated'
  return row?.moved ? 'booked' : 'short'
}

/** Makes a record that was asked for a done one. */
export async function settleAsked({ db, now }: Ctx, bizKey: string): Promise<void> {
  await db.execute(sql`update user_brokerage_record set status = 3, updated_at = ${now().toISOString()}::timestamptz
    where biz_key = ${bizKey} and status = 5`)
}

/** Frozen commission whose time has come, the longest first, that a job still tries; what comes after one. */
export async function listThawing(
  ctx: Ctx,
  job: string,
  after: Thawing | undefined,
  limit: number,
): Promise<Thawing[]> {
  const { id, orderId, status, thawTime } = userBrokerageRecords
  const behind =
    after && sql`(${thawTime}, ${id}) > (${after.thawTime.toISOString()}::timestamptz, ${after.id}::bigint)`
  const rows = await ctx.db
    .select({ id, orderId, thawTime })
    .from(userBrokerageRecords)
    .where(and(eq(status, commissionStatuses.frozen), lte(thawTime, ctx.now()), isTried(ctx, job, id), behind))
    .orderBy(asc(thawTime), asc(id))
    .limit(limit)
  return rows as Thawing[]
}

/** Locks those whose commission of an order is done or thaws, and others with them, in the order of their ids. */
export async function lockEarners(
  { db }: Ctx,
  orderId: number,
  uids: readonly number[],
  isThawing: boolean,
): Promise<void> {
  const statuses = isThawing ? sql`(2, 3)` : sql`(3)`
  const known = sql`${sql.param([...uids])}::bigint[]`
  // An array, as `or` with queries would have every customer read.
  await db.execute(sql`
    select id from shop_user where id = any(array(
      select unnest(${known}) union all select uid from ${heirsOf(known)} as heir union all
      select uid from user_brokerage_record where order_id = ${orderId} and link_type = 'order' and status in ${statuses}))
    order by id for no key update`)
}
