import type { OrderChannel, PayType } from '@zhanggui/domain/order/order-state.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { storeOrders } from '../order/order.tables.ts'
import { type PayBizType, type PayProvider, payments, strayNotices } from './payment.tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type NewPayment = Pick<typeof payments.$inferInsert, 'provider' | 'payType' | 'state' | 'payTime' | 'queryAt'>

const of = (bizType: PayBizType, bizId: number) => and(eq(payments.bizType, bizType), eq(payments.bizId, bizId))

/** Closes the open attempts to pay an order, or what else it is. Returns their numbers at the provider. */
export async function closeAttempts({ db, now }: Ctx, bizId: number, bizType: PayBizType = 'order'): Promise<string[]> {
  const closed = await db
    .update(payments)
    .set({ state: 2, updatedAt: now() })
    .where(and(of(bizType, bizId), eq(payments.state, 0)))
    .returning({ outTradeNo: payments.outTradeNo })
  return closed.map(({ outTradeNo }) => outTradeNo)
}

/** The open attempts to pay an order, or what else it is, newest first. */
export function listOpen({ db }: Ctx, bizId: number, bizType: PayBizType = 'order'): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(of(bizType, bizId), eq(payments.state, 0)))
    .orderBy(sql`id desc`)
}

/** An order as its payments name it, or an edit of one under its own number. */
export type PaidFor = {
  id: number
  orderNo: string
  uid: number
  payPriceFen: number
  channel: OrderChannel
  bizType?: PayBizType
}

/** Adds a payment of the whole order or edit, which the transaction has locked, under its next number: `<orderNo>-<n>`. */
export async function insert(ctx: Ctx, order: PaidFor, payment: NewPayment): Promise<PaymentRow> {
  const { id: bizId, orderNo: bizNo, uid, payPriceFen: amountFen, channel, bizType = 'order' } = order
  const made = sql`(select count(*) from payment where biz_type = ${bizType} and biz_id = ${bizId}::bigint)`
  const at = ctx.now()
  const [saved] = await ctx.db
    .insert(payments)
    .values({
      ...{ bizType, bizId, bizNo, uid, amountFen, channel, createdAt: at, updatedAt: at },
      ...payment,
      outTradeNo: sql`${`${bizNo}-`}::text || (${made} + 1)`,
    })
    .returning()
  if (!saved) throw new Error('the payment was not stored')
  return saved
}

/** Records money that was paid at once: from the balance, over the counter, or none at all. */
export function insertPaid(ctx: Ctx, order: PaidFor, provider: PayProvider, payType: PayType): Promise<PaymentRow> {
  return insert(ctx, order, { provider, payType, state: 1, payTime: ctx.now() })
}

/** An attempt by its number; of one provider, or of whichever. */
export async function find({ db }: Ctx, outTradeNo: string, provider?: PayProvider): Promise<PaymentRow | undefined> {
  const ofProvider = provider && eq(payments.provider, provider)
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.outTradeNo, outTradeNo), ofProvider))
  return row
}

export async function findById({ db }: Ctx, id: number): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

type Taken = Pick<PaymentRow, 'surplus' | 'transactionId' | 'notifyRaw' | 'payTime'>

/** Notes the money of a locked payment. */
export async function markTaken({ db, now }: Ctx, id: number, taken: Taken): Promise<void> {
  await db
    .update(payments)
    .set({ ...taken, state: 1, failMsg: '', updatedAt: now() })
    .where(eq(payments.id, id))
}

/** Keeps what the buyer's client needs for an attempt. */
export async function keepPrepay({ db, now }: Ctx, id: number, prepay: Record<string, string>): Promise<void> {
  await db.update(payments).set({ prepay, updatedAt: now() }).where(eq(payments.id, id))
}

/** Ends an attempt that is open: 2 closed, 3 failed. */
export async function end({ db, now }: Ctx, id: number, state: 2 | 3, failMsg = ''): Promise<void> {
  await db
    .update(payments)
    .set({ state, failMsg: cutText(failMsg, 255), updatedAt: now() })
    .where(and(eq(payments.id, id), eq(payments.state, 0)))
}

/**
 * Takes attempts whose time to be asked about has come, and sets the next: after 2, 5, 10 and 30 minutes, then every hour.
 * Two processes take different ones.
 */
export async function takeDue({ db, now }: Ctx, limit: number): Promise<PaymentRow[]> {
  const at = now()
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(sql`state = 0 and query_at is not null`, lte(payments.queryAt, at)))
    .orderBy(asc(payments.queryAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(payments)
    .set({
      queries: sql`${payments.queries} + 1`,
      queryAt: sql`case ${payments.queries} when 0 then ${payments.createdAt} + interval '2 minutes'
        when 1 then ${payments.createdAt} + interval '5 minutes' when 2 then ${payments.createdAt} + interval '10 minutes'
        when 3 then ${payments.createdAt} + interval '30 minutes' else ${at}::timestamptz + interval '1 hour' end`,
    })
    .where(inArray(payments.id, due))
    .returning()
}

export type Stray = Omit<typeof strayNotices.$inferInsert, 'id' | 'createdAt'>

/** Keeps a message that fits no attempt. Returns false for one that is kept already. */
export async function keepStray({ db, now }: Ctx, stray: Stray): Promise<boolean> {
  const kept = await db
    .insert(strayNotices)
    .values({ ...stray, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: strayNotices.id })
  return kept.length > 0
}

/** Whether a message about this number is kept for this reason, in whatever words. */
export async function isStray({ db }: Ctx, outTradeNo: string, reason: Stray['reason']): Promise<boolean> {
  const kept = and(eq(strayNotices.outTradeNo, outTradeNo), eq(strayNotices.reason, reason))
  return (await db.$count(strayNotices, kept)) > 0
}

/** How many orders of a buyer wait to be paid at the door or the counter. */
export async function countOpenCod({ db }: Ctx, uid: number): Promise<number> {
  return db.$count(
    storeOrders,
    and(eq(storeOrders.uid, uid), sql`cod and not paid and close_type = 0 and not is_system_del`),
  )
}

/** The balance of a customer. */
export async function balanceOf({ db }: Ctx, uid: number): Promise<number> {
  const [row] = await db.select({ fen: shopUsers.nowMoneyFen }).from(shopUsers).where(eq(shopUsers.id, uid))
  return row?.fen ?? 0
}
