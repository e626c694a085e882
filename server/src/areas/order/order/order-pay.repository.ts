import { type SQL, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emitIn, type OutboxEvent, storingEvents } from '../../../platform/work/outbox.ts'
import { sellingSession, sessionSold } from '../../bargain/session/bargain-session.parts.ts'
import { type Seating, seatedStatus, seatedTeam, seatingOrder } from '../../combination/team/team.parts.ts'
import {
  commissionNote,
  type EarningRules,
  earningCommission,
  rulesJson,
} from '../../distribution/commission/commission.parts.ts'
import { closedNos, type TakenMoney, takenValues, takingMoney } from '../../payment/payment/payment.parts.ts'
import { countingSales } from '../../product/stock/product-stock.parts.ts'
import { quotaSold, sellingQuota } from '../../promotion/activity/activity.parts.ts'
import {
  bookingPurchase,
  type Purchase,
  purchaseBooked,
  purchaseJson,
  purchaseRaises,
} from '../../user/ledger/ledger.parts.ts'
import { storingMessages } from '../../wechat/buyer-message/notify-outbox.parts.ts'
import { insertingLogs, logEntry, logsJson, notingOrders, type OrderNote, paysOrder } from './order.parts.ts'

// What the payment of an order changes, in one statement.

const { placeholder } = sql

type Paid = {
  id: number
  version: number
  /** False when the balance was too small: nothing may be committed then. */
  booked: boolean
  /** Whether the buyer's level is to be looked at. */
  raises: boolean
  /** The numbers of attempts that were open. */
  closed: string[]
}

/** @param ofActivity whether it may have a place in a team, a bargain and units of a quota: parts that the usual order does not pay for */
const statementOf = (ofActivity: boolean) =>
  preparedSql<Paid>(ofActivity ? 'order_pay_activity' : 'order_pay', () => {
    const [id, at] = [sql`${placeholder('id')}::bigint`, sql`${placeholder('at')}::timestamptz`]
    const seating = sql`
      ${seatingOrder({ seat: sql`${placeholder('seat')}::jsonb`, orderId: id, at })},
      noted_team as (${notingOrders({ ids: sql`select id from freed_orders`, changeType: 'team', message: '拼团成功，可以发货', at })}),`
    const seated = sql`pink_id = ${seatedTeam}, pink_status = ${seatedStatus},`
    const selling = sql`${sellingSession(id)}, ${sellingQuota(id, sessionSold)},`
    const only = (part: SQL) => (ofActivity ? part : sql``)
    // SKUs, which everybody waits for, are locked after the quota of an activity.
    const lines = sql`(select sku_id, num from order_line where order_id = ${id} and exists (select from paying) ${only(sql`and ${quotaSold}`)}) as line`
    return sql`
    with ${earningCommission(id, sql`${placeholder('rules')}`)}, ${only(seating)} paid_order as (
      update store_order set paid = true, pay_time = ${at}, pay_type = ${placeholder('payType')},
        ${only(seated)} commission_note = ${commissionNote},
        verify_code = ${placeholder('verifyCode')}, version = version + 1, updated_by = ${placeholder('updatedBy')}::bigint,
        updated_at = ${at}
      where id = ${id} returning id, version
    ), noted as (${insertingLogs(sql`${placeholder('log')}`)}),
    ${takingMoney({ paidFor: paysOrder(id), at })},
    told as (${storingEvents(sql`${placeholder('events')}`)}),
    told_buyer as (${storingMessages(sql`${placeholder('messages')}`)}),
    ${bookingPurchase(sql`${placeholder('purchase')}`)}, ${only(selling)} ${countingSales(lines)}
    select id, version, ${purchaseBooked} as booked, ${purchaseRaises} as raises,
      ${closedNos} as closed
    from paid_order`
  })

const writeUsual = statementOf(false)
const writeOfActivity = statementOf(true)

/** What a payment changes. */
export type Payment = {
  payType: string
  verifyCode: string
  /** Whether the order was made in an activity. */
  ofActivity: boolean
  /** The place in a team that it gets; none of an order outside teams. */
  seat: Seating | undefined
  note: OrderNote
  /** The attempt that was paid; without one, its row is stored by the caller. */
  taken: TakenMoney | undefined
  purchase: Purchase
  /** By which it earns commission. */
  commission: EarningRules
  events: readonly OutboxEvent[]
  /** What the buyer is told, as `tellBuyerIn` made it. */
  messages: string
}

/** Marks a locked order paid, with its log, its attempts, what the buyer has of it, and the sales of its SKUs last. */
export async function pay(
  ctx: Ctx,
  id: number,
  { payType, verifyCode, ofActivity, seat, note, taken, purchase, commission, events, messages }: Payment,
) {
  const at = ctx.now()
  const log = logEntry(ctx, id, note)
  const write = ofActivity ? writeOfActivity : writeUsual
  const [row] = await write(ctx.db, {
    id,
    at: at.toISOString(),
    payType,
    verifyCode,
    seat: seat ? JSON.stringify(seat) : null,
    updatedBy: ctx.caller?.userId ?? null,
    log: logsJson([log]),
    ...takenValues(taken),
    purchase: purchaseJson(ctx, purchase),
    rules: rulesJson(ctx, commission),
    events: emitIn(ctx, events),
    messages,
  })
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}
