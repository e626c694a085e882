import type { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { CommissionLevel, CommissionStatus } from '@zhanggui/domain/distribution/commission.ts'
import { and, desc, eq, like, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { userBrokerageRecords as records } from '../commission/commission.tables.ts'
import { frozenFen, gainedFen, orderNum, paidOutFen } from '../promoter/promoter.parts.ts'

type PeopleQuery = FilterOf<RouteInput<typeof frontPromoter.people>['query']>

/** What a customer has not got yet of their commission, in fen. */
export async function countWaiting({ db }: Ctx, uid: number): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`
    select ${frozenFen} as fen from user_brokerage_record where uid = ${uid}`)
  return rows[0]?.fen ?? 0
}

type Summary = {
  isPromoter: boolean
  brokeragePriceFen: number
  gainedFen: number
  frozenFen: number
  paidOutFen: number
  orderNum: number
  yesterdayFen: number
}

/** What a customer earned; of yesterday what came then. */
export async function sumOwn(
  { db }: Ctx,
  uid: number,
  { from, to }: { from: Date; to: Date },
): Promise<Summary | undefined> {
  const span = sql`updated_at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz`
  const { rows } = await db.execute<Summary>(sql`
    select is_promoter as "isPromoter", brokerage_price_fen::float8 as "brokeragePriceFen", sums.*
    from shop_user cross join lateral (
      select ${gainedFen} as "gainedFen", ${frozenFen} as "frozenFen", ${paidOutFen} as "paidOutFen", ${orderNum} as "orderNum",
        coalesce((select ${gainedFen} from user_brokerage_record where uid = ${uid} and ${span}), 0)::float8 as "yesterdayFen"
      from user_brokerage_record where uid = ${uid}
    ) as sums
    where shop_user.id = ${uid}`)
  return rows[0]
}

/** How many stand one and two levels below a customer. */
export async function countBelow({ db }: Ctx, uid: number): Promise<{ first: number; second: number }> {
  const { rows } = await db.execute<{ first: number; second: number }>(sql`
    select count(*)::int as first, coalesce(sum(spread_count), 0)::int as second
    from shop_user where spread_uid = ${uid} and spread_uid <> 0`)
  return rows[0] ?? { first: 0, second: 0 }
}

export type Earned = { nickname: string; avatar: string; priceFen: number; at: string }

/** The newest commission that came to anybody. */
export async function listNewest({ db }: Ctx, limit: number): Promise<Earned[]> {
  const { rows } = await db.execute<Earned>(sql`
    select nickname, avatar, price_fen::float8 as "priceFen", record.updated_at as at
    from user_brokerage_record as record join shop_user on shop_user.id = record.uid
    where link_type = 'order' and record.status = 3 and shop_user.status order by record.updated_at desc limit ${limit}`)
  return rows
}

/** A page of a customer's own records, the newest first. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(records.uid, uid)
  const rows = await db.select().from(records).where(where).orderBy(desc(records.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, records, where)) }
}

const peopleSorts = {
  childCount: sql`spread_count`,
  numberCount: sql`consume_money_fen`,
  orderCount: sql`pay_count`,
}

/** A page of the people whom a customer brought, the newest bond first unless sorted; found by nickname alone. */
export async function listPeople({ db }: Ctx, uid: number, query: PeopleQuery, { limit, offset }: Page) {
  const { grade = 1, keyword, sortKey, isAsc = false, ...left } = query
  const direct = sql`select id from shop_user where spread_uid = ${uid} and spread_uid <> 0`
  const above = grade === 1 ? sql`spread_uid = ${uid}` : sql`spread_uid in (${direct})`
  const where = and(
    allRead(left),
    sql`spread_uid <> 0 and ${above}`,
    keyword ? like(shopUsers.nickname, `%${keyword.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
  )
  const by = sortKey ? peopleSorts[sortKey] : sql`spread_time`
  const order = isAsc ? sql`${by} asc nulls first` : sql`${by} desc nulls last`
  const { nickname, avatar, spreadTime, spreadCount, consumeMoneyFen, payCount } = shopUsers
  const rows = await db
    .select({ nickname, avatar, spreadTime, spreadCount, consumeMoneyFen, payCount })
    .from(shopUsers)
    .where(where)
    .orderBy(order, sql`id desc`)
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, shopUsers, where)) }
}

export type OwnOrder = {
  orderNo: string
  payTime: string
  payPriceFen: number
  level: CommissionLevel
  keptFen: number
  status: CommissionStatus
  thawTime: string | null
}

/** A page of the orders that earned a customer something, the newest first. */
export async function listOrders({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const { rows } = await db.execute<OwnOrder>(sql`
    select order_no as "orderNo", coalesce(pay_time, record.created_at) as "payTime", pay_price_fen::float8 as "payPriceFen",
      brokerage_level::int as level, record.status::int, thaw_time as "thawTime", case when record.status = 4 then 0
        else price_fen - (select coalesce(sum(back.price_fen), 0) from user_brokerage_record as back
          where back.order_id = record.order_id and back.order_id > 0 and back.link_type = 'refund' and back.uid = record.uid) end::float8 as "keptFen"
    from user_brokerage_record as record join store_order on store_order.id = record.order_id
    where record.uid = ${uid} and link_type = 'order' order by record.id desc limit ${limit} offset ${offset}`)
  return { rows, ...(await countBounded(db, records, and(eq(records.uid, uid), eq(records.linkType, 'order')))) }
}

export type Ranked = { uid: number; nickname: string; avatar: string; value: number }

/** Who brought most people since a moment. */
export const rankPeople = (ctx: Ctx, since: Date, limit: number) =>
  rank(
    ctx,
    sql`select spread_uid as uid, count(*)::float8 as value from shop_user
    where spread_uid <> 0 and spread_time >= ${since.toISOString()}::timestamptz group by spread_uid`,
    limit,
  )

/** To whom most commission came since a moment, in fen. */
export const rankCommission = (ctx: Ctx, since: Date, limit: number) =>
  rank(
    ctx,
    sql`select uid, sum(price_fen)::float8 as value from user_brokerage_record
    where link_type = 'order' and status = 3 and updated_at >= ${since.toISOString()}::timestamptz group by uid`,
    limit,
  )

async function rank({ db }: Ctx, values: SQL, limit: number): Promise<Ranked[]> {
  const { rows } = await db.execute<Ranked>(sql`
    select uid::int, nickname, avatar, value from (${values}) as ranked join shop_user on shop_user.id = uid
    where shop_user.status order by value desc, uid limit ${limit}`)
  return rows
}

/** How many people a customer brought since a moment. */
export async function countBrought({ db }: Ctx, uid: number, since: Date): Promise<number> {
  return db.$count(
    shopUsers,
    sql`spread_uid = ${uid} and spread_uid <> 0 and spread_time >= ${since.toISOString()}::timestamptz`,
  )
}

/** What commission came to a customer since a moment, in fen. */
export async function sumCome({ db }: Ctx, uid: number, since: Date): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`
    select coalesce(sum(price_fen), 0)::float8 as fen from user_brokerage_record
    where uid = ${uid} and link_type = 'order' and status = 3 and updated_at >= ${since.toISOString()}::timestamptz`)
  return rows[0]?.fen ?? 0
}
