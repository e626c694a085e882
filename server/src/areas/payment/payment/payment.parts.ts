import { type SQL, sql } from 'drizzle-orm'
import type { payments } from './payment.tables.ts'

// Parts of the statements that pay for something.

const { placeholder } = sql

/** The money of an attempt, for its row. */
export type TakenMoney = Pick<typeof payments.$inferSelect, 'id' | 'transactionId' | 'notifyRaw' | 'payTime'>

/**
 * Notes the money of an attempt, if there is one, and closes the other attempts, whose numbers are {@link closedNos}. Its values
 * are {@link takenValues}.
 * @param of.paidFor whether a payment is for what is paid
 */
export function takingMoney({ paidFor, at }: { paidFor: SQL; at: SQL }): SQL {
  const id = sql`${placeholder('paymentId')}::bigint`
  return sql`taken as (
      update payment set state = 1, surplus = false, transaction_id = ${placeholder('transactionId')},
        notify_raw = ${placeholder('notifyRaw')}, pay_time = ${placeholder('payTime')}::timestamptz, fail_msg = '', updated_at = ${at}
      where id = ${id}
    ), closed as (
      update payment set state = 2, updated_at = ${at}
      where ${paidFor} and state = 0 and id <> ${id} returning out_trade_no
    )`
}

export const closedNos = sql<string[]>`(select coalesce(json_agg(out_trade_no), '[]') from closed)`

export const takenValues = (taken: TakenMoney | undefined) => ({
  paymentId: taken?.id ?? 0,
  transactionId: taken?.transactionId ?? '',
  notifyRaw: taken?.notifyRaw ?? '',
  payTime: taken?.payTime?.toISOString() ?? null,
})
