import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { isOpen } from '../after-sales/after-sales.parts.ts'
import { afterSales, afterSalesLines } from '../after-sales/after-sales.tables.ts'
import { orderLines } from '../order/order.tables.ts'
import type { PayProvider } from '../payment/payment.tables.ts'
import { type RefundPart, refundLines, refunds } from './refund.tables.ts'

export type RefundRow = typeof refunds.$inferSelect
export type RefundLineRow = typeof refundLines.$inferSelect
export type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>
export type NewRefundLine = Pick<RefundLineRow, 'lineId' | 'num' | 'cutNum' | 'moneyFen' | 'points'>

/** Stores a refund with what of each line goes back. */
export async function insert({ db, now }: Ctx, refund: NewRefund, lines: readonly NewRefundLine[] = []) {
  const at = now()
  const [saved] = await db
    .insert(refunds)
    .values({ ...refund, createdAt: at, updatedAt: at })
    .returning()
  if (!saved) throw new Error('the refund was not stored')
  if (lines.length) await db.insert(refundLines).values(lines.map((line) => ({ ...line, refundId: saved.id })))
  return saved
}

export async function find({ db }: Ctx, key: { id: number } | { refundNo: string }): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(byKey(key))
  return row
}

const byKey = (key: { id: number } | { refundNo: string }) =>
  'id' in key ? eq(refunds.id, key.id) : eq(refunds.refundNo, key.refundNo)

/** Locks a refund. Its order is locked before. */
export async function lock({ db }: Ctx, id: number): Promise<RefundRow> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update')
  if (!row) throw new Error(`refund ${id} is gone`)
  return row
}

export function listLines({ db }: Ctx, refundId: number): Promise<RefundLineRow[]> {
  return db.select().from(refundLines).where(eq(refundLines.refundId, refundId)).orderBy(asc(refundLines.lineId))
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

/** Puts a refund on the lines of a locked order; of a case, its units are no longer in one. */
export async function bookLines({ db }: Ctx, orderId: number, lines: readonly RefundLineRow[], endsCase: boolean) {
  if (endsCase)
    await db
      .update(orderLines)
      .set({ afterNum: 0 })
      .where(and(eq(orderLines.orderId, orderId), sql`after_num > 0`))
  const given = lines.map(({ lineId, num, cutNum, moneyFen }) => ({ lineId, num, cutNum, moneyFen }))
  await db.execute(sql`
    update order_line set refund_num = refund_num + given.num, cut_num = cut_num + given."cutNum",
      refund_money_fen = refund_money_fen + given."moneyFen",
      compensated_fen = compensated_fen + case when given.num = 0 then given."moneyFen" else 0 end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given("lineId" bigint, num int, "cutNum" int, "moneyFen" bigint)
    where order_line.id = given."lineId"`)
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

/**
 * The payments of an order and of its edits that money can go back to, the oldest first. What was refused is open again, unless
 * it is known to have gone back all the same.
 */
export async function listOpenPayments({ db }: Ctx, orderId: number): Promise<OpenPayment[]> {
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
        where order_id = ${orderId} and (part ->> 'paymentId')::bigint = payment.id
      ) as gone
    ) as sums
    where payment.state = 1 and not payment.surplus and (biz_type = 'order' and biz_id = ${orderId}
      or biz_type = 'edit' and biz_id in (select id from order_edit where order_id = ${orderId}))
    order by payment.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** The open case of an order, with its units. */
export async function findOpenCase({ db }: Ctx, orderId: number) {
  const [found] = await db
    .select()
    .from(afterSales)
    .where(and(eq(afterSales.orderId, orderId), isOpen))
  if (!found) return undefined
  const { lineId, num } = afterSalesLines
  const lines = await db.select({ lineId, num }).from(afterSalesLines).where(eq(afterSalesLines.afterSalesId, found.id))
  return { ...found, lines }
}

/** Whether a case waits for its end. */
export async function isCaseOpen({ db }: Ctx, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: afterSales.id })
    .from(afterSales)
    .where(and(eq(afterSales.id, id), isOpen))
  return row !== undefined
}

/** When what is on its way of a refund was sent last. */
export const lastSent = sql<Date>`coalesce((
  select max((part ->> 'sentAt')::timestamptz) from jsonb_array_elements(${refunds.parts}) as part
  where (part ->> 'state')::int = 0), ${refunds.createdAt})`.mapWith(refunds.createdAt)

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

export type { RefundPart }
