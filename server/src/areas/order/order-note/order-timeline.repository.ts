import { asc, desc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { payments } from '../../payment/payment/payment.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { afterSales, afterSalesLogs } from '../after-sales/after-sales.tables.ts'
import { orderLogs } from '../order/order.tables.ts'
import { shipments } from '../shipment/shipment.tables.ts'

export type LogRow = InferSelectModel<typeof orderLogs>
export type PaymentRow = InferSelectModel<typeof payments>
export type RefundRow = InferSelectModel<typeof refunds>
export type ShipmentRow = InferSelectModel<typeof shipments>

/** The newest entries of the log. */
export function listLogs({ db }: Ctx, orderId: number, limit: number): Promise<LogRow[]> {
  return db.select().from(orderLogs).where(eq(orderLogs.orderId, orderId)).orderBy(desc(orderLogs.id)).limit(limit)
}

/** Attempts to pay an order or an edit of it, in their order. */
export function listPayments({ db }: Ctx, orderId: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(
      sql`(${payments.bizType} = 'order' and ${payments.bizId} = ${orderId}) or (${payments.bizType} = 'edit'
        and ${payments.bizId} = any(array(select id from order_edit where order_id = ${orderId})))`,
    )
    .orderBy(asc(payments.id))
}

export function listRefunds({ db }: Ctx, orderId: number): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id))
}

export function listShipments({ db }: Ctx, orderId: number): Promise<ShipmentRow[]> {
  return db.select().from(shipments).where(eq(shipments.orderId, orderId)).orderBy(asc(shipments.id))
}

/** The newest steps of an order's cases. */
export function listCaseSteps({ db }: Ctx, orderId: number, limit: number) {
  return db
    .select({ step: afterSalesLogs, salesNo: afterSales.salesNo })
    .from(afterSalesLogs)
    .innerJoin(afterSales, eq(afterSales.id, afterSalesLogs.afterSalesId))
    .where(eq(afterSales.orderId, orderId))
    .orderBy(desc(afterSalesLogs.id))
    .limit(limit)
}

/** What the buyer was told of an order by SMS: the newest texts to the customer's phone that name it. */
export async function listMessages(
  { db }: Ctx,
  { uid, orderNo, createdAt }: { uid: number; orderNo: string; createdAt: Date },
) {
  const { rows } = await db.execute<{ id: number; content: string; at: string; ok: boolean; memo: string }>(sql`
    select id, content, created_at as at, result_code = 100 as ok, memo from (
      select * from sms_log where phone = (select phone from shop_user where id = ${uid}) and phone <> ''
        and created_at >= ${createdAt} order by id desc limit 200
    ) as told where position(${orderNo} in content) > 0 order by id desc limit 20`)
  return rows
}
