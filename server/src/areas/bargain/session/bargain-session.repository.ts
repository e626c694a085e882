import type { BargainSessionQuery } from '@zhanggui/contract/bargain/bargain-session.ts'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead, among, is, within } from '../../../platform/data/filters.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { inOwnStores, isToldOrders } from '../../user/scope/told-order.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { bargainSessions } from './bargain-session.tables.ts'

type Filter = FilterOf<BargainSessionQuery> & { ids?: readonly number[] | undefined }

/** Of the order of a session; '' of none, and of one that the caller may not see. */
const orderNoFor = (ctx: Ctx) =>
  isToldOrders(ctx)
    ? sql<string>`coalesce((select order_no from store_order where store_order.id = ${bargainSessions.orderId} and ${inOwnStores(ctx)}), '')`
    : sql<string>`''`

function select(ctx: Ctx, where: SQL | undefined) {
  return ctx.db
    .select({
      ...getTableColumns(bargainSessions),
      title: activities.title,
      image: activities.image,
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      orderNo: orderNoFor(ctx),
    })
    .from(bargainSessions)
    .innerJoin(activities, eq(activities.id, bargainSessions.activityId))
    .innerJoin(shopUsers, eq(shopUsers.id, bargainSessions.uid))
    .where(where)
    .orderBy(desc(bargainSessions.createdAt), desc(bargainSessions.id))
    .$dynamic()
}
export type ListedSession = Awaited<ReturnType<typeof select>>[number]

/** So few customers and bargains are looked for one by one; of more, some of the newest sessions have them. */
const FEW = 500

/** Sessions whose buyer's nickname or whose title contains the text. */
async function named(db: Db, keywords: string): Promise<SQL | undefined> {
  const { uid, activityId } = bargainSessions
  const owners = () =>
    db.select({ id: shopUsers.id }).from(shopUsers).where(contains(shopUsers.nickname, keywords)).$dynamic()
  const ofTitle = and(eq(activities.type, 2), contains(activities.title, keywords))
  const titled = () => db.select({ id: activities.id }).from(activities).where(ofTitle).$dynamic()
  const [people, goods] = [await owners().limit(FEW + 1), await titled().limit(FEW + 1)]
  return or(
    people.length > FEW ? inArray(uid, owners()) : among(uid, idsOf(people)),
    goods.length > FEW ? inArray(activityId, titled()) : among(activityId, idsOf(goods)),
  )
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The sessions of a filter whose owners are within the caller's scope. */
async function matching(ctx: Ctx, filter: Filter): Promise<SQL | undefined> {
  const { status, dateLimit, keywords, bargainId, uid, ids, ...left } = filter
  const scope = withinScope(ctx)
  return and(
    allRead(left),
    among(bargainSessions.id, ids),
    is(bargainSessions.status, status),
    is(bargainSessions.activityId, bargainId),
    is(bargainSessions.uid, uid),
    within(bargainSessions.createdAt, dateLimit, ctx),
    keywords ? await named(ctx.db, keywords) : undefined,
    scope && inArray(bargainSessions.uid, ctx.db.select({ id: shopUsers.id }).from(shopUsers).where(scope)),
  )
}

/** A page of sessions, the newest first. */
export async function list(ctx: Ctx, filter: Filter, { limit, offset }: Page) {
  const where = await matching(ctx, filter)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, bargainSessions, where)) }
}

/** The exact number of sessions of a filter. */
export const count = async (ctx: Ctx, filter: Filter): Promise<number> =>
  ctx.db.$count(bargainSessions, await matching(ctx, filter))

/** The next sessions for an export, the newest first. */
export async function next(ctx: Ctx, filter: Filter, { after, limit }: Batch): Promise<ListedSession[]> {
  const { createdAt, id } = bargainSessions
  const before = sql`(${createdAt}, ${id}) < ((select created_at from bargain_session where id = ${after ?? 0}), ${after ?? 0})`
  return select(ctx, and(await matching(ctx, filter), after === undefined ? undefined : before)).limit(limit)
}

/** A session whose owner is within the caller's scope. */
export async function find(ctx: Ctx, id: number): Promise<ListedSession | undefined> {
  const [row] = await select(ctx, await matching(ctx, { ids: [id] })).limit(1)
  return row
}

/** A cut with whose it is. */
export type HelpRow = {
  seq: number
  uid: number
  nickname: string
  avatar: string
  cutFen: number
  /** Became a customer after the session was started. */
  isNew: boolean
  createdAt: string
}

/** The cuts of a session, the newest first. @param seen only those of these customers; undefined for all */
export async function listHelps(
  { db }: Ctx,
  sessionId: number,
  { limit, offset, seen }: { limit: number; offset: number; seen?: SQL | undefined },
) {
  const { rows } = await db.execute<HelpRow>(sql`
    select seq, help.uid, nickname, avatar, help.cut_fen as "cutFen", help.created_at as "createdAt",
      shop_user.created_at >= session.created_at as "isNew"
    from bargain_help as help join shop_user on shop_user.id = help.uid join bargain_session as session on session.id = session_id
    where session_id = ${sessionId} and ${seen ?? sql`true`} order by seq desc limit ${limit} offset ${offset}`)
  return rows
}
