import type { OrderLogType } from '@zhanggui/domain/order/order-log.ts'
import type { FulfilFacts } from '@zhanggui/domain/order/order-state.ts'
import { Placeholder, type SQL, sql } from 'drizzle-orm'
import { givenJson, insertGiven, newRows, type RowOf } from '../../../platform/data/given-rows.ts'
import { cleanText } from '../../../platform/data/logged-text.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { laterLineColumns, orderLines, orderLogs, storeOrders } from './order.tables.ts'

// Parts of the statements that read and write an order.

/** Whether a payment is for an order. @param id of the order */
export const paysOrder = (id: SQL) => sql`biz_type = 'order' and biz_id = ${id}`

/** Whether a payment is for an order or for an edit of it. @param id of the order */
export const paysOrderOrEdit = (id: SQL) => sql`(${paysOrder(id)}
  or biz_type = 'edit' and biz_id in (select order_edit.id from order_edit where order_edit.order_id = ${id}))`

/**
 * The cash taken for an order and its edits, less what was handed back, whichever way the order was paid first.
 * @param id of the order
 */
export const cashOf = (id: SQL) => sql`(
  coalesce((select sum(amount_fen) from payment
    where ${paysOrder(id)} and state = 1 and not surplus and provider = 'offline'), 0)
  + coalesce((select sum(amount_fen) from order_edit join payment on biz_type = 'edit' and biz_id = order_edit.id
    where order_edit.order_id = ${id} and payment.state = 1 and not surplus and provider = 'offline'), 0)
  - coalesce((select sum((part ->> 'amountFen')::bigint) from refund cross join lateral jsonb_array_elements(parts) as part
    where refund.order_id = ${id} and refund.state < 2 and part ->> 'method' = 'offline' and part ->> 'state' = '1'), 0))`

/** Where money of an order came from, and which refunds are of it. */
export const moneyOf = ({ id, uid }: { id: number; uid: number }) => ({
  uid,
  payments: paysOrderOrEdit(sql`${id}`),
  refunds: sql`order_id = ${id}`,
})

/**
 * Selects an order, locked. A team that it is in, or is to join, is locked before it: then `locked_team` names the team, and the order itself
 * is locked by {@link lockingOfTeam}, as what its team does now cannot be known before.
 * @param is whether a row `store_order` is the order
 */
export const lockingOrder = (is: SQL) => sql`
  with waiting_team as materialized (
    select id from team where id = (select pink_id from store_order where ${is} and pink_id > 0 and pink_status < 2) for update
  ), locked_order as materialized (
    select * from store_order where ${is} and not exists (select from waiting_team) for update
  )
  select *, null::bigint as locked_team from locked_order
  union all select store_order.*, waiting_team.id from store_order, waiting_team where ${is}`

/**
 * Locks an order whose team is locked; if its payment completes the team, all orders of the team with it, in the order of their ids, as
 * papers lock several, too.
 */
export const lockingOfTeam = (id: SQL, teamId: SQL) => sql`
  select * from store_order where id = any(array(
    select ${id} union all
    select order_id from team_member join team on team.id = team_id
    where team_id = ${teamId} and team_member.status = 1 and team.status = 1 and member_count + 1 >= people
      and exists (select from store_order as own where own.id = ${id} and not own.paid)
  )) order by id for update`

/** Whether an edit of an order waits for its money. @param of the table or its alias */
export const hasOpenEdit = (of: SQL) =>
  sql<boolean>`exists (select from order_edit where order_edit.order_id = ${of}.id and order_edit.state = 0)`

const { status, refundStatus, paid, cod, closeType, shippingType, pinkStatus } = storeOrders
const { isDel, isSystemDel, hold, source, orderKind, sentNum } = storeOrders

/** What decides which acts an order allows, of a statement that selects from `store_order`. */
export const fulfilColumns = {
  status,
  refundStatus,
  paid,
  cod,
  closeType,
  shippingType,
  pinkStatus,
  isDel,
  isSystemDel,
  hold,
  source,
  orderKind,
  sentNum,
  isEdited: hasOpenEdit(sql`store_order`),
} satisfies Record<keyof FulfilFacts, unknown>

/** Whether an order waits to be shipped, and for nothing else. @param of the table or its alias */
export const isReadyToShip = (of: SQL) => sql<boolean>`(${of}.tab = 2 and not ${of}.hold and not ${hasOpenEdit(of)})`

/** Whether an order is picked up at one of these stores: whoever is limited to stores sees no other. */
export function isPickedUpAt(storeIds: readonly number[] | Placeholder) {
  const ids = storeIds instanceof Placeholder ? storeIds : sql.param([...storeIds])
  return sql<boolean>`(store_order.shipping_type = 2 and store_order.store_id = any(${ids}::bigint[]))`
}

/** The name of the first product of an order. */
export const firstName = sql<string>`coalesce(
  (select store_name from order_line where order_id = store_order.id order by line_no limit 1), '')`

const newLines = newRows(orderLines, laterLineColumns)
const newLogs = newRows(orderLogs)
/** A new line of an order. */
export type NewLine = Omit<RowOf<typeof newLines>, 'orderId' | 'createdAt'>

const MAX_MESSAGE = 256

/** What happened to an order, in words. */
export type OrderNote = { changeType: OrderLogType; message: string; extra?: Record<string, unknown> }

/** An entry of an order's log in the name of the caller; a message that is too long is cut. */
export function logEntry(ctx: Ctx, orderId: number, { changeType, message, extra }: OrderNote): RowOf<typeof newLogs> {
  return {
    orderId,
    changeType,
    message: cleanText(message, MAX_MESSAGE),
    extra: extra ?? null,
    ...operatorOf(ctx),
    createdAt: ctx.now(),
  }
}

/** Lines, and entries of the log, as {@link insertingLines} and {@link insertingLogs} take them. */
export const linesJson = (rows: readonly RowOf<typeof newLines>[]) => givenJson(newLines, rows)
export const logsJson = (rows: readonly RowOf<typeof newLogs>[]) => givenJson(newLogs, rows)

/** @param rows an array of lines, as JSON */
export const insertingLines = (rows: SQL) => insertGiven(newLines, rows)

/**
 * Adds the same entry to the logs of several orders, in the name of the system.
 * @param ids a select of their ids
 */
export const notingOrders = ({
  ids,
  changeType,
  message,
  at,
}: { ids: SQL; at: SQL } & Pick<OrderNote, 'changeType' | 'message'>) => sql`
  insert into order_log (created_at, order_id, change_type, message, operator_type, operator_id, operator_name)
  select ${at}, id, ${sql.raw(`'${changeType}'`)}, ${sql.raw(`'${message}'`)}, 'system', 0, '系统' from (${ids}) as noted (id) order by id`

/** @param rows an array of entries, as JSON */
export const insertingLogs = (rows: SQL) => insertGiven(newLogs, rows)
