import type { LineToSend, PackedParcel, Parcel, SentPart } from '@zhanggui/domain/order/shipment.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { givenJson, insertGiven, insertSelected, newRows, type RowOf } from '../../../platform/data/given-rows.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emitIn, type OutboxEvent, storingEvents } from '../../../platform/work/outbox.ts'
import { isNumbered } from '../order/express.parts.ts'
import {
  firstName,
  hasOpenEdit,
  insertingLogs,
  isReadyToShip,
  logEntry,
  logsJson,
  type OrderNote,
} from '../order/order.parts.ts'
import type { OrderRow, OrderSet } from '../order/order.repository.ts'
import { readOrder } from '../order/order.repository.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { shipmentLines, shipments } from './shipment.tables.ts'

// The statements of a shipment (decision 0038): what is locked and read for it, and all that it changes.

const { placeholder } = sql

export type ShipmentRow = typeof shipments.$inferSelect

/** Another order on which the number of a parcel is. */
export type NumberUse = { id: number; orderNo: string }

/** What decides whether and what of an order is sent. */
export type ShipFacts = {
  lines: (LineToSend & { storeName: string })[]
  /** Its parcels, withdrawn ones aside. */
  used: number
  isEdited: boolean
  /** The carrier as staff may choose it; null for none. */
  carrier: { code: string; name: string } | null
  /** Orders that go elsewhere with the same number. */
  uses: NumberUse[]
  /** Its own parcels with that number, withdrawn ones aside. */
  doubles: string[]
  /** Of the orders that should leave with it, those that go elsewhere or nowhere. */
  strangers: string[]
  /** For the shipment's number. */
  drawn: number
}

/** What is asked about an order to ship. */
export type ShipQuestion = { expressCode: string; bareNumber: string; since: Date; withOrders: readonly string[] }

/** @param of the row of the order, of which the statement knows `id` and `address_key` */
const factsOf = (of: SQL) => sql`
  (select json_agg(json_build_object('id', id, 'num', num, 'sentNum', sent_num, 'cutNum', cut_num, 'storeName', store_name)
    order by line_no) from order_line where order_id = ${of}.id) as lines,
  (select count(*)::int from shipment where order_id = ${of}.id and state <> 2) as used,
  ${hasOpenEdit(of)} as "isEdited",
  (select json_build_object('code', code, 'name', name) from express_company
    where lower(code) = lower(${placeholder('expressCode')}::text) and is_show and status) as carrier,
  (select coalesce(json_agg(json_build_object('id', other.id, 'orderNo', other.order_no) order by other.id desc), '[]') from (
    select distinct other.id, other.order_no from shipment join store_order as other on other.id = order_id
    where ${isNumbered(sql`${placeholder('number')}`)} and shipment.state <> 2 and shipment.ship_time > ${placeholder('since')}::timestamptz
      and other.id <> ${of}.id and other.address_key is distinct from ${of}.address_key
    limit 5) as other) as uses,
  (select coalesce(json_agg(delivery_no), '[]') from shipment
    where order_id = ${of}.id and state <> 2 and ${isNumbered(sql`${placeholder('number')}`)}) as doubles,
  (select coalesce(json_agg(asked.no order by asked.no), '[]')
    from jsonb_array_elements_text(${placeholder('withOrders')}::jsonb) as asked(no)
    where not exists (select from store_order as other
      where other.order_no = asked.no and other.address_key = ${of}.address_key and other.id <> ${of}.id
        and not other.is_system_del)) as strangers,
  nextval('document_number') as drawn`

/**
 * A statement sees the rows as they were when it began, so that after waiting for the order's lock the order alone is fresh.
 * `isFresh` says whether it had to wait for a change.
 */
const open = preparedSql<ShipFacts & { order: object; isFresh: boolean }>(
  'order_ship_open',
  () => sql`
    with seen as materialized (
      select id, version from store_order where order_no = ${placeholder('orderNo')}
    ), locked as materialized (
      select * from store_order where id = (select id from seen) for update
    )
    select to_json(locked) as "order", seen.version = locked.version as "isFresh", ${factsOf(sql`locked`)} from locked, seen`,
)

const read = preparedSql<ShipFacts>(
  'order_ship_read',
  () => sql`select ${factsOf(sql`store_order`)} from store_order where store_order.id = ${placeholder('id')}`,
)

const asked = ({ expressCode, bareNumber, since, withOrders }: ShipQuestion) => ({
  expressCode,
  number: bareNumber,
  since: since.toISOString(),
  withOrders: JSON.stringify(withOrders),
})

/** Locks an order and reads what decides about sending it. Undefined for an unknown number. */
export async function openToShip(
  ctx: Ctx,
  orderNo: string,
  question: ShipQuestion,
): Promise<{ order: OrderRow; facts: ShipFacts } | undefined> {
  const [row] = await open(ctx.db, { orderNo, ...asked(question) })
  if (!row) return undefined
  const { order: json, isFresh, ...facts } = row
  const order = readOrder(json) as OrderRow
  return { order, facts: isFresh ? facts : await readToShip(ctx, order.id, question) }
}

/** What decides about sending an order that is locked. */
export async function readToShip(ctx: Ctx, id: number, question: ShipQuestion): Promise<ShipFacts> {
  const [row] = await read(ctx.db, { id, ...asked(question) })
  if (!row) throw new Error(`order ${id} is gone`)
  return row
}

const newParcels = newRows(shipments, ['traceState', 'traceTime', 'signTime'])
const newParcelLines = newRows(shipmentLines)

const write = preparedSql<{ id: number; version: number }>('order_ship', () => {
  const [id, at] = [sql`${placeholder('id')}::bigint`, sql`${placeholder('at')}::timestamptz`]
  const parts = sql`jsonb_to_recordset(${placeholder('parts')}::jsonb) as part("lineId" bigint, num int)`
  const packed = { shipmentId: sql`parcel.id`, lineId: sql`part."lineId"`, num: sql`part.num` }
  return sql`
    with sent_order as (
      update store_order set sent_num = sent_num + ${placeholder('sentNum')}::int, status = ${placeholder('status')}::smallint,
        ship_time = ${placeholder('shipTime')}::timestamptz, auto_receive_time = ${placeholder('autoReceiveTime')}::timestamptz,
        is_remind = is_remind and ${placeholder('status')}::smallint = 0, version = version + 1,
        updated_by = ${placeholder('updatedBy')}::bigint, updated_at = ${at}
      where id = ${id} returning id, version
    ), parcel as (${insertGiven(newParcels, sql`${placeholder('parcel')}`)} returning id),
    packed as (${insertSelected(newParcelLines, packed, sql`parcel, ${parts}`)}),
    sent as (
      update order_line set sent_num = sent_num + part.num from ${parts} where order_line.id = part."lineId" and order_id = ${id}
    ), noted as (${insertingLogs(sql`${placeholder('log')}`)}),
    told as (${storingEvents(sql`${placeholder('events')}`)})
    select id, version from sent_order`
})

/** A shipment as it is stored. */
export type Shipping = {
  order: OrderRow
  parcel: Omit<
    RowOf<typeof newParcels>,
    | ('orderId' | 'operatorId' | 'shipTime' | 'state' | 'trace')
    | ('createdBy' | 'updatedBy' | 'createdAt' | 'updatedAt')
  >
  parts: readonly SentPart[]
  /** What the order gets when nothing is left to send. */
  set: OrderSet
  note: OrderNote
  events: readonly OutboxEvent[]
}

/** Stores a shipment of a locked order: the order, its lines, the parcel, the log, and what others are told. */
export async function ship(ctx: Ctx, { order, parcel, parts, set, note, events }: Shipping) {
  const at = ctx.now()
  const by = ctx.caller?.userId ?? null
  const moment = (value: Date | null | undefined) => value?.toISOString() ?? null
  const [row] = await write(ctx.db, {
    id: order.id,
    at: at.toISOString(),
    updatedBy: by,
    parts: JSON.stringify(parts),
    sentNum: parts.reduce((sum, { num }) => sum + num, 0),
    status: set.status ?? order.status,
    shipTime: moment(set.shipTime ?? order.shipTime),
    autoReceiveTime: moment(set.autoReceiveTime ?? order.autoReceiveTime),
    parcel: givenJson(newParcels, [
      {
        ...parcel,
        orderId: order.id,
        operatorId: by ?? 0,
        shipTime: at,
        state: 0,
        trace: [],
        createdBy: by,
        updatedBy: by,
        createdAt: at,
        updatedAt: at,
      },
    ]),
    log: logsJson([logEntry(ctx, order.id, note)]),
    events: emitIn(ctx, events),
  })
  if (!row) throw new Error(`order ${order.id} is gone`)
  return row
}

/** How a parcel went, as staff said it. */
export function parcelOf(row: ShipmentRow): Parcel {
  const { deliveryType, expressCode, expressNo: expressNumber, mark } = row
  const { delivererName: deliveryName, delivererPhone: deliveryTel } = row
  return { deliveryType, expressCode, expressNumber, deliveryName, deliveryTel, mark }
}

/** A parcel by its number. */
export async function find({ db }: Ctx, deliveryNo: string): Promise<ShipmentRow | undefined> {
  const [row] = await db.select().from(shipments).where(eq(shipments.deliveryNo, deliveryNo))
  return row
}

/** Locks a parcel, whose order is locked. */
export async function lock({ db }: Ctx, id: number): Promise<ShipmentRow> {
  const [row] = await db.select().from(shipments).where(eq(shipments.id, id)).for('update')
  if (!row) throw new Error(`shipment ${id} is gone`)
  return row
}

/** What is in a parcel. */
export function partsOf({ db }: Ctx, shipmentId: number): Promise<SentPart[]> {
  const { lineId, num } = shipmentLines
  return db
    .select({ lineId, num })
    .from(shipmentLines)
    .where(eq(shipmentLines.shipmentId, shipmentId))
    .orderBy(asc(lineId))
}

/** The parcels of an order with what is in them. */
export async function packedOf({ db }: Ctx, orderId: number): Promise<PackedParcel[]> {
  const { rows } = await db.execute<PackedParcel>(sql`
    select delivery_no as "deliveryNo", state, (
      select coalesce(json_agg(json_build_object('lineId', line_id, 'num', num) order by line_id), '[]')
      from shipment_line
      where shipment_id = shipment.id) as lines
    from shipment where order_id = ${orderId} order by id`)
  return rows
}

/** Changes a parcel. */
export async function change(ctx: Ctx, id: number, set: Partial<typeof shipments.$inferInsert>): Promise<void> {
  await ctx.db
    .update(shipments)
    .set({ ...set, updatedBy: ctx.caller?.userId ?? null, updatedAt: ctx.now() })
    .where(eq(shipments.id, id))
}

/** Takes what was in a parcel back into the lines of its order. */
export async function unsend({ db }: Ctx, parts: readonly SentPart[]): Promise<void> {
  await db.execute(sql`
    update ${orderLines} set sent_num = sent_num - part.num
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part("lineId" bigint, num int)
    where order_line.id = part."lineId"`)
}

/** Other orders to ship to the receiver of an order, the oldest first. */
export async function listNeighbours(
  { db }: Ctx,
  { id, addressKey }: Pick<OrderRow, 'id' | 'addressKey'>,
  limit: number,
) {
  const { orderNo, totalNum, createdAt } = storeOrders
  return db
    .select({ orderNo, totalNum, createdAt, storeName: firstName })
    .from(storeOrders)
    .where(
      and(
        eq(storeOrders.addressKey, addressKey ?? ''),
        sql`${isReadyToShip(sql`store_order`)} and ${storeOrders.id} <> ${id}`,
      ),
    )
    .orderBy(asc(createdAt), asc(storeOrders.id))
    .limit(limit)
}

/** Ends the parcels of an order that are on their way: 1 received, 2 withdrawn. */
export async function endParcels({ db, now }: Ctx, orderId: number, state: 1 | 2): Promise<void> {
  await db
    .update(shipments)
    .set({ state, traceAt: null, updatedAt: now() })
    .where(and(eq(shipments.orderId, orderId), eq(shipments.state, 0)))
}
