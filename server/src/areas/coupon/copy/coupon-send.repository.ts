import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponCopies, couponSends } from './coupon-copy.tables.ts'

export type Send = typeof couponSends.$inferSelect
type SendInsert = Omit<typeof couponSends.$inferInsert, 'createdAt' | 'updatedAt'>

export async function insert({ db, actor, now }: Ctx, row: SendInsert): Promise<number> {
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  const [stored] = await db
    .insert(couponSends)
    .values({ ...row, ...by })
    .returning({ id: couponSends.id })
  if (!stored) throw new Error('a send was not stored')
  return stored.id
}

export async function update({ db, now }: Ctx, id: number, set: Partial<SendInsert>): Promise<void> {
  await db
    .update(couponSends)
    .set({ ...set, updatedAt: now() })
    .where(eq(couponSends.id, id))
}

export async function find({ db }: Ctx, id: number): Promise<Send | undefined> {
  const [send] = await db.select().from(couponSends).where(eq(couponSends.id, id))
  return send
}

/** The send that a task does. */
export async function findByTask({ db }: Ctx, taskId: string): Promise<Send | undefined> {
  const [send] = await db.select().from(couponSends).where(eq(couponSends.taskId, taskId))
  return send
}

/** A send, locked, and its task as it stands. */
export async function lock({ db }: Ctx, id: number) {
  const [send] = await db.select().from(couponSends).where(eq(couponSends.id, id)).for('no key update')
  if (!send) return undefined
  const [task] = send.taskId
    ? await db
        .select({ status: tasks.status, finishTime: tasks.finishTime })
        .from(tasks)
        .where(eq(tasks.id, send.taskId))
    : []
  return { send, task }
}

/** A coupon, locked against other grants of its stock and against being closed. */
export async function lockCoupon({ db }: Ctx, id: number) {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), eq(coupons.isDel, false)))
    .for('no key update')
  return coupon
}

/** Those of the customers who exist within the caller's scope, ascending. */
export async function listKnown(ctx: Ctx, uids: readonly number[]): Promise<number[]> {
  const found = await ctx.db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(inArray(shopUsers.id, [...uids]), withinScope(ctx)))
    .orderBy(asc(shopUsers.id))
  return found.map(({ id }) => id)
}

const heldPlaces = (couponId: number): SQL => sql`(select count(*) from coupon_user as held
  where held.coupon_id = ${couponId} and held.uid = any(${accountsOf(sql`shop_user.id`)}) and held.seq is not null)`

/** Those of the customers who may have another copy of a coupon, ascending. */
export async function listBelowLimit({ db }: Ctx, couponId: number, uids: readonly number[], limit: number) {
  const found = await db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(inArray(shopUsers.id, [...uids]), sql`${heldPlaces(couponId)} < ${limit}`))
    .orderBy(asc(shopUsers.id))
  return found.map(({ id }) => id)
}

/** Those of the customers without a copy of a send; the nickname is null for nobody. */
export async function listWithout({ db }: Ctx, sendId: number, uids: readonly number[]) {
  const { rows } = await db.execute<{ uid: number; nickname: string | null }>(sql`
    select asked.uid, shop_user.nickname from unnest(${`{${uids.join()}}`}::bigint[]) as asked(uid)
    left join shop_user on shop_user.id = asked.uid
    where not exists (select from coupon_user where coupon_user.send_id = ${sendId} and coupon_user.uid = asked.uid)
    order by asked.uid`)
  return rows
}

const UNDO_BATCH = 10_000

/**
 * Ends the unused copies of a send and frees their places. Those on an order are locked too: whoever gives one back sees that
 * the send was undone, or has given it back before. Returns how many.
 */
export async function endUnused({ db, now }: Ctx, sendId: number, reason: string): Promise<number> {
  for (let [ended, after] = [0, 0]; ; ) {
    const { rows } = await db.execute<{ id: number; uid: number }>(sql`
      select id, uid from coupon_user where send_id = ${sendId} and uid > ${after} and status <> 2
      order by uid limit ${UNDO_BATCH} for no key update`)
    const { rowCount } = await db.execute(sql`
      update coupon_user set status = 2, seq = null, void_reason = ${reason}, void_time = ${now()}::timestamptz,
        updated_at = ${now()}::timestamptz
      where id = any(${`{${rows.map(({ id }) => id).join()}}`}::bigint[]) and status = 0`)
    ended += rowCount ?? 0
    after = Number(rows.at(-1)?.uid)
    if (rows.length < UNDO_BATCH) return ended
  }
}

export function countUsed({ db }: Ctx, sendId: number): Promise<number> {
  return db.$count(couponCopies, and(eq(couponCopies.sendId, sendId), eq(couponCopies.status, 1)))
}

/** Takes copies that were undone off the count of those received. */
export async function uncount({ db }: Ctx, couponId: number, count: number): Promise<void> {
  await db.execute(sql`
    with limited as (update coupon set received = received - ${count}::int where id = ${couponId} and is_limited returning id)
    insert into coupon_count_delta (coupon_id, received)
    select ${couponId}, -${count}::int where not exists (select from limited)`)
}
