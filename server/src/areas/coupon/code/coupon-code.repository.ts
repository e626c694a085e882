import type { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponCodes, couponCodeUses } from './coupon-code.tables.ts'

export type CodeRow = typeof couponCodes.$inferSelect
export type CodeInsert = Pick<typeof couponCodes.$inferInsert, 'couponId' | 'batchNo' | 'kind' | 'digest' | 'tail'> & {
  batchName?: string
  mostUses?: number
}
export type BatchRow = {
  batchNo: string
  batchName: string
  couponId: number
  couponName: string
  kind: 'unique' | 'shared'
  tail: string
  count: number
  used: number
  voided: number
  operatorName: string
  createdAt: Date
}
export type BatchFilter = FilterOf<RouteInput<typeof couponCode.list>['query']>

/** Stores codes. @returns how many had not been there before */
export async function insert({ db, actor, now }: Ctx, codes: readonly CodeInsert[]): Promise<number> {
  const who = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  const stored = await db
    .insert(couponCodes)
    .values(codes.map((code) => ({ ...code, ...who })))
    .onConflictDoNothing()
    .returning({ id: couponCodes.id })
  return stored.length
}

/** Deletes the codes of a batch whose file was never handed out. */
export async function removeBatch({ db }: Ctx, batchNo: string): Promise<void> {
  await db.delete(couponCodes).where(eq(couponCodes.batchNo, batchNo))
}

/** How many codes of the batch `known` there are; each condition has an index of its own, which alone is read. */
const codesOf = (condition: SQL) =>
  sql`(select count(*)::int from coupon_code where coupon_code.batch_no = known.batch_no ${condition})`

/** A page of batches, the newest first. The batches are found by hopping through an index; only the page's are counted. */
export async function list({ db }: Ctx, filter: BatchFilter, { limit, offset }: Page) {
  const batches = matching(filter)
  const { rows } = await db.execute<Omit<BatchRow, 'createdAt'> & { createdAt: string }>(sql`
    with recursive ${batches}
    select known.batch_no as "batchNo", first.batch_name as "batchName", first.coupon_id as "couponId", ${coupons}.name as "couponName", first.kind,
      case first.kind when 'shared' then first.tail else '' end as tail,
      case first.kind when 'shared' then first.most_uses else ${codesOf(sql``)} end as count,
      case first.kind when 'shared' then first.use_count else ${codesOf(sql`and uid is not null`)} end as used,
      ${codesOf(sql`and is_void`)} as voided,
      coalesce(${adminUsers}.nick_name, '') as "operatorName", first.created_at as "createdAt"
    from (select batch_no from known order by batch_no desc limit ${limit} offset ${offset}) as known
    cross join lateral (select * from coupon_code where coupon_code.batch_no = known.batch_no limit 1) as first
    join ${coupons} on ${coupons}.id = first.coupon_id
    left join ${adminUsers} on ${adminUsers}.id = first.created_by
    order by known.batch_no desc`)
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`with recursive ${batches} select count(*)::int as total from known`,
  )
  const found = rows.map((row): BatchRow => ({ ...row, createdAt: new Date(row.createdAt) }))
  return { rows: found, total: counted[0]?.total ?? 0 }
}

/** The common table `known` of the batches that a filter finds. */
function matching({ couponId, batchNo, state, ...left }: BatchFilter): SQL {
  allRead(left)
  const wanted = sql.join(
    [
      sql`true`,
      ...(couponId === undefined ? [] : [sql`coupon_id = ${couponId}`]),
      ...(batchNo ? [sql`batch_no = ${batchNo}`] : []),
    ],
    sql` and `,
  )
  const isVoid = sql`exists (select from coupon_code where coupon_code.batch_no = hop.batch_no and is_void)`
  const inState = state === undefined ? sql`true` : state === 'voided' ? isVoid : sql`not ${isVoid}`
  return sql`hop as (
      (select batch_no from coupon_code where ${wanted} order by batch_no desc limit 1)
      union all
      select (select batch_no from coupon_code where ${wanted} and coupon_code.batch_no < hop.batch_no
        order by batch_no desc limit 1)
      from hop where hop.batch_no is not null
    ), known as materialized (
      select batch_no from hop where batch_no is not null and ${inState}
    )`
}

/** A code of a batch of the coupon; undefined without such a batch. */
export async function findOfBatch({ db }: Ctx, couponId: number, batchNo: string): Promise<CodeRow | undefined> {
  const [code] = await db
    .select()
    .from(couponCodes)
    .where(and(eq(couponCodes.couponId, couponId), eq(couponCodes.batchNo, batchNo)))
    .limit(1)
  return code
}

/** Makes the codes of a batch that nobody redeemed void; a shared one also when somebody did. @returns how many */
export async function voidBatch({ db, actor, now }: Ctx, couponId: number, batchNo: string): Promise<number> {
  const { rowCount } = await db
    .update(couponCodes)
    .set({ isVoid: true, updatedBy: actor.userId, updatedAt: now() })
    .where(
      and(
        eq(couponCodes.couponId, couponId),
        eq(couponCodes.batchNo, batchNo),
        eq(couponCodes.isVoid, false),
        isNull(couponCodes.uid),
      ),
    )
  return rowCount ?? 0
}

export async function findByDigest({ db }: Ctx, digest: string): Promise<CodeRow | undefined> {
  const [code] = await db.select().from(couponCodes).where(eq(couponCodes.digest, digest))
  return code
}

/** Locks a coupon against deletion until the transaction ends; undefined for a deleted one. */
export async function lockCoupon({ db }: Ctx, id: number) {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), eq(coupons.isDel, false)))
    .for('key share')
  return coupon
}

/** Takes a unique code for a buyer. @returns false when somebody has it, or it is void */
export async function takeUnique({ db, now }: Ctx, id: number, uid: number): Promise<boolean> {
  const { rowCount } = await db
    .update(couponCodes)
    .set({ uid, usedAt: now(), useCount: 1 })
    .where(and(eq(couponCodes.id, id), isNull(couponCodes.uid), eq(couponCodes.isVoid, false)))
  return rowCount === 1
}

/** Whether a buyer has redeemed a shared code. */
export async function hasUse({ db }: Ctx, codeId: number, uid: number): Promise<boolean> {
  return (await db.$count(couponCodeUses, and(eq(couponCodeUses.codeId, codeId), eq(couponCodeUses.uid, uid)))) > 0
}

/** Notes that a buyer redeems a shared code. @returns false when the buyer did before */
export async function noteUse({ db, now }: Ctx, codeId: number, uid: number): Promise<boolean> {
  const { rowCount } = await db.insert(couponCodeUses).values({ codeId, uid, createdAt: now() }).onConflictDoNothing()
  return rowCount === 1
}

/** Counts one more use of a shared code. @returns false when none is left, or it is void */
export async function countUse({ db, now }: Ctx, id: number): Promise<boolean> {
  const { rowCount } = await db
    .update(couponCodes)
    .set({ useCount: sql`use_count + 1`, usedAt: now() })
    .where(and(eq(couponCodes.id, id), eq(couponCodes.isVoid, false), sql`(most_uses = 0 or use_count < most_uses)`))
  return rowCount === 1
}
