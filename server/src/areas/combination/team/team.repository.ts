import type { TeamQuery } from '@zhanggui/contract/combination/team.ts'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead, among, is, within } from '../../../platform/data/filters.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { inOwnStores } from '../../user/scope/told-order.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { teams } from './team.tables.ts'

export type TeamRow = typeof teams.$inferSelect
type Filter = FilterOf<TeamQuery> & { ids?: readonly number[] | undefined }

function select(db: Db, where: SQL | undefined) {
  return db
    .select({
      ...getTableColumns(teams),
      title: activities.title,
      image: activities.image,
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
    })
    .from(teams)
    .innerJoin(activities, eq(activities.id, teams.activityId))
    .innerJoin(shopUsers, eq(shopUsers.id, teams.uid))
    .where(where)
    .orderBy(desc(teams.createdAt), desc(teams.id))
    .$dynamic()
}
export type ListedTeam = Awaited<ReturnType<typeof select>>[number]

/** The teams of a filter whose leaders are within the caller's scope. */
async function matching(ctx: Ctx, filter: Filter): Promise<SQL | undefined> {
  const { status, dateLimit, keywords, combinationId, uid, ids, ...left } = filter
  const { db } = ctx
  const scope = withinScope(ctx)
  return and(
    allRead(left),
    among(teams.id, ids),
    is(teams.status, status),
    is(teams.activityId, combinationId),
    uid === undefined ? undefined : await ofBuyer(ctx, uid),
    within(teams.createdAt, dateLimit, ctx),
    keywords ? await named(ctx, keywords) : undefined,
    scope && inArray(teams.uid, db.select({ id: shopUsers.id }).from(shopUsers).where(scope)),
  )
}

/** Teams that a buyer leads, or is or was in as far as the caller is shown these members. */
async function ofBuyer(ctx: Ctx, uid: number): Promise<SQL> {
  const ofStores = sql`exists (select from store_order where store_order.id = order_id and ${inOwnStores(ctx)})`
  const isShown = ctx.actor.scope.storeIds ? sql`(is_leader or ${ofStores})` : sql`true`
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select distinct team_id as id from team_member where uid = ${uid} and ${isShown}`,
  )
  return inArray(
    teams.id,
    rows.map(({ id }) => id),
  )
}

/** Buyers and activities of a name are looked up first, as long as they are no more than these. */
const MAX_NAMED = 1000

/** Teams whose leader or product is called so. */
async function named({ db }: Ctx, keywords: string): Promise<SQL | undefined> {
  const buyers = db.select({ id: shopUsers.id }).from(shopUsers).where(contains(shopUsers.nickname, keywords))
  const goods = db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.type, 3), contains(activities.title, keywords)))
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  const [uids, activityIds] = [idsOf(await buyers.limit(MAX_NAMED + 1)), idsOf(await goods.limit(MAX_NAMED + 1))]
  return or(
    inArray(teams.uid, uids.length > MAX_NAMED ? buyers : uids),
    inArray(teams.activityId, activityIds.length > MAX_NAMED ? goods : activityIds),
  )
}

/** A page of teams, the newest first. */
export async function list(ctx: Ctx, filter: Filter, { limit, offset }: Page) {
  const where = await matching(ctx, filter)
  const rows = await select(ctx.db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, teams, where)) }
}

/** The exact number of teams of a filter. */
export const count = async (ctx: Ctx, filter: Filter): Promise<number> =>
  ctx.db.$count(teams, await matching(ctx, filter))

/** The next teams for an export, the newest first. */
export async function next(ctx: Ctx, filter: Filter, { after, limit }: Batch): Promise<ListedTeam[]> {
  const before = sql`(${teams.createdAt}, ${teams.id}) < ((select created_at from team where id = ${after ?? 0}), ${after ?? 0})`
  return select(ctx.db, and(await matching(ctx, filter), after === undefined ? undefined : before)).limit(limit)
}

/** A team whose leader is within the caller's scope. */
export async function find(ctx: Ctx, id: number): Promise<ListedTeam | undefined> {
  const [row] = await select(ctx.db, await matching(ctx, { ids: [id] })).limit(1)
  return row
}

/** What the teams come to whose leaders are within the caller's scope. */
export async function sum(ctx: Ctx): Promise<Record<'people' | 'done' | 'running' | 'failed', number>> {
  const scope = withinScope(ctx)
  const seen = scope ? sql`exists (select from shop_user where shop_user.id = team.uid and ${scope})` : sql`true`
  const { rows } = await ctx.db.execute<Record<'people' | 'done' | 'running' | 'failed', number>>(sql`
    select count(*) filter (where status = 2)::int as done, count(*) filter (where status = 1)::int as running,
      count(*) filter (where status = 3)::int as failed,
      (select count(*)::int from (select distinct team_member.uid from team_member join team on team.id = team_id where ${seen}) as buyer) as people
    from team where ${seen}`)
  const [row] = rows
  if (!row) throw new Error('teams were not summed')
  return row
}

/** What the teams of an activity came to whose leaders are within the caller's scope, and how long the completed ones took. */
export async function sumOf(ctx: Ctx, activityId: number) {
  const scope = withinScope(ctx)
  const seen = scope ? sql`exists (select from shop_user where shop_user.id = team.uid and ${scope})` : sql`true`
  type Sums = Record<'done' | 'running' | 'failed', number> & { averageMinutes: number | null }
  const { rows } = await ctx.db.execute<Sums>(sql`
    select count(*) filter (where status = 2)::int as done, count(*) filter (where status = 1)::int as running,
      count(*) filter (where status = 3)::int as failed,
      round(extract(epoch from avg(end_time - created_at) filter (where status = 2)) / 60)::int as "averageMinutes"
    from team where activity_id = ${activityId} and ${seen}`)
  const [row] = rows
  if (!row) throw new Error('teams were not summed')
  return row
}

/** A buyer in a team with the order. */
export type MemberRow = {
  id: number
  uid: number
  nickname: string
  avatar: string
  isLeader: boolean
  orderId: number
  orderNo: string
  num: number
  payPriceFen: number
  tab: number
  refundStatus: number
  status: 1 | 2 | 3
  createdAt: string
}

/** The buyers of a team in the order in which they joined, including those who left, with their orders in the caller's stores. */
export async function listMembers(ctx: Ctx, teamId: number): Promise<MemberRow[]> {
  const { rows } = await ctx.db.execute<MemberRow>(sql`
    select member.id, member.uid, nickname, avatar, is_leader as "isLeader", member.order_id as "orderId", order_no as "orderNo", num,
      pay_price_fen as "payPriceFen", tab, refund_status as "refundStatus", member.status, member.created_at as "createdAt"
    from team_member as member join store_order on store_order.id = member.order_id join shop_user on shop_user.id = member.uid
    where team_id = ${teamId} and ${inOwnStores(ctx)} order by member.id`)
  return rows
}

/** Locks a team until the transaction ends, before the orders of its members. */
export async function lock({ db }: Ctx, id: number): Promise<TeamRow | undefined> {
  const [row] = await db.select().from(teams).where(eq(teams.id, id)).for('update')
  return row
}

/** Locks a team whose time is over; undefined while others hold it, or when it has ended or has time after all. */
export async function lockDue({ db, now }: Ctx, id: number): Promise<TeamRow | undefined> {
  const [row] = await db
    .select()
    .from(teams)
    .where(and(eq(teams.id, id), eq(teams.status, 1), sql`${teams.stopAt} <= ${now()}`))
    .for('update', { skipLocked: true })
  return row
}

/** The running teams whose time is over and that a job still tries, after one. */
export function listDue(
  ctx: Ctx,
  job: string,
  after: { id: number; stopAt: Date } | undefined,
  limit: number,
): Promise<{ id: number; stopAt: Date }[]> {
  const { id, stopAt } = teams
  const behind = after && sql`(${stopAt}, ${id}) > (${after.stopAt}::timestamptz, ${after.id}::bigint)`
  return ctx.db
    .select({ id, stopAt })
    .from(teams)
    .where(and(sql`status = 1`, sql`${stopAt} <= ${ctx.now()}`, isTried(ctx, job, id), behind))
    .orderBy(stopAt, id)
    .limit(limit)
}

/** The next members of a team after one, with their orders; who left is none. */
export async function listToTell({ db }: Ctx, teamId: number, after: number, limit: number) {
  type Told = { id: number; uid: number; orderId: number; orderNo: string; title: string; people: number }
  const { rows } = await db.execute<Told>(sql`
    select member.id, member.uid, member.order_id as "orderId", order_no as "orderNo", title, people
    from team_member as member join team on team.id = team_id join store_order on store_order.id = member.order_id
      join activity on activity.id = team.activity_id
    where team_id = ${teamId} and member.status = team.status and not has_left and member.id > ${after} order by member.id limit ${limit}`)
  return rows
}
