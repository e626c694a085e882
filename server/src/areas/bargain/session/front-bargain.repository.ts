import type { SessionStatus } from '@zhanggui/domain/promotion/bargain-session.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'

const isOnSale = sql`product.is_show and not product.is_recycle and not product.is_del`
/** Who finds a product in lists: members see those for members too. */
const isFound = (finds: 'all' | 'members') => (finds === 'members' ? sql`visibility in (0, 2)` : sql`visibility = 0`)

type Slice = { limit: number; offset: number }

export type CardRow = {
  id: number
  productId: number
  cid: number
  image: string
  title: string
  unitName: string
  stopAt: string
  peopleNum: number
  countPeopleAll: number
  priceFen: number
  minPriceFen: number
  otPriceFen: number
  productFen: number
  quota: number
  quotaShow: number
}

/** A page of the bargains that run, the highest sort first. */
export async function listCards(
  { db, now }: Ctx,
  { finds, isHotFirst }: { finds: 'all' | 'members'; isHotFirst: boolean },
  { limit, offset }: Slice,
): Promise<{ rows: CardRow[]; total: number }> {
  const at = sql`${now().toISOString()}::timestamptz`
  const from = sql`from activity join bargain on bargain.activity_id = activity.id join product on product.id = product_id
    where activity.type = 2 and activity.status and not activity.is_del and start_at <= ${at} and stop_at > ${at}
      and ${isOnSale} and ${isFound(finds)}`
  const order = isHotFirst ? sql`is_hot desc, sort desc, id desc` : sql`sort desc, id desc`
  const { rows } = await db.execute<CardRow>(sql`
    with page as materialized (
      select activity.id, product_id, coalesce(cate_ids[1], 0) as cid, activity.image, title, activity.unit_name, activity.sort, stop_at,
        people_num, bargain.is_hot
      ${from} order by ${order} limit ${limit} offset ${offset}
    )
    select page.id, product_id as "productId", cid, image, title, unit_name as "unitName", stop_at as "stopAt", people_num as "peopleNum",
      (select count(*)::int from bargain_session where activity_id = page.id) as "countPeopleAll", taking.*
    from page cross join lateral (
      select coalesce(min(taking.price_fen), 0) as "priceFen", coalesce(min(taking.min_price_fen), 0) as "minPriceFen",
        coalesce(min(sku.ot_price_fen), 0) as "otPriceFen", coalesce(min(sku.price_fen), 0) as "productFen",
        coalesce(sum(case when sku.is_show and not sku.is_del then least(quota, sku.stock) end), 0)::int as quota,
        coalesce(sum(quota_show), 0)::int as "quotaShow"
      from activity_sku as taking join product_sku as sku on sku.id = product_sku_id
      where activity_id = page.id and not taking.is_del
    ) as taking
    order by ${order}`)
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
  return { rows, total: counted[0]?.total ?? 0 }
}

export type WonRow = { nickname: string; avatar: string; title: string; minPriceFen: number }

/** How many sessions were won, and the newest of them. */
export async function readWon({ db }: Ctx, limit: number): Promise<{ total: number; rows: WonRow[] }> {
  const { rows } = await db.execute<WonRow>(sql`
    select nickname, avatar, title, min_price_fen as "minPriceFen"
    from bargain_session as session join shop_user on shop_user.id = session.uid join activity on activity.id = session.activity_id
    where success_time is not null order by success_time desc limit ${limit}`)
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from bargain_session where success_time is not null`,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** How many sessions of an activity were started. */
export async function countStarted({ db }: Ctx, activityId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from bargain_session where activity_id = ${activityId}`,
  )
  return rows[0]?.count ?? 0
}

/** A session with what its page says of it. */
export type ShownRow = {
  id: number
  activityId: number
  activitySkuId: number
  uid: number
  nickname: string
  avatar: string
  title: string
  image: string
  priceFen: number
  minPriceFen: number
  cutFen: number
  peopleNum: number
  cutCount: number
  status: SessionStatus
  isCancelled: boolean
  stopAt: string
  orderDeadline: string | null
  helpNum: number
  quota: number
  /** Its newest order that nobody has deleted; null when there is none. */
  order: { orderNo: string; paid: boolean; isClosed: boolean } | null
  hasHelped: boolean
  helped: number
}

/** Sessions as the caller sees them. @param uid 0 for a visitor who is not signed in */
const shown = (uid: number, where: SQL, tail: SQL) => {
  const accounts = accountsOf(sql`${uid}::bigint`)
  return sql`
    select session.id, session.activity_id as "activityId", activity_sku_id as "activitySkuId", session.uid, nickname, avatar, title,
      activity.image, session.price_fen as "priceFen", session.min_price_fen as "minPriceFen", cut_fen as "cutFen", people_num as "peopleNum",
      cut_count as "cutCount", session.status, is_cancelled as "isCancelled", session.stop_at as "stopAt", order_deadline as "orderDeadline",
      help_num as "helpNum", quota,
      case when session.status = 3 or success_time is not null then (
        select json_build_object('orderNo', order_no, 'paid', paid, 'isClosed', close_type > 0) from store_order
        where store_order.uid = session.uid and store_order.activity_id = session.activity_id and store_order.activity_id > 0
          and bargain_user_id = session.id order by store_order.id desc limit 1) end as "order",
      exists (select from bargain_help where session_id = session.id and bargain_help.uid = any(${accounts})) as "hasHelped",
      (select coalesce(sum(helped), 0)::int from bargain_helper
        where bargain_helper.activity_id = session.activity_id and bargain_helper.uid = any(${accounts})) as helped
    from bargain_session as session join activity on activity.id = session.activity_id
    join activity_sku as taking on taking.id = activity_sku_id join shop_user on shop_user.id = session.uid
    where ${where} ${tail}`
}

/** A session of an activity. */
export async function findShown(
  { db }: Ctx,
  id: number,
  activityId: number,
  uid: number,
): Promise<ShownRow | undefined> {
  const { rows } = await db.execute<ShownRow>(
    shown(uid, sql`session.id = ${id} and session.activity_id = ${activityId}`, sql``),
  )
  return rows[0]
}

/** The session of a buyer in an activity that matters most: one that is being cut, else the newest that was not given up. */
export async function findOwn({ db }: Ctx, activityId: number, uid: number): Promise<ShownRow | undefined> {
  const { rows } = await db.execute<ShownRow>(
    shown(
      uid,
      sql`session.activity_id = ${activityId} and session.uid = ${uid} and not is_cancelled`,
      sql`order by session.status = 1 desc, session.created_at desc, session.id desc limit 1`,
    ),
  )
  return rows[0]
}

/** A page of a buyer's sessions, the newest first. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Slice) {
  const { rows } = await db.execute<ShownRow>(
    shown(
      uid,
      sql`session.uid = ${uid}`,
      sql`order by session.created_at desc, session.id desc limit ${limit} offset ${offset}`,
    ),
  )
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from bargain_session where uid = ${uid}`,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Whether a session is there, and how many cuts it has. */
export async function findCutCount({ db }: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select cut_count as count from bargain_session where id = ${id}`,
  )
  return rows[0]?.count
}

/** What of activities decides whether somebody may start a session. */
export type StartRow = {
  activityId: number
  status: boolean
  startAt: string
  stopAt: string
  onSale: boolean
  quota: number
  num: number
  started: number
}

export async function listStartFacts({ db }: Ctx, activityIds: readonly number[], uid: number): Promise<StartRow[]> {
  if (!activityIds.length) return []
  const { rows } = await db.execute<StartRow>(sql`
    select activity.id as "activityId", activity.status and not activity.is_del as status, start_at as "startAt", stop_at as "stopAt",
      ${isOnSale} and sku.is_show and not sku.is_del as "onSale", quota, bargain.num,
      (select count(*)::int from bargain_session where activity_id = activity.id and uid = any(${accountsOf(sql`${uid}::bigint`)})) as started
    from activity join bargain on bargain.activity_id = activity.id
    join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    join product_sku as sku on sku.id = product_sku_id join product on product.id = activity.product_id
    where activity.id = any(${sql.param([...activityIds])}::bigint[])`)
  return rows
}
