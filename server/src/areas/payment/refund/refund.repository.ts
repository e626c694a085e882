import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import type { RefundRow } from '../payment/payable.service.ts'
import { type PayProvider, payments } from '../payment/payment.tables.ts'
import { type RefundPart, refunds } from '../payment/refund.tables.ts'
import { lastSent } from './refund.parts.ts'

export type { RefundPart, RefundRow }

/** A refund as it begins: on its way, not tried yet. */
export type NewRefund = NewRow<typeof refunds, 'createdAt' | 'updatedAt' | 'state' | 'tries' | 'finishTime' | 'surplus'>
/** One of money that came late, of which nothing but the money is known. */
export type NewSurplus = Omit<NewRefund, keyof typeof ofSurplus> & { surplus: true }

const ofSurplus = {
  afterSalesId: null,
  goodsAmountFen: 0,
  postageAmountFen: 0,
  pointsBack: 0,
  restock: false,
  method: 'origin',
  failMsg: '',
  text: '',
  operatorId: 0,
  voucher: '',
  cause: '',
} satisfies Partial<NewRefund>

export async function insert({ db, now }: Ctx, refund: NewRefund | NewSurplus): Promise<RefundRow> {
  const at = now()
  const [saved] = await db
    .insert(refunds)
    .values({ ...ofSurplus, ...refund, createdAt: at, updatedAt: at })
    .returning()
  if (!saved) throw new Error('the refund was not stored')
  return saved
}

export async function find({ db }: Ctx, key: { id: number } | { refundNo: string }): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(byKey(key))
  return row
}

const byKey = (key: { id: number } | { refundNo: string }) =>
  'id' in key ? eq(refunds.id, key.id) : eq(refunds.refundNo, key.refundNo)

/** What a refund is of. */
type RefundKind = { orderId: number | null; bizType: string; bizId: number }

/** What a refund is of, by the payment of its first part. Undefined for one by which no money goes. */
export async function findKind({ db }: Ctx, id: number): Promise<RefundKind | undefined> {
  const { bizType, bizId } = payments
  const [row] = await db
    .select({ orderId: refunds.orderId, bizType, bizId })
    .from(refunds)
    .innerJoin(payments, sql`${payments.id} = (${refunds.parts} -> 0 ->> 'paymentId')::bigint`)
    .where(eq(refunds.id, id))
  return row
}

/** Locks a refund. What it is of is locked before. */
export async function lock({ db }: Ctx, id: number): Promise<RefundRow> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update')
  if (!row) throw new Error(`refund ${id} is gone`)
  return row
}

export type RefundSet = Partial<
  Pick<
    RefundRow,
    | 'state'
    | 'parts'
    | 'method'
    | 'failMsg'
    | 'finishTime'
    | 'tries'
    | 'queryAt'
    | 'voucher'
    | 'operatorId'
    | 'operatorName'
  >
>

/** Changes a locked refund. */
export async function change({ db, now }: Ctx, id: number, set: RefundSet): Promise<void> {
  await db
    .update(refunds)
    .set({ ...set, updatedAt: now() })
    .where(eq(refunds.id, id))
}

/**
 * A payment that money can go back to: how much of it has not, and how much its provider sent back that no refund counts, as it
 * came too late or had gone another way.
 */
export type OpenPayment = {
  id: number
  provider: PayProvider
  payType: string
  outTradeNo: string
  leftFen: number
  strayFen: number
}

/** Which payments are for something, and which refunds can be of them, as conditions. */
export type MoneyOf = { payments: SQL; refunds: SQL }

/**
 * The payments for something that money can go back to, the oldest first. What was refused is open again, unless it is known to
 * have gone back all the same.
 */
export async function listOpenPayments({ db }: Ctx, of: MoneyOf): Promise<OpenPayment[]> {
  const { rows } = await db.execute<OpenPayment>(sql`
    select payment.id, provider, pay_type as "payType", out_trade_no as "outTradeNo",
      (amount_fen - coalesce(booked, 0) - coalesce(stray, 0))::float8 as "leftFen", coalesce(stray, 0)::float8 as "strayFen"
    from payment cross join lateral (
      select sum(fen) filter (where state < 2) as booked, sum(fen) filter (where state >= 2 and is_stray) as stray
      from (
        select (part ->> 'amountFen')::bigint as fen, (part ->> 'state')::int as state, exists (
            select from payment_stray
            where out_trade_no = refund_no || '-' || place and reason in ('late', 'elsewhere')
          ) as is_stray
        from refund, jsonb_array_elements(parts) with ordinality as each(part, place)
        where ${of.refunds} and (part ->> 'paymentId')::bigint = payment.id
      ) as gone
    ) as sums
    where payment.state = 1 and not payment.surplus and ${of.payments}
    order by payment.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Refunds on their way whose provider is to be asked by now, after the one given; without those that `job` leaves alone. */
export function listDue(ctx: Ctx, job: string, after: DueRefund | undefined, limit: number) {
  const { id, queryAt } = refunds
  const behind =
    after && sql`(${queryAt}, ${id}) > (${after.queryAt?.toISOString() ?? null}::timestamptz, ${after.id}::bigint)`
  return ctx.db
    .select({ id, queryAt, sentAt: lastSent })
    .from(refunds)
    .where(and(sql`state = 0`, lte(queryAt, ctx.now()), isTried(ctx, job, id), behind))
    .orderBy(asc(queryAt), asc(id))
    .limit(limit)
}
export type DueRefund = { id: number; queryAt: Date | null; sentAt: Date }

/** The refund that a part's number belongs to, `<refundNo>-<n>`, and which part it is. */
export function splitPartNo(partNo: string): { refundNo: string; index: number } | undefined {
  const [, refundNo, n] = /^(R\d{20})-(\d{1,3})$/.exec(partNo) ?? []
  return refundNo ? { refundNo, index: Number(n) - 1 } : undefined
}

export const partNo = (refundNo: string, index: number) => `${refundNo}-${index + 1}`
