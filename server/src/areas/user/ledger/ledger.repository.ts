import type { BillType, ExperienceLinkType, PointsStatus } from '@zhanggui/domain/user/ledger.ts'
import { MAX_BALANCE_FEN, MAX_POINTS, pointsStatuses, staffBillTypes } from '@zhanggui/domain/user/ledger.ts'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { accountsOf } from '../buyer-session/former-account.parts.ts'
import { ENDED_BY_BUYER, shopUsers } from '../shop-user/shop-user.tables.ts'
import {
  bookingPoints,
  type Note,
  operatorOf,
  type PointsMove,
  pointsBooked,
  pointsJson,
  pointsKnown,
} from './ledger.parts.ts'
import { userIntegralRecords } from './ledger.tables.ts'

/** The outcome of a movement; `repeated` when its event was booked before. */
export type Outcome = 'booked' | 'repeated' | 'short'

export type Bill = Note & {
  type: BillType
  numberFen: number
  payType?: string
  /** What was taken comes back, whatever the balance is by now. */
  mayExceed?: boolean
}

/**
 * Moves the balance of a customer locked by this transaction and records it: both or neither, once for a key, and never
 * below zero.
 * @param sign 1 in, -1 out
 */
export async function moveBalance(ctx: Ctx, bill: Bill, sign: 1 | -1): Promise<Outcome> {
  const { uid, type, numberFen, title, linkId = '', mark = '', bizKey = null, payType = '' } = bill
  const most = bill.mayExceed ? Number.MAX_SAFE_INTEGER : MAX_BALANCE_FEN
  const { rows } = await ctx.db.execute<{ known: boolean; moved: boolean }>(sql`
    with known as (select from user_bill where biz_key = ${bizKey}),
    moved as (
      update shop_user set now_money_fen = now_money_fen + ${sign * numberFen}::bigint
      where id = ${uid} and now_money_fen + ${sign * numberFen}::bigint between 0 and ${most}::bigint
        and not exists (select from known)
      returning now_money_fen
    ), booked as (
      insert into user_bill (uid, link_id, title, mark, biz_key, operator_id, created_at, pm, type, number_fen, balance_fen, pay_type)
      select ${uid}, ${linkId}, ${title}, ${mark}, ${bizKey}, ${operatorOf(ctx)}::bigint, ${ctx.now()}::timestamptz,
        ${sign === 1 ? 1 : 0}, ${type}, ${numberFen}, now_money_fen, ${payType} from moved
    )
    select exists (select from known) as known, exists (select from moved) as moved`)
  return outcomeOf(rows[0])
}

/** Records a movement that leaves the balance as it is. */
export async function addBill(ctx: Ctx, bill: Bill, sign: 1 | -1): Promise<void> {
  const { uid, type, numberFen, title, linkId = '', mark = '', bizKey = null, payType = '' } = bill
  await ctx.db.execute(sql`
    insert into user_bill (uid, link_id, title, mark, biz_key, operator_id, created_at, pm, type, number_fen, balance_fen,
      affect_balance, pay_type)
    select id, ${linkId}, ${title}, ${mark}, ${bizKey}, ${operatorOf(ctx)}::bigint, ${ctx.now()}::timestamptz,
      ${sign === 1 ? 1 : 0}, ${type}, ${numberFen}, now_money_fen, false, ${payType}
    from shop_user where id = ${uid}
    on conflict (biz_key) do nothing`)
}

export type Points = PointsMove

const insertPoints = preparedSql<{ known: boolean; moved: boolean }>(
  'points_add',
  () =>
    sql`with ${bookingPoints(sql`${sql.placeholder('points')}`)} select ${pointsKnown} as known, ${pointsBooked} as moved`,
)

/** Adds a points record of a customer locked by this transaction; one that is done moves the balance. */
export async function addPoints(ctx: Ctx, points: Points): Promise<Outcome> {
  const [row] = await insertPoints(ctx.db, { points: pointsJson(ctx, points) })
  return outcomeOf(row)
}

/** A record of points that are taken, for the many of one event. */
export type TakenPoints = Pick<Points, 'uid' | 'integral' | 'linkType' | 'title'> & { bizKey: string }

/**
 * Takes points from locked customers, with at most one record for each, in one statement. A record whose key is known, or whose
 * customer has fewer, is left out.
 * @returns how many were added
 */
export async function takeManyPoints(ctx: Ctx, points: readonly TakenPoints[]): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as given(uid bigint, integral int, "linkType" text,
        title text, "bizKey" text)
      where not exists (select from user_integral_record where biz_key = "bizKey")
    ), moved as (
      update shop_user set integral = shop_user.integral - given.integral from given
      where id = uid and shop_user.integral >= given.integral
      returning id, shop_user.integral
    )
    insert into user_integral_record (uid, title, biz_key, operator_id, created_at, updated_at, link_type, type, integral, balance,
      status)
    select uid, title, "bizKey", ${operatorOf(ctx)}::bigint, ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz, "linkType",
      2, given.integral, moved.integral, ${sql.raw(String(pointsStatuses.done))}
    from given join moved on moved.id = uid`)
  return rowCount ?? 0
}

/** What a customer brings along, with what its records say. */
export type Opening = {
  uid: number
  moneyFen: number
  points: number
  experience: number
  /** Of each record, followed by what it moves. */
  key: string
}

/**
 * Adds what locked customers bring along, whose balances have room for it, in one statement. A key that is known is an error.
 * @returns how many customers there were
 */
export async function openMany(
  ctx: Ctx,
  openings: readonly Opening[],
  { linkId, mark }: { linkId: string; mark: string },
): Promise<number> {
  const note = sql`uid, ${linkId}, ${mark}, ${operatorOf(ctx)}::bigint, ${ctx.now()}::timestamptz`
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb)
        as given(uid bigint, "moneyFen" bigint, points int, experience int, key text)
    ), moved as (
      update shop_user set now_money_fen = now_money_fen + "moneyFen", integral = integral + points,
        experience = shop_user.experience + given.experience
      from given where id = uid
      returning given.*, now_money_fen, integral, shop_user.experience as grown
    ), billed as (
      insert into user_bill (uid, link_id, mark, operator_id, created_at, title, biz_key, pm, type, number_fen, balance_fen)
      select ${note}, '期初余额', key || ':money', 1, 'system_add', "moneyFen", now_money_fen from moved where "moneyFen" > 0
    ), given_points as (
      insert into user_integral_record (uid, link_id, mark, operator_id, created_at, updated_at, title, biz_key, link_type, type,
        integral, balance, status)
      select ${note}, ${ctx.now()}::timestamptz, '期初积分', key || ':points', 'system', 1, points, integral,
        ${sql.raw(String(pointsStatuses.done))}
      from moved where points > 0
    ), given_experience as (
      insert into user_experience_record (uid, link_id, mark, operator_id, created_at, title, biz_key, link_type, type, experience,
        balance)
      select ${note}, '期初成长值', key || ':experience', 'system', 1, experience, grown from moved where experience > 0
    )
    select count(*)::int as n from moved`)
  return rows[0]?.n ?? 0
}

/** Those of the customers who owe points, also from accounts that they ended. */
export async function findOwing({ db }: Ctx, uids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ uid: number }>(sql`
    select uid::int from unnest(${sql.param([...uids])}::bigint[]) as customer(uid) where exists (
      select from user_integral_record as record
      where record.uid = any(${accountsOf(sql`customer.uid`)}) and record.type = 2 and record.status = 2)`)
  return rows.map(({ uid }) => uid)
}

/** Notes how many days in a row a locked customer has signed in. */
export async function setSignNum({ db }: Ctx, uid: number, signNum: number): Promise<void> {
  await db.update(shopUsers).set({ signNum }).where(eq(shopUsers.id, uid))
}

export type PointsRecord = typeof userIntegralRecords.$inferSelect

/** The points record of an event. */
export async function findPoints({ db }: Ctx, bizKey: string): Promise<PointsRecord | undefined> {
  const [row] = await db.select().from(userIntegralRecords).where(eq(userIntegralRecords.bizKey, bizKey))
  return row
}

export type OwedPoints = PointsRecord & { bizKey: string }

/** Records of points that are owed: of a customer, and of accounts that they ended. */
const isOwedBy = (uid: number) =>
  sql`${userIntegralRecords.uid} = any(${accountsOf(sql`${uid}::bigint`)}) and type = 2 and status = 2`

/** What a customer owes, also from accounts that they ended, the oldest first. Locked, as two accounts may have ended the same. */
export async function lockOwed({ db }: Ctx, uid: number): Promise<OwedPoints[]> {
  const { id } = userIntegralRecords
  const rows = await db.select().from(userIntegralRecords).where(isOwedBy(uid)).orderBy(asc(id)).for('no key update')
  return rows as OwedPoints[]
}

/** How many points a customer owes, also from accounts that they ended. */
export async function sumOwed({ db }: Ctx, uid: number): Promise<number> {
  const { integral } = userIntegralRecords
  const [row] = await db
    .select({ owed: sql<number>`coalesce(sum(${integral}), 0)::float8` })
    .from(userIntegralRecords)
    .where(isOwedBy(uid))
  return row?.owed ?? 0
}

/** The accounts that a person has had since they ended this one, and that have points. */
export async function listHeirs({ db }: Ctx, formerUid: number): Promise<number[]> {
  const { rows } = await db.execute<{ uid: number }>(sql`
    select uid from former_account join shop_user on id = uid
    where former_uid = ${formerUid} and integral > 0 order by uid`)
  return rows.map(({ uid }) => uid)
}

/** Frozen points whose time has come, the longest first, that a job still tries; those that come after one. */
export async function listThawing(
  ctx: Ctx,
  job: string,
  after: { id: number; thawTime: Date } | undefined,
  limit: number,
) {
  const { id, type, status, thawTime, bizKey } = userIntegralRecords
  const behind =
    after && sql`(${thawTime}, ${id}) > (${after.thawTime.toISOString()}::timestamptz, ${after.id}::bigint)`
  const due = and(eq(type, 1), eq(status, pointsStatuses.frozen), lte(thawTime, ctx.now()), isNotNull(bizKey))
  const rows = await ctx.db
    .select()
    .from(userIntegralRecords)
    .where(and(due, isTried(ctx, job, id), behind))
    .orderBy(asc(thawTime), asc(id))
    .limit(limit)
  return rows as (PointsRecord & { bizKey: string; type: 1; thawTime: Date })[]
}

type PointsStep = { status: PointsStatus; integral: number; thawTime: Date | null; mark: string }

/**
 * Takes a record that is not done to its next status, moving the balance when it is done then; otherwise its owner need not be
 * locked. Returns false when short.
 */
export async function stepPoints(ctx: Ctx, record: PointsRecord, step: PointsStep): Promise<boolean> {
  const { status, integral, thawTime, mark } = step
  const moves = status === pointsStatuses.done ? (record.type === 1 ? integral : -integral) : 0
  const { rowCount } = await ctx.db.execute(sql`
    with moved as (
      update shop_user set integral = integral + ${moves}::integer
      where id = ${record.uid} and ${moves} <> 0 and integral::bigint + ${moves} between 0 and ${MAX_POINTS} returning integral
    ), stood as (
      select integral from shop_user where id = ${record.uid} and ${moves} = 0
    )
    update user_integral_record as record set status = ${status}, integral = ${integral}, balance = owner.integral,
      thaw_time = ${thawTime}::timestamptz, mark = ${mark}, updated_at = ${ctx.now()}::timestamptz
    from (table moved union all table stood) as owner where record.id = ${record.id}
      and (record.status in (1, 2) or record.status = 4 and record.integral = 0)`)
  return (rowCount ?? 0) > 0
}

export type Experience = Note & {
  /** 1 in, 2 out. */
  type: 1 | 2
  experience: number
  linkType: ExperienceLinkType
}

/** Moves a locked customer's experience and records it; no more is taken than there is. */
export async function moveExperience(ctx: Ctx, note: Experience): Promise<Outcome> {
  const { uid, type, experience, linkType, title, linkId = '', mark = '', bizKey = null } = note
  const after =
    type === 1
      ? sql`least(experience::bigint + ${experience}, ${MAX_POINTS})`
      : sql`greatest(experience - ${experience}, 0)`
  const { rows } = await ctx.db.execute<{ known: boolean; moved: boolean }>(sql`
    with known as (select from user_experience_record where biz_key = ${bizKey}),
    had as (select id, experience from shop_user where id = ${uid} and not exists (select from known)),
    moved as (
      update shop_user set experience = (${after})::integer
      where id in (select id from had) and experience <> ${after} returning id, experience
    ), booked as (
      insert into user_experience_record (uid, link_id, title, mark, biz_key, operator_id, created_at, link_type, type, experience, balance)
      select ${uid}, ${linkId}, ${title}, ${mark}, ${bizKey}, ${operatorOf(ctx)}::bigint, ${ctx.now()}::timestamptz, ${linkType},
        ${type}, abs(moved.experience - had.experience), moved.experience from moved join had using (id)
    )
    select exists (select from known) as known, exists (select from moved) as moved`)
  return outcomeOf(rows[0])
}

/**
 * Money and points that a member of staff has added to customers, then taken from them, since a moment. Whoever else asks for the
 * same person waits until the transaction ends.
 */
export async function sumMovedByStaff({ db }: Ctx, operatorId: number, since: Date) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('funds ' || ${operatorId}::bigint, 0))`)
  const types = sql`${sql.param([...staffBillTypes])}::varchar[]`
  const bills = (pm: 0 | 1) => sql`(select coalesce(sum(number_fen), 0)::float8 from user_bill
    where type = any(${types}) and pm = ${pm} and created_at >= ${since.toISOString()}::timestamptz and operator_id = ${operatorId})`
  const points = (type: 1 | 2) => sql`(select coalesce(sum(integral), 0)::float8 from user_integral_record
    where link_type = 'system' and type = ${type} and created_at >= ${since.toISOString()}::timestamptz and operator_id = ${operatorId})`
  const { rows } = await db.execute<{ money: number[]; points: number[] }>(sql`
    select array[${bills(1)}, ${bills(0)}] as money, array[${points(1)}, ${points(2)}] as points`)
  return rows[0] ?? { money: [], points: [] }
}

/** Counts money that a locked customer spent on goods added to an order. */
export async function countBought({ db }: Ctx, uid: number, fen: number): Promise<void> {
  const { consumeMoneyFen } = shopUsers
  await db
    .update(shopUsers)
    .set({ consumeMoneyFen: sql`${consumeMoneyFen} + ${fen}::bigint` })
    .where(eq(shopUsers.id, uid))
}

/** Counts money that went back to a locked customer. */
export async function countRefund({ db }: Ctx, uid: number, fen: number): Promise<void> {
  const { refundMoneyFen } = shopUsers
  await db
    .update(shopUsers)
    .set({ refundMoneyFen: sql`${refundMoneyFen} + ${fen}::bigint` })
    .where(eq(shopUsers.id, uid))
}

/** What a customer has, and whether the account is open or has ended. */
export async function findPurse({ db }: Ctx, uid: number) {
  const { integral, nowMoneyFen, status, closeReason } = shopUsers
  const [row] = await db
    .select({ integral, nowMoneyFen, status, closeReason })
    .from(shopUsers)
    .where(eq(shopUsers.id, uid))
  if (!row) return undefined
  return {
    integral: row.integral,
    nowMoneyFen: row.nowMoneyFen,
    isEnabled: row.status,
    hasEnded: !row.status && row.closeReason === ENDED_BY_BUYER,
  }
}

export { operatorOf }

function outcomeOf(row: { known: boolean; moved: boolean } | undefined): Outcome {
  if (row?.known) return 'repeated'
  return row?.moved ? 'booked' : 'short'
}
