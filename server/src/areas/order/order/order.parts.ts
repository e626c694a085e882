import type { OrderLogType } from '@zhanggui/domain/order/order-log.ts'
import { Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Given, insertGiven } from '../../../platform/data/given-rows.ts'
import { cleanText } from '../../../platform/data/logged-text.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { orderLines, orderLogs } from './order.tables.ts'

// Parts of the statements that read and write an order.

/** Whether an edit of an order waits for its money. @param of the table or its alias */
export const hasOpenEdit = (of: SQL) =>
  sql<boolean>`exists (select from order_edit where order_edit.order_id = ${of}.id and order_edit.state = 0)`

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

// biome-ignore format: a column a line says no more
export const lineColumns = [
  ...['orderId', 'createdAt', 'lineNo', 'productId', 'skuId', 'unique', 'storeName', 'image', 'sku', 'barCode', 'cateId'],
  ...['priceFen', 'unitPriceFen', 'num', 'lineTotalFen', 'memberDiscountFen', 'activityDiscountFen', 'couponShareFen'],
  ...['integralShareFen', 'useIntegralShare', 'payShareFen', 'freightShareFen', 'costFen', 'weight', 'volume', 'tempId'],
  ...['giveIntegral', 'isSub', 'brokerageFen', 'brokerageTwoFen', 'adjustShareFen'],
] as const satisfies Given<typeof orderLines>
const logColumns = [
  ...['orderId', 'changeType', 'message', 'operatorType', 'operatorId', 'operatorName', 'extra', 'createdAt'],
] as const satisfies Given<typeof orderLogs>

const MAX_MESSAGE = 256

/** What happened to an order, in words. */
export type OrderNote = { changeType: OrderLogType; message: string; extra?: Record<string, unknown> }

/** An entry of an order's log in the name of the caller; a message that is too long is cut. */
export const logEntry = (ctx: Ctx, orderId: number, { changeType, message, extra }: OrderNote) => ({
  ...{ orderId, changeType, message: cleanText(message, MAX_MESSAGE), extra: extra ?? null },
  ...{ ...operatorOf(ctx), createdAt: ctx.now() },
})

/** @param rows an array of lines, as JSON */
export const insertingLines = (rows: SQL) => insertGiven(orderLines, lineColumns, rows)

/** @param rows an array of entries, as JSON */
export const insertingLogs = (rows: SQL) => insertGiven(orderLogs, logColumns, rows)
