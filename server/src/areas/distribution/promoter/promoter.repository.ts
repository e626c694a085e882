import type { PeopleQuery, PromoterQuery, SpreadOrderQuery } from '@zhanggui/contract/distribution/promoter.ts'
import type { CommissionLevel, CommissionNote, CommissionStatus } from '@zhanggui/domain/distribution/commission.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, MAX_COUNTED, type Page, readSort } from '../../../platform/http/paging.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { takenBack } from '../commission/commission.parts.ts'
import { askedFen, frozenFen, gainedFen, keptFen, orderNum, ordersFen, paidOutFen, sumsOf } from './promoter.parts.ts'

/** So many promoters at most are compared by what they brought, which no index knows. */
const MAX_COMPARED = 2000
/** So many children of a customer are shown at once. */
const MAX_CHILDREN = 200

const summed = (name: string) => sql`${sql.identifier(name)}`
const sortedBySums = {
  spreadOrderNum: summed('orderNum'),
  spreadOrderTotalPrice: summed('ordersFen'),
  totalBrokeragePrice: summed('gainedFen'),
  freezeBrokeragePrice: summed('frozenFen'),
  extractCountPrice: summed('paidOutFen'),
}
const sorts = {
  id: shopUsers.id,
  promoterTime: shopUsers.promoterTime,
  spreadCount: shopUsers.spreadCount,
  brokeragePrice: shopUsers.brokeragePriceFen,
}

export type FoundPromoter = {
  id: number
  nickname: string
  avatar: string
  realName: string
  phone: string | null
  isPromoter: boolean
  status: boolean
  spreadCount: number
  brokeragePriceFen: number
  promoterTime: string | null
  spreadUid: number
  spreadNickname: string | null
  orderNum: number
  ordersFen: number
  gainedFen: number
  frozenFen: number
  paidOutFen: number
  paidOutNum: number
}

/** Promoters. @param isForAll every customer is one; those who brought somebody are listed, too */
const promoting = (isForAll: boolean): SQL =>
  isForAll ? sql`(shop_user.is_promoter or shop_user.spread_count > 0)` : sql`shop_user.is_promoter`

/**
 * A page of the promoters, the newest first unless sorted otherwise.
 * @throws {BadInput} for a sort by what they brought among more than 2,000
 */
export async function list(ctx: Ctx, { sort, ...filter }: PromoterQuery, isForAll: boolean, { limit, offset }: Page) {
  const where = matching(ctx, filter, isForAll)
  const counted = await countBounded(ctx.db, shopUsers, where)
  const bySum = (sort ?? []).some((text) => Object.hasOwn(sortedBySums, text.split(',')[0]?.trim() ?? ''))
  if (bySum && counted.total > MAX_COMPARED)
    throw new BadInput(`符合条件的分销员超过 ${MAX_COMPARED} 位，请先缩小时间或关键字再排序`, 'sort')
  const order = sql.join(orderOf(sort), sql`, `)
  const { rows } = await ctx.db.execute<FoundPromoter>(sql`
    with page as materialized (
      select shop_user.id, row_number() over (order by ${order}) as place
      from shop_user ${bySum ? sql`cross join lateral ${sumsOf(sql`shop_user.id`)} as sums` : sql``}
      where ${where} order by ${order} limit ${limit} offset ${offset}
    )
    select shop_user.id::int, nickname, avatar, real_name as "realName", phone, is_promoter as "isPromoter", status,
      spread_count as "spreadCount", brokerage_price_fen::float8 as "brokeragePriceFen", promoter_time as "promoterTime",
      spread_uid::int as "spreadUid", (select up.nickname from shop_user as up where up.id = shop_user.spread_uid) as "spreadNickname", sums.*
    from page join shop_user on shop_user.id = page.id cross join lateral ${sumsOf(sql`shop_user.id`)} as sums
    order by place`)
  return { rows, ...counted }
}

const newest = [sql`promoter_time desc nulls last`, sql`shop_user.id desc`]
/** The exact reverse, which the same index reads. */
const oldest = [sql`promoter_time asc nulls first`, sql`shop_user.id asc`]

function orderOf(sort: PromoterQuery['sort']): SQL[] {
  const asked = (sort ?? []).join(',')
  if (asked === 'promoterTime,desc') return newest
  return asked === 'promoterTime,asc' ? oldest : readSort(sort, { ...sorts, ...sortedBySums }, newest)
}

function matching(ctx: Ctx, filter: FilterOf<PromoterQuery>, isForAll: boolean): SQL {
  const { keywords, dateLimit, uid, spreadUid, owes, ...left } = filter
  return sql`${and(
    allRead(left),
    uid === undefined ? promoting(isForAll) : undefined,
    seesAll(ctx),
    isNamed(shopUsers.id, keywords),
    within(shopUsers.promoterTime, dateLimit, ctx),
    is(shopUsers.id, uid),
    is(shopUsers.spreadUid, spreadUid),
    owes === undefined
      ? undefined
      : owes
        ? sql`shop_user.brokerage_price_fen < 0`
        : sql`shop_user.brokerage_price_fen >= 0`,
  )}`
}

/** Accounts that see their stores alone see nothing of what promoters do. */
const seesAll = ({ actor }: Ctx): SQL | undefined => (actor.scope.storeIds ? sql`false` : undefined)

function isNamed(column: typeof shopUsers.id, keywords: string | undefined): SQL | undefined {
  const ids = idsNamed(keywords)
  return ids && sql`${column} in ${ids}`
}

/** Customers on the first or second level below one, as a condition on `shop_user`. */
function below(uid: number, type: number): SQL {
  const direct = sql`select mid.id from shop_user as mid where mid.spread_uid = ${uid} and mid.spread_uid <> 0`
  const ups =
    type === 1 ? sql`select ${uid}::bigint` : type === 2 ? direct : sql`select ${uid}::bigint union all ${direct}`
  return sql`(shop_user.spread_uid <> 0 and shop_user.spread_uid = any(array(${ups})))`
}

export type FoundPerson = {
  id: number
  nickname: string
  avatar: string
  phone: string | null
  isPromoter: boolean
  level: CommissionLevel
  spreadTime: string | null
  spreadUid: number
  spreadNickname: string
  spreadCount: number
  payCount: number
  consumeMoneyFen: number
  brokerageFen: number
}

/** A page of those below a promoter, the newest bond first. */
export async function listPeople(ctx: Ctx, { uid, type = 0, keywords, dateLimit, ...left }: PeopleQuery, page: Page) {
  const where = and(
    allRead(left),
    below(uid, type),
    seesAll(ctx),
    isNamed(shopUsers.id, keywords),
    within(shopUsers.spreadTime, dateLimit, ctx),
  )
  const { rows } = await ctx.db.execute<FoundPerson>(sql`
    with page as materialized (
      select id from shop_user where ${where} order by spread_time desc nulls last, id desc limit ${page.limit} offset ${page.offset}
    )
    select shop_user.id::int, shop_user.nickname, shop_user.avatar, shop_user.phone, shop_user.is_promoter as "isPromoter",
      case when shop_user.spread_uid = ${uid} then 1 else 2 end as level, shop_user.spread_time as "spreadTime",
      up.id::int as "spreadUid", up.nickname as "spreadNickname", shop_user.spread_count as "spreadCount",
      shop_user.pay_count as "payCount", shop_user.consume_money_fen::float8 as "consumeMoneyFen",
      (select coalesce(sum(${keptFen}), 0)::float8 from store_order as o
        join user_brokerage_record as record on record.order_id = o.id
        where o.uid = shop_user.id and record.uid = ${uid} and record.order_id > 0) as "brokerageFen"
    from page join shop_user on shop_user.id = page.id join shop_user as up on up.id = shop_user.spread_uid
    order by shop_user.spread_time desc nulls last, shop_user.id desc`)
  return { rows, ...(await countBounded(ctx.db, shopUsers, where)) }
}

export type FoundSpreadOrder = {
  id: number
  orderNo: string
  uid: number
  nickname: string
  payPriceFen: number
  refundPriceFen: number
  payTime: string
  level: CommissionLevel
  priceFen: number | null
  takenFen: number
  status: CommissionStatus | null
  thawTime: string | null
  note: CommissionNote
  earned: CommissionLevel[]
}

/**
 * A page of the orders that earned something for a promoter, and of those that people below paid since their bond and that earned the
 * promoter nothing; the newest payment first.
 */
export async function listOrders(ctx: Ctx, given: SpreadOrderQuery, { limit, offset }: Page) {
  const { uid, type = 0, keywords, dateLimit, ...left } = given
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const time = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const ids = idsNamed(keywords)
  const where = sql`${and(
    allRead(left),
    seesAll(ctx) ?? sql`o.pay_time is not null`,
    from && sql`o.pay_time >= ${time(from)}`,
    to && sql`o.pay_time <= ${time(to)}`,
    ids && sql`(o.order_no = ${keywords?.trim()} or o.uid in ${ids})`,
  )}`
  const found = sql`
    select o.id, record.brokerage_level as level, record.id as record_id, pay_time
    from user_brokerage_record as record join store_order as o on o.id = record.order_id
    where record.uid = ${uid} and link_type = 'order' ${type ? sql`and brokerage_level = ${type}` : sql``} and ${where}
    union all
    select o.id, case when shop_user.spread_uid = ${uid} then 1 else 2 end, null, pay_time
    from shop_user join store_order as o on o.uid = shop_user.id
    where ${below(uid, type)} and o.paid and o.source <> 'reship' and commission_note <> '' and pay_time >= spread_time and ${where}
      and not exists (select from user_brokerage_record as record
        where record.order_id = o.id and record.order_id > 0 and record.uid = ${uid} and link_type = 'order')`
  const { rows } = await ctx.db.execute<FoundSpreadOrder>(sql`
    with found as materialized (select * from (${found}) as found order by pay_time desc, id desc limit ${limit} offset ${offset})
    select o.id::int, order_no as "orderNo", o.uid::int, nickname, pay_price_fen::float8 as "payPriceFen",
      refund_price_fen::float8 as "refundPriceFen", o.pay_time as "payTime", found.level::int, record.price_fen::float8 as "priceFen",
      coalesce(${takenBack(sql`record`)}, 0)::float8 as "takenFen", record.status::int, record.thaw_time as "thawTime",
      commission_note as note, array(select brokerage_level::int from user_brokerage_record as other
        where other.order_id = o.id and other.order_id > 0 and other.link_type = 'order') as earned
    from found join store_order as o on o.id = found.id join shop_user on shop_user.id = o.uid
      left join user_brokerage_record as record on record.id = record_id
    order by found.pay_time desc, found.id desc`)
  const { rows: counted } = await ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${found} limit ${MAX_COUNTED + 1}) as counted`,
  )
  const total = counted[0]?.total ?? 0
  return { rows, ...(total > MAX_COUNTED ? { total: MAX_COUNTED, totalIsLowerBound: true as const } : { total }) }
}

/** A customer whom staff ask about, and whether the account has ended. */
export async function find({ db }: Ctx, uid: number) {
  const { id, nickname, status, closeReason, brokeragePriceFen } = shopUsers
  const [row] = await db
    .select({ id, nickname, status, closeReason, brokeragePriceFen })
    .from(shopUsers)
    .where(eq(id, uid))
  return row
}

/** Whether there is an order of a number. */
export async function hasOrder({ db }: Ctx, orderNo: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from store_order where order_no = ${orderNo}`)
  return rows.length > 0
}

/** What a member of staff gave and took by hand since a moment, in fen. */
export async function sumAdjusted({ db }: Ctx, operatorId: number, since: Date): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('commission ' || ${operatorId}::bigint, 0))`)
  const { rows } = await db.execute<{ fen: number }>(sql`
    select coalesce(sum(price_fen), 0)::float8 as fen from user_brokerage_record
    where link_type = 'system' and created_at >= ${since.toISOString()}::timestamptz and operator_id = ${operatorId}`)
  return rows[0]?.fen ?? 0
}

/** Those directly below a customer, who brought most first. */
export async function listChildren({ db }: Ctx, uid: number) {
  const where = and(eq(shopUsers.spreadUid, uid), sql`spread_uid <> 0`)
  const { id, nickname, avatar, phone, isPromoter, spreadCount } = shopUsers
  const rows = await db
    .select({ id, nickname, avatar, phone, isPromoter, spreadCount })
    .from(shopUsers)
    .where(where)
    .orderBy(sql`${spreadCount} desc`, sql`${id} desc`)
    .limit(MAX_CHILDREN)
  return { rows, total: rows.length < MAX_CHILDREN ? rows.length : await db.$count(shopUsers, where) }
}

export type Sums = {
  promoterNum: number
  newPromoterNum: number
  spreadUserNum: number
  orderNum: number
  ordersFen: number
  gainedFen: number
  frozenFen: number
  paidOutFen: number
  askedFen: number
}

/** People and commission of all promoters; of a range the records that were made in it. */
export async function sum(
  { db, now }: Ctx,
  dateLimit: string[] | undefined,
  isForAll: boolean,
): Promise<Sums | undefined> {
  const { from, to } = parseTimeRange(dateLimit, now())
  const since = (column: SQL) =>
    sql`${and(
      sql`true`,
      from && sql`${column} >= ${from.toISOString()}::timestamptz`,
      to && sql`${column} <= ${to.toISOString()}::timestamptz`,
    )}`
  const { rows } = await db.execute<Sums>(sql`
    select (select count(*) from shop_user where ${promoting(isForAll)})::int as "promoterNum",
      (select count(*) from shop_user where ${promoting(isForAll)} and ${since(sql`promoter_time`)})::int as "newPromoterNum",
      (select count(*) from shop_user where spread_uid <> 0 and ${since(sql`spread_time`)})::int as "spreadUserNum",
      ${ordersFen(since(sql`record.created_at`))} as "ordersFen", sums.*
    from (select ${orderNum} as "orderNum", ${gainedFen} as "gainedFen", ${frozenFen} as "frozenFen", ${paidOutFen} as "paidOutFen",
      ${askedFen} as "askedFen" from user_brokerage_record where ${since(sql`created_at`)}) as sums`)
  return rows[0]
}
