import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../../platform/http/context.ts'
import { simPayments, simRefunds } from '../payment.tables.ts'

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

type Refund = { outRefundNo: string; outTradeNo: string; amountFen: number }

/** Sends money back, once for a number and never more than came. Returns false when it does not fit. */
export async function refund({ db, now }: Ctx, { outRefundNo, outTradeNo, amountFen }: Refund): Promise<boolean> {
  const { rows } = await db.execute<{ sent: boolean }>(sql`
    with known as (select from sim_refund where out_refund_no = ${outRefundNo}),
    moved as (
      update sim_payment set refunded_fen = refunded_fen + ${amountFen}::bigint
      where out_trade_no = ${outTradeNo} and state = 1 and refunded_fen + ${amountFen}::bigint <= paid_fen
        and not exists (select from known)
      returning out_trade_no
    ), booked as (
      insert into sim_refund (out_refund_no, out_trade_no, amount_fen, state, created_at)
      select ${outRefundNo}, out_trade_no, ${amountFen}::bigint, 1, ${now()}::timestamptz from moved
      returning id
    )
    select exists (select from known) or exists (select from booked) as sent`)
  return rows[0]?.sent ?? false
}

/** What was sent back for an attempt. */
export function listRefunds({ db }: Ctx, outTradeNo: string) {
  return db.select().from(simRefunds).where(eq(simRefunds.outTradeNo, outTradeNo))
}
