import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { jsonReader } from '../../../platform/data/json-rows.ts'
import { preparedOf } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import type { Payable } from './payable.service.ts'
import type { TakenMoney } from './payment.parts.ts'
import { type PayProvider, payments, strayNotices } from './payment.tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type NewPayment = Pick<typeof payments.$inferInsert, 'provider' | 'payType' | 'state' | 'payTime' | 'queryAt'>

/** What is paid for, as payments name it. */
export type Subject = Pick<PaymentRow, 'bizType' | 'bizId'>
/** The same, with what a payment says of it besides: its number, buyer and sum, and where it is paid. */
export type PaidFor = Pick<PaymentRow, 'bizType' | 'bizId' | 'bizNo' | 'uid' | 'amountFen' | 'channel'>

const of = ({ bizType, bizId }: Subject) => and(eq(payments.bizType, bizType), eq(payments.bizId, bizId))

type Kind = Pick<Payable, 'bizType' | 'locking'>

const lockBoth = preparedOf<Kind, { owner: object; payment: object }>(
  (kinds) => ['payment_lock', ...kinds.map(({ bizType }) => bizType)].join('_'),
  (kinds) => {
    const nameOf = ({ bizType }: Kind) => sql.identifier(`of_${bizType}`)
    const locked = kinds.map((kind) => {
      const bizId = sql`(select biz_id from found where biz_type = ${sql.raw(`'${kind.bizType}'`)})`
      return sql`${nameOf(kind)} as materialized (${kind.locking(bizId)})`
    })
    const owners = kinds.map((kind) => sql`select to_json(${nameOf(kind)}) as owner from ${nameOf(kind)}`)
    return sql`
    with found as materialized (
      select id, biz_type, biz_id from payment
      where out_trade_no = ${sql.placeholder('no')} and provider = ${sql.placeholder('provider')}
    ), ${sql.join(locked, sql`, `)}, owned as materialized (${sql.join(owners, sql` union all `)}),
    locked_payment as materialized (
      select * from payment where id = (select found.id from found, owned) for update
    )
    select owner, to_json(locked_payment) as payment from owned, locked_payment`
  },
)
const readPayment = jsonReader(payments)

/**
 * Locks what an attempt pays for, then the attempt, by one statement. Undefined for an unknown number.
 * @param kinds all that are paid for
 */
export async function lockAttempt(
  { db }: Ctx,
  kinds: readonly Kind[],
  no: string,
  provider: string,
): Promise<{ owner: object; payment: PaymentRow } | undefined> {
  const [row] = await lockBoth(kinds)(db, { no, provider })
  return row && { owner: row.owner, payment: readPayment(row.payment) }
}

/** Closes the open attempts to pay for something. Returns their numbers at the provider. */
export async function closeAttempts({ db, now }: Ctx, subject: Subject): Promise<string[]> {
  const closed = await db
    .update(payments)
    .set({ state: 2, updatedAt: now() })
    .where(and(of(subject), eq(payments.state, 0)))
    .returning({ outTradeNo: payments.outTradeNo })
  return closed.map(({ outTradeNo }) => outTradeNo)
}

/** The open attempts to pay for something, newest first. */
export function listOpen({ db }: Ctx, subject: Subject): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(of(subject), eq(payments.state, 0)))
    .orderBy(sql`id desc`)
}

/** The newest attempt to pay for something, however it stands; undefined before any. */
export async function findNewest({ db }: Ctx, subject: Subject): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(of(subject)).orderBy(sql`id desc`).limit(1)
  return row
}

/** Adds a payment for all of something that the transaction has locked, under its next number: `<bizNo>-<n>`. */
export async function insert(ctx: Ctx, due: PaidFor, payment: NewPayment): Promise<PaymentRow> {
  const { bizType, bizId, bizNo, uid, amountFen, channel } = due
  const made = sql`(select count(*) from payment where biz_type = ${bizType} and biz_id = ${bizId}::bigint)`
  const at = ctx.now()
  const [saved] = await ctx.db
    .insert(payments)
    .values({
      bizType,
      bizId,
      bizNo,
      uid,
      amountFen,
      channel,
      createdAt: at,
      updatedAt: at,
      ...payment,
      outTradeNo: sql`${`${bizNo}-`}::text || (${made} + 1)`,
    })
    .returning()
  if (!saved) throw new Error('the payment was not stored')
  return saved
}

/** Records money that was paid at once: from the balance, over the counter, or none at all. */
export function insertPaid(ctx: Ctx, due: PaidFor, provider: PayProvider, payType: PayType): Promise<PaymentRow> {
  return insert(ctx, due, { provider, payType, state: 1, payTime: ctx.now() })
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

/** Notes the money of a locked attempt. */
export async function markTaken(
  { db, now }: Ctx,
  { id, ...taken }: TakenMoney,
  { surplus = false } = {},
): Promise<void> {
  await db
    .update(payments)
    .set({ ...taken, surplus, state: 1, failMsg: '', updatedAt: now() })
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

/** The balance of a customer. */
export async function balanceOf({ db }: Ctx, uid: number): Promise<number> {
  const [row] = await db.select({ fen: shopUsers.nowMoneyFen }).from(shopUsers).where(eq(shopUsers.id, uid))
  return row?.fen ?? 0
}
