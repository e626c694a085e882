import type { DeliveryType, ShipmentState, TraceState } from '@zhanggui/domain/order/shipment.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'

/** A step of a parcel, as its carrier told it. */
export type TraceEvent = { time: string; status: string }

/** A parcel of an order, or what was handed over without one. */
export const shipments = pgTable(
  'shipment',
  {
    ...standardColumns,
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    deliveryNo: varchar({ length: 24 }).notNull(),
    deliveryType: varchar({ length: 10 }).$type<DeliveryType>().notNull(),
    /** Of the carrier: its code, its name then, and the number; '' otherwise. */
    expressCode: varchar({ length: 50 }).notNull().default(''),
    expressName: varchar({ length: 50 }).notNull().default(''),
    expressNo: varchar({ length: 72 }).notNull().default(''),
    /** Of the shop's own courier. */
    delivererName: varchar({ length: 16 }).notNull().default(''),
    delivererPhone: varchar({ length: 18 }).notNull().default(''),
    mark: varchar({ length: 255 }).notNull().default(''),
    /** 0 on its way, 1 received, 2 withdrawn. */
    state: smallint().$type<ShipmentState>().notNull().default(0),
    trace: jsonb().$type<TraceEvent[]>().notNull().default([]),
    /** What the carrier said last; null before it said anything. */
    traceState: smallint().$type<TraceState>(),
    /** When it was asked last. */
    traceTime: moment(),
    /** When it is asked next without anybody looking; null: no more. */
    traceAt: moment(),
    signTime: moment(),
    /** The sheet it was shipped by; null for one shipped by hand. */
    batchId: rowId(),
    operatorId: rowId().notNull().default(0),
    shipTime: moment().notNull(),
  },
  (row) => [
    uniqueIndex('shipment_delivery_no').on(row.deliveryNo),
    index('shipment_order').on(row.orderId, row.id),
    index('shipment_express_no').on(row.expressNo).where(sql`express_no <> ''`),
    index('shipment_batch').on(row.batchId).where(sql`batch_id is not null`),
    index('shipment_trace').on(row.traceAt).where(sql`trace_at is not null`),
    index('shipment_shipped').on(row.shipTime, row.id),
  ],
)

/** What is in a parcel; a further parcel of the same goods has no lines. */
export const shipmentLines = pgTable(
  'shipment_line',
  {
    id: standardColumns.id,
    shipmentId: rowId()
      .notNull()
      .references(() => shipments.id),
    lineId: rowId()
      .notNull()
      .references(() => orderLines.id),
    num: integer().notNull(),
  },
  (row) => [
    index('shipment_line_shipment').on(row.shipmentId),
    index('shipment_line_line').on(row.lineId),
    check('shipment_line_num', sql`num > 0`),
  ],
)
