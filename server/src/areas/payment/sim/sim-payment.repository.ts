import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { BillRow } from '../../../platform/outside/pay-gateway.ts'
import { simPayments, simRefunds } from './sim-payment.tables.ts'

export type SimPayment = typeof simPayments.$inferSelect
export type NewSimPayment = Pick<SimPayment, 'outTradeNo' | 'amountFen' | 'subject' | 'payType'>

const byNo = (outTradeNo: string) => eq(simPayments.outTradeNo, outTradeNo)

/** Stores an attempt unless it is known. */
export async function insert({ db, now }: Ctx, payment: NewSimPayment): Promise<void> {
  await db
    .insert(simPayments)
    .values({ ...payment, createdAt: now() })
    .onConflictDoNothing()
}

export async function find({ db }: Ctx, outTradeNo: string): Promise<SimPayment | undefined> {
  const [row] = await db.select().from(simPayments).where(byNo(outTradeNo))
  return row
}

type Ending = { state: 1; transactionId: string; paidFen: number; paidAt: Date } | { state: 2 | 3 }

/** Ends an attempt that is open. Returns undefined when it is not. */
export async function end({ db }: Ctx, outTradeNo: string, ending: Ending): Promise<SimPayment | undefined> {
  const [row] = await db
    .update(simPayments)
    .set(ending)
    .where(and(byNo(outTradeNo), eq(simPayments.state, 0)))
    .returning()
  return row
}

export type SimRefund = typeof simRefunds.$inferSelect
type NewRefund = Pick<SimRefund, 'outRefundNo' | 'outTradeNo' | 'amountFen'>

/** Takes an order to send money back, once for a number and never more than came. Undefined when it does not fit. */
export async function takeRefund(ctx: Ctx, { outRefundNo, outTradeNo, amountFen }: NewRefund) {
  await ctx.db.execute(sql`
    with paid as (select paid_fen from sim_payment where out_trade_no = ${outTradeNo} and state = 1 for update)
    insert into sim_refund (out_refund_no, out_trade_no, amount_fen, state, created_at)
    select ${outRefundNo}, ${outTradeNo}, ${amountFen}::bigint, 0, ${ctx.now()}::timestamptz from paid
    where paid_fen >= ${amountFen}::bigint + coalesce((
      select sum(amount_fen) from sim_refund where out_trade_no = ${outTradeNo} and state <> 2), 0)
    on conflict (out_refund_no) do nothing`)
  const known = await findRefund(ctx, outRefundNo)
  return known?.outTradeNo === outTradeNo && known.amountFen === amountFen ? known : undefined
}

export async function findRefund({ db }: Ctx, outRefundNo: string): Promise<SimRefund | undefined> {
  const [row] = await db.select().from(simRefunds).where(eq(simRefunds.outRefundNo, outRefundNo))
  return row
}

/** Ends a refund that has not arrived, or takes up one that failed; one that arrives counts on its payment. */
export async function endRefund({ db }: Ctx, outRefundNo: string, state: 0 | 1 | 2): Promise<void> {
  await db.execute(sql`
    with ended as (
      update sim_refund set state = ${state} where out_refund_no = ${outRefundNo} and state <> 1 returning out_trade_no, amount_fen
    )
    update sim_payment set refunded_fen = refunded_fen + ended.amount_fen from ended
    where sim_payment.out_trade_no = ended.out_trade_no and ${state} = 1`)
}

/** All that was paid and sent back on a day in Shanghai. */
export async function listBill({ db }: Ctx, day: string) {
  const { rows } = await db.execute<BillLine>(sql`
    select 'pay' as kind, out_trade_no as "outTradeNo", '' as "refundNo", transaction_id as "transactionId",
      paid_fen::float8 as "amountFen", 0 as "feeFen", to_json(paid_at) #>> '{}' as at
    from sim_payment where state = 1 and (paid_at at time zone 'Asia/Shanghai')::date = ${day}::date
    union all
    select 'refund', sim_refund.out_trade_no, out_refund_no, transaction_id, sim_refund.amount_fen::float8, 0,
      to_json(sim_refund.created_at) #>> '{}'
    from sim_refund join sim_payment using (out_trade_no)
    where sim_refund.state <> 2 and (sim_refund.created_at at time zone 'Asia/Shanghai')::date = ${day}::date
    order by at, "outTradeNo"`)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
}

type BillLine = Omit<BillRow, 'at'> & { at: string }
