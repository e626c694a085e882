import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { storeOrders } from '../../order/order/order.tables.ts'
import { signLogs } from '../../points/sign/sign.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { userBills, userExperienceRecords, userIntegralRecords } from '../ledger/ledger.tables.ts'
import { userNotes } from '../note/user-note.tables.ts'
import { withinScope } from '../scope/customer-scope.parts.ts'
import { shopUsers } from './shop-user.tables.ts'

const operatorName = sql<string>`coalesce(${adminUsers.nickName}, '')`

/** A page of a customer's balance movements, newest first. */
export async function listBills({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userBills.uid, uid)
  const rows = await db
    .select({ row: userBills, operatorName })
    .from(userBills)
    .leftJoin(adminUsers, eq(adminUsers.id, userBills.operatorId))
    .where(where)
    .orderBy(desc(userBills.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, userBills, where)) }
}

/** A page of a customer's points, newest first. */
export async function listPoints({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userIntegralRecords.uid, uid)
  const rows = await db
    .select({ row: userIntegralRecords, operatorName })
    .from(userIntegralRecords)
    .leftJoin(adminUsers, eq(adminUsers.id, userIntegralRecords.operatorId))
    .where(where)
    .orderBy(desc(userIntegralRecords.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, userIntegralRecords, where)) }
}

/** A page of a customer's experience, newest first. */
export async function listExperience({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userExperienceRecords.uid, uid)
  const rows = await db
    .select({ row: userExperienceRecords, operatorName })
    .from(userExperienceRecords)
    .leftJoin(adminUsers, eq(adminUsers.id, userExperienceRecords.operatorId))
    .where(where)
    .orderBy(desc(userExperienceRecords.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, userExperienceRecords, where)) }
}

/** A page of the notes about a customer, newest first. */
export async function listNotes({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userNotes.uid, uid)
  const rows = await db.select().from(userNotes).where(where).orderBy(desc(userNotes.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, userNotes, where)) }
}

/** A page of a customer's coupons with the orders they paid a part of, newest first. */
export async function listCoupons({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(couponCopies.uid, uid)
  const rows = await db
    .select({ copy: couponCopies, orderNo: sql<string>`coalesce(${storeOrders.orderNo}, '')` })
    .from(couponCopies)
    .leftJoin(storeOrders, eq(storeOrders.id, couponCopies.orderId))
    .where(where)
    .orderBy(desc(couponCopies.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, couponCopies, where)) }
}

/** How many coupons a customer may still use, up to the limit of counts. */
export async function countCoupons({ db, now }: Ctx, uid: number): Promise<number> {
  const usable = and(eq(couponCopies.uid, uid), eq(couponCopies.status, 0), gte(couponCopies.endTime, now()))
  return (await countBounded(db, couponCopies, usable)).total
}

/** A page of the days on which a customer signed in, newest first. */
export async function listSignIns({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(signLogs.uid, uid)
  const rows = await db.select().from(signLogs).where(where).orderBy(desc(signLogs.signDay)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, signLogs, where)) }
}

type Related = { id: number; spreadUid: number }

/** A customer's relations within the caller's scope: the promoter above, and those directly below. */
function relatedTo(ctx: Ctx, { id: uid, spreadUid }: Related): SQL | undefined {
  const below = and(eq(shopUsers.spreadUid, uid), sql`spread_uid <> 0`)
  return and(spreadUid ? or(eq(shopUsers.id, spreadUid), below) : below, withinScope(ctx))
}

/** How many relations a customer has, up to the limit of counts. */
export async function countRelations(ctx: Ctx, user: Related): Promise<number> {
  return (await countBounded(ctx.db, shopUsers, relatedTo(ctx, user))).total
}

/** A page of a customer's relations: the promoter above, then those below, newest first. */
export async function listRelations(ctx: Ctx, user: Related, { limit, offset }: Page) {
  const { db } = ctx
  const { spreadUid } = user
  const where = relatedTo(ctx, user)
  const rows = await db
    .select({ user: shopUsers, isUp: sql<boolean>`${shopUsers.id} = ${spreadUid}` })
    .from(shopUsers)
    .where(where)
    .orderBy(desc(sql`${shopUsers.id} = ${spreadUid}`), desc(shopUsers.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, shopUsers, where)) }
}

/** A bill of a refund, one for each way it went, but not of money that came late, which bought nothing. */
const ofRefund = sql`type = 'pay_product_refund' and not exists (
  select from refund where refund_no = split_part(biz_key, ':', 2) and surplus)`

/** What a customer paid for orders since a moment, and how often money was given back at all: by the bills. */
export async function sumBills({ db }: Ctx, uid: number, since: Date) {
  const some = (value: SQL, matching: SQL | undefined) => sql<number>`coalesce(${value} filter (where ${matching}), 0)`
  const paid = and(eq(userBills.type, 'pay_order'), gte(userBills.createdAt, since))
  const [sums] = await db
    .select({
      monthFen: some(sql`sum(${userBills.numberFen})`, paid).mapWith(Number),
      refundCount: some(sql`count(distinct split_part(biz_key, ':', 2))`, ofRefund),
    })
    .from(userBills)
    .where(and(eq(userBills.uid, uid), eq(userBills.status, 1)))
  return sums ?? { monthFen: 0, refundCount: 0 }
}
