import type { RechargeRefundType } from '@zhanggui/domain/finance/recharge.ts'
import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import { jsonReader } from '../../../platform/data/json-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { rechargeRefunds, userRecharges } from './recharge.tables.ts'

export type RechargeRow = typeof userRecharges.$inferSelect
type NewRecharge = NewRow<
  typeof userRecharges,
  'createdAt' | 'updatedAt' | 'paid' | 'payTime' | 'closeTime' | 'refundPriceFen' | 'refundGiveFen'
>

const table = userRecharges

export async function insert({ db, now }: Ctx, recharge: NewRecharge): Promise<RechargeRow> {
  const at = now()
  const [saved] = await db
    .insert(table)
    .values({ ...recharge, createdAt: at, updatedAt: at })
    .returning()
  if (!saved) throw new Error('the recharge was not stored')
  return saved
}

/** Selects a recharge, locked. */
export const locking = (id: SQL) => sql`select * from user_recharge where id = ${id} for update`
/** The row that {@link locking} found, as `to_json` says it. */
export const readRecharge = jsonReader(table)

export async function lock({ db }: Ctx, id: number): Promise<RechargeRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function findOwn({ db }: Ctx, uid: number, rechargeNo: string): Promise<RechargeRow | undefined> {
  const [row] = await db.select().from(table).where(isOwn(uid, rechargeNo))
  return row
}

export async function lockOwn({ db }: Ctx, uid: number, rechargeNo: string): Promise<RechargeRow | undefined> {
  const [row] = await db.select().from(table).where(isOwn(uid, rechargeNo)).for('update')
  return row
}

const isOwn = (uid: number, rechargeNo: string) => and(eq(table.rechargeNo, rechargeNo), eq(table.uid, uid))

type Wish = Pick<RechargeRow, 'uid' | 'packageId' | 'priceFen' | 'giveFen' | 'channel'>

/** An open recharge of the same sums and channel that was made since a moment. */
export async function findSame({ db }: Ctx, wish: Wish, since: Date): Promise<RechargeRow | undefined> {
  const { uid, packageId, priceFen, giveFen, channel } = table
  const [row] = await db
    .select()
    .from(table)
    .where(
      and(
        eq(uid, wish.uid),
        wish.packageId === null ? isNull(packageId) : eq(packageId, wish.packageId),
        eq(priceFen, wish.priceFen),
        eq(giveFen, wish.giveFen),
        eq(channel, wish.channel),
        gt(table.createdAt, since),
        sql`not paid and close_time is null`,
      ),
    )
    .orderBy(sql`id desc`)
    .limit(1)
  return row
}

/** How many recharges of a customer wait for their money. */
export const countOpen = ({ db }: Ctx, uid: number): Promise<number> =>
  db.$count(table, and(eq(table.uid, uid), sql`not paid and close_time is null`))

type Change = Partial<
  Pick<RechargeRow, 'paid' | 'payTime' | 'rechargeType' | 'closeTime' | 'refundPriceFen' | 'refundGiveFen'>
>

/** Changes a locked recharge. */
export async function change({ db, now }: Ctx, id: number, set: Change): Promise<void> {
  await db
    .update(table)
    .set({ ...set, updatedAt: now() })
    .where(eq(table.id, id))
}

export type DueRecharge = Pick<RechargeRow, 'id' | 'payDeadline'>

/** Recharges whose time to pay is over, after the one given; without those that `job` leaves alone. */
export function listOverdue(
  ctx: Ctx,
  job: string,
  after: DueRecharge | undefined,
  limit: number,
): Promise<DueRecharge[]> {
  const { id, payDeadline } = table
  const behind =
    after && sql`(${payDeadline}, ${id}) > (${after.payDeadline.toISOString()}::timestamptz, ${after.id}::bigint)`
  return ctx.db
    .select({ id, payDeadline })
    .from(table)
    .where(and(sql`not paid and close_time is null`, lte(payDeadline, ctx.now()), isTried(ctx, job, id), behind))
    .orderBy(asc(payDeadline), asc(id))
    .limit(limit)
}

// Refunds

export type RechargeRefundRow = typeof rechargeRefunds.$inferSelect

export async function insertRefund(
  { db, now }: Ctx,
  refund: { rechargeId: number; refundId: number; type: RechargeRefundType; giveFen: number },
): Promise<void> {
  await db.insert(rechargeRefunds).values({ ...refund, createdAt: now() })
}

/** What a refund has as one of a recharge; undefined for money that came too late. */
export async function findRefund({ db }: Ctx, refundId: number): Promise<RechargeRefundRow | undefined> {
  const [row] = await db.select().from(rechargeRefunds).where(eq(rechargeRefunds.refundId, refundId))
  return row
}

/** Changes a refund whose recharge is locked. */
export async function changeRefund(
  { db }: Ctx,
  id: number,
  set: Pick<RechargeRefundRow, 'giveFen'> & Partial<Pick<RechargeRefundRow, 'round'>>,
): Promise<void> {
  await db.update(rechargeRefunds).set(set).where(eq(rechargeRefunds.id, id))
}

/** Whether a refund of a locked recharge is on its way. */
export async function isRefunding({ db }: Ctx, rechargeId: number): Promise<boolean> {
  const { rows } = await db.execute<{ open: boolean }>(sql`
    select exists (select from recharge_refund join refund on refund.id = refund_id
      where recharge_id = ${rechargeId} and state = 0) as open`)
  return rows[0]?.open ?? false
}

/** Which recharge a refund is of, also one of money that came too late. */
export async function findOfRefund({ db }: Ctx, refundNo: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select biz_id as id from refund join payment on payment.id = (parts -> 0 ->> 'paymentId')::bigint
    where refund_no = ${refundNo} and biz_type = 'recharge'`)
  return rows[0] && Number(rows[0].id)
}

/** Whether money of a customer's recharges is on its way back, or of one that came too late has not gone back. */
export async function hasOpenRefunds({ db }: Ctx, uid: number): Promise<boolean> {
  const { rows } = await db.execute<{ open: boolean }>(sql`
    select exists (
      select from recharge_refund join user_recharge on user_recharge.id = recharge_id join refund on refund.id = refund_id
      where user_recharge.uid = ${uid} and state = 0
    ) or exists (
      select from refund join payment on payment.id = (parts -> 0 ->> 'paymentId')::bigint
      where refund.surplus and refund.state in (0, 2) and refund.order_id is null and biz_type = 'recharge' and payment.uid = ${uid}
    ) as open`)
  return rows[0]?.open ?? false
}
