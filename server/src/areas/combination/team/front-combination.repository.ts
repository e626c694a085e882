import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

const isOnSale = sql`product.is_show and not product.is_recycle and not product.is_del`
/** Who finds a product in lists: members see those for members too. */
const isFound = (finds: 'all' | 'members') => (finds === 'members' ? sql`visibility in (0, 2)` : sql`visibility = 0`)

/** Team products that run. */
const running = ({ now }: Ctx) => {
  const at = sql`${now().toISOString()}::timestamptz`
  return sql`activity.type = 3 and activity.status and not activity.is_del and start_at <= ${at} and stop_at > ${at}`
}

export type CardRow = {
  id: number
  productId: number
  cid: number
  image: string
  title: string
  unitName: string
  stopAt: string
  people: number
  doneCount: number
  priceFen: number
  otPriceFen: number
  productFen: number
  quota: number
  quotaShow: number
}

type Wish = { finds: 'all' | 'members'; except?: number | undefined; isHotFirst?: boolean }

/** A page of the team products that run, the highest sort first. */
export async function listCards(
  ctx: Ctx,
  { finds, except = 0, isHotFirst = false }: Wish,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CardRow[]; total: number }> {
  const from = sql`from activity join combination on activity_id = activity.id join product on product.id = product_id
    where ${running(ctx)} and activity.id <> ${except} and ${isOnSale} and ${isFound(finds)}`
  const order = isHotFirst ? sql`is_hot desc, sort desc, id desc` : sql`sort desc, id desc`
  const { rows } = await ctx.db.execute<CardRow>(sql`
    with page as materialized (
      select activity.id, product_id, coalesce(cate_ids[1], 0) as cid, activity.image, title, activity.unit_name, activity.sort, stop_at, people,
        combination.is_hot and ${isHotFirst}::boolean as is_hot
      ${from} order by ${order} limit ${limit} offset ${offset}
    )
    select page.id, product_id as "productId", cid, image, title, unit_name as "unitName", stop_at as "stopAt", people,
      (select count(*)::int from team where activity_id = page.id and team.status = 2) as "doneCount", taking.*
    from page cross join lateral (
      select coalesce(min(least(taking.price_fen, sku.price_fen)), 0)::int as "priceFen",
        coalesce((array_agg(sku.ot_price_fen order by taking.price_fen, taking.id))[1], 0)::int as "otPriceFen",
        coalesce((array_agg(sku.price_fen order by taking.price_fen, taking.id))[1], 0)::int as "productFen",
        coalesce(sum(least(quota, sku.stock)), 0)::int as quota,
        coalesce(sum(quota_show), 0)::int as "quotaShow"
      from activity_sku as taking join product_sku as sku on sku.id = product_sku_id where activity_id = page.id
        and not taking.is_del and not sku.is_del and sku.is_show
    ) as taking
    order by ${order}`)
  const { rows: counted } = await ctx.db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The newest buyers in teams, and how many there are in all. */
export async function readPeople({ db }: Ctx, limit: number): Promise<{ avatars: string[]; people: number }> {
  const { rows } = await db.execute<{ avatars: string[]; people: number }>(sql`
    select (select coalesce(json_agg(avatar), '[]') from (
        select avatar from (select distinct on (uid) uid, id from team_member where id > (select coalesce(max(id), 0) - 200 from team_member)
          order by uid, id desc) as newest
        join shop_user on shop_user.id = uid where avatar <> '' order by newest.id desc limit ${limit}) as shown) as avatars,
      (select count(*)::int from (select distinct uid from team_member) as buyer) as people`)
  return rows[0] ?? { avatars: [], people: 0 }
}

export type OpenTeamRow = { id: number; nickname: string; avatar: string; people: number; left: number; stopAt: string }
export type DoneTeamRow = { nickname: string; avatar: string; people: number; endTime: string }

/** Teams of an activity that can be joined, the one that ends first before the others; completed ones, the newest first; how many of these. */
export async function readTeams({ db, now }: Ctx, activityId: number, limit: number) {
  const at = sql`${now().toISOString()}::timestamptz`
  const { rows: open } = await db.execute<OpenTeamRow>(sql`
    select team.id, nickname, avatar, people, people - member_count as left, stop_at as "stopAt"
    from team join shop_user on shop_user.id = uid
    where activity_id = ${activityId} and team.status = 1 and stop_at > ${at} and member_count < people
    order by stop_at, team.id limit ${limit}`)
  const { rows: done } = await db.execute<DoneTeamRow>(sql`
    select nickname, avatar, people, end_time as "endTime" from team join shop_user on shop_user.id = uid
    where activity_id = ${activityId} and team.status = 2 order by end_time desc, team.id desc limit ${limit}`)
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from team where activity_id = ${activityId} and status = 2`,
  )
  return { open, done, doneCount: counted[0]?.count ?? 0 }
}

export type ShownTeam = {
  id: number
  activityId: number
  people: number
  memberCount: number
  virtualCount: number
  status: 1 | 2 | 3
  endReason: '' | 'full' | 'virtual' | 'staff' | 'due' | 'left'
  stopAt: string
  createdAt: string
  isMember: boolean
  joined: { orderNo: string; refundStatus: number } | null
  members: { nickname: string; avatar: string; isLeader: boolean }[]
}

/** A team as its page shows it, whatever became of it; those who left are not shown, of a failed one its last members are. @param uid 0 for nobody */
export async function findTeam({ db }: Ctx, id: number, uid: number): Promise<ShownTeam | undefined> {
  const { rows } = await db.execute<ShownTeam>(sql`
    select team.id, activity_id as "activityId", people, member_count as "memberCount", virtual_count as "virtualCount", team.status,
      end_reason as "endReason", stop_at as "stopAt", team.created_at as "createdAt",
      exists (select from team_member where team_id = team.id and team_member.uid = ${uid}::bigint and team_member.status in (1, 2)) as "isMember",
      (select json_build_object('orderNo', order_no, 'refundStatus', refund_status) from team_member as own
        join store_order on store_order.id = own.order_id where team_id = team.id and own.uid = ${uid}::bigint
        order by own.has_left, own.id desc limit 1) as joined,
      (select coalesce(json_agg(json_build_object('nickname', nickname, 'avatar', avatar, 'isLeader', is_leader) order by is_leader desc, member.id), '[]')
        from team_member as member join shop_user on shop_user.id = member.uid
        where team_id = team.id and member.status = team.status and not has_left) as members
    from team where team.id = ${id}`)
  return rows[0]
}
