import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emitIn, type OutboxEvent, storingEvents } from '../../../platform/work/outbox.ts'
import { countingSales } from '../../product/stock/product-stock.parts.ts'
import {
  bookingPurchase,
  type Purchase,
  purchaseBooked,
  purchaseJson,
  purchaseRaises,
} from '../../user/ledger/ledger.parts.ts'
import { payments } from '../payment/payment.tables.ts'
import { insertingLogs, logEntry, type OrderNote } from './order.parts.ts'
import type { OrderRow } from './order.repository.ts'
import { storeOrders } from './order.tables.ts'

// The two statements of a payment (trade chapter, 18): what is locked for it, and all that it changes.

const { placeholder } = sql

type PaymentRow = typeof payments.$inferSelect

const lockBoth = preparedSql<{ order: object; payment: object }>(
  'payment_lock',
  () => sql`
    with found as materialized (
      select id, case biz_type when 'edit' then (select order_id from order_edit where order_edit.id = biz_id) else biz_id end as order_id
      from payment where out_trade_no = ${placeholder('no')} and provider = ${placeholder('provider')}
    ), locked_order as materialized (
      select * from store_order where id = (select order_id from found) for update
    ), locked_payment as materialized (
      select * from payment where id = (select found.id from found, locked_order) for update
    )
    select to_json(locked_order) as "order", to_json(locked_payment) as payment from locked_order, locked_payment`,
)

/** Locks the order of an attempt, of an edit the order that it edits, then the attempt. Undefined for an unknown number. */
export async function lockAttempt(
  { db }: Ctx,
  no: string,
  provider: string,
): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> {
  const [row] = await lockBoth(db, { no, provider })
  return row && { order: readOrder(row.order) as OrderRow, payment: readPayment(row.payment) as PaymentRow }
}

/** Makes a row of what `to_json` says of one. */
function jsonReader(table: PgTable): (json: object) => object {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    ...{ key, name: toSnakeCase(key) },
    isMoment: column.dataType === 'date',
  }))
  return (json) => {
    const cells = json as Record<string, unknown>
    return Object.fromEntries(
      columns.map(({ key, name, isMoment }) => {
        const cell = cells[name]
        return [key, isMoment && typeof cell === 'string' ? new Date(cell) : cell]
      }),
    )
  }
}

/** Makes an order's row of what `to_json` says of it. */
export const readOrder = jsonReader(storeOrders)
const readPayment = jsonReader(payments)

/** The money of an attempt, for its row. */
export type TakenMoney = Pick<PaymentRow, 'id' | 'transactionId' | 'notifyRaw' | 'payTime'>

type Paid = {
  id: number
  version: number
  /** The first line's. */
  productName: string
  /** False when the balance was too small: nothing may be committed then. */
  booked: boolean
  /** Whether the buyer's level is to be looked at. */
  raises: boolean
  /** The numbers of attempts that were open. */
  closed: string[]
}

const write = preparedSql<Paid>('order_pay', () => {
  const [id, at] = [sql`${placeholder('id')}::bigint`, sql`${placeholder('at')}::timestamptz`]
  const paymentId = sql`${placeholder('paymentId')}::bigint`
  const lines = sql`(select sku_id, num from order_line where order_id = ${id} and exists (select from paying)) as line`
  return sql`
    with paid_order as (
      update store_order set paid = true, pay_time = ${at}, pay_type = ${placeholder('payType')},
        verify_code = ${placeholder('verifyCode')}, version = version + 1, updated_by = ${placeholder('updatedBy')}::bigint,
        updated_at = ${at}
      where id = ${id} returning id, version
    ), noted as (${insertingLogs(sql`${placeholder('log')}`)}),
    taken as (
      update payment set state = 1, surplus = false, transaction_id = ${placeholder('transactionId')},
        notify_raw = ${placeholder('notifyRaw')}, pay_time = ${placeholder('payTime')}::timestamptz, fail_msg = '', updated_at = ${at}
      where id = ${paymentId}
    ), closed as (
      update payment set state = 2, updated_at = ${at}
      where biz_type = 'order' and biz_id = ${id} and state = 0 and id <> ${paymentId} returning out_trade_no
    ), told as (${storingEvents(sql`${placeholder('events')}`)}),
    ${bookingPurchase(sql`${placeholder('purchase')}`)}, ${countingSales(lines)}
    select id, version, ${purchaseBooked} as booked, ${purchaseRaises} as raises,
      coalesce((select store_name from order_line where order_id = ${id} order by line_no limit 1), '') as "productName",
      (select coalesce(json_agg(out_trade_no), '[]') from closed) as closed
    from paid_order`
})

/** What a payment changes. */
export type Payment = {
  payType: string
  verifyCode: string
  note: OrderNote
  /** The attempt that was paid; without one, its row is stored by the caller. */
  taken: TakenMoney | undefined
  purchase: Purchase
  events: readonly OutboxEvent[]
}

/** Marks a locked order paid, with its log, its attempts, what the buyer has of it, and the sales of its SKUs last. */
export async function pay(ctx: Ctx, id: number, { payType, verifyCode, note, taken, purchase, events }: Payment) {
  const at = ctx.now()
  const log = logEntry(ctx, id, note)
  const [row] = await write(ctx.db, {
    ...{
      id,
      at: at.toISOString(),
      payType,
      verifyCode,
      updatedBy: ctx.caller?.userId ?? null,
      log: JSON.stringify([log]),
    },
    ...{ paymentId: taken?.id ?? 0, transactionId: taken?.transactionId ?? '', notifyRaw: taken?.notifyRaw ?? '' },
    payTime: taken?.payTime?.toISOString() ?? null,
    purchase: purchaseJson(ctx, purchase),
    events: emitIn(ctx, events),
  })
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}
