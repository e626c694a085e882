import type { ShipBatchInfo } from '@zhanggui/contract/order/ship-batch.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { bareNumber } from '@zhanggui/domain/order/express.ts'
import { areaText } from '@zhanggui/domain/order/order-label.ts'
import { type JudgedShipRow, MAX_WORDS, type NumberUse, type ShipOrderFacts } from '@zhanggui/domain/order/ship-row.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { givenJson, insertGiven, type NewRow, newRows } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import { pathJson } from '../../setting/region/region.parts.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { isNumbered } from '../order/express.parts.ts'
import { fulfilColumns } from '../order/order.parts.ts'
import type { OrderRow } from '../order/order.repository.ts'
import { storeOrders } from '../order/order.tables.ts'
import { shipments } from '../shipment/shipment.tables.ts'
import { shipBatches, shipBatchRows } from './ship-batch.tables.ts'

export type BatchRow = typeof shipBatches.$inferSelect
export type RowRecord = typeof shipBatchRows.$inferSelect
export type RowInsert = Pick<RowRecord, 'row' | 'given' | 'meant' | 'state' | 'message'>
/** What a row means, as stored. */
export type Meant = Omit<JudgedShipRow, 'row' | 'message'> & { deliveryNos?: string[] }

type FoundLine = { id: number; storeName: string; sku: string; codes: string[]; left: number }

const lines = sql<FoundLine[]>`(
  select coalesce(json_agg(json_build_object('id', line.id, 'storeName', line.store_name, 'sku', line.sku,
    'codes', array_remove(array[line.bar_code, line.unique, coalesce(goods.sku_no, '')], ''),
    'left', line.num - line.sent_num - line.cut_num) order by line.line_no), '[]')
  from order_line as line left join product_sku as goods on goods.id = line.sku_id
  where line.order_id = store_order.id)`
const parcels = sql<string[]>`(
  select coalesce(json_agg(express_no), '[]') from shipment where order_id = store_order.id and state <> 2)`

/** A product of which the template does not deliver to where the order goes. */
const undelivered = sql<string | null>`(
  select line.store_name from order_line as line join product on product.id = line.product_id
  join freight_template as template on template.id = product.temp_id and template.undelivery
  join freight_undelivery as refused on refused.temp_id = template.id
  where line.order_id = store_order.id and line.num > line.sent_num + line.cut_num
    and refused.city_ids && array(select place from json_array_elements_text(${pathJson(sql`store_order.city_id`)}) as place)::int[]
  order by line.line_no limit 1)`

const { id, orderNo, realName, userPhone, province, city, district, addressKey, printStale } = storeOrders
const { isSystemDel, storeId } = storeOrders

/** Orders as shipping by a sheet judges them, by their numbers; those deleted for good aside. */
export async function findOrders({ db }: Ctx, orderNos: readonly string[]) {
  const rows = await db
    .select({
      id,
      orderNo,
      realName,
      userPhone,
      province,
      city,
      district,
      addressKey,
      printStale,
      storeId,
      lines,
      parcels,
      ...fulfilColumns,
      undelivered,
    })
    .from(storeOrders)
    .where(and(sql`${orderNo} = any(${sql.param([...orderNos])}::text[])`, eq(isSystemDel, false)))
  return rows.map(({ parcels: numbers, ...row }) => {
    const receiver = [row.realName, maskPhone(row.userPhone), areaText(row)].filter(Boolean).join(' ')
    const undelivered = row.undelivered ?? ''
    return { ...row, receiver, undelivered, numbers: numbers.filter(Boolean), parcels: numbers.length }
  }) satisfies (ShipOrderFacts & Pick<OrderRow, 'storeId'>)[]
}

/** The ids of orders, ascending, as they are locked. */
export function idsOf({ db }: Ctx, orderNos: readonly string[]) {
  const named = sql`${orderNo} = any(${sql.param([...orderNos])}::text[])`
  return db.select({ id }).from(storeOrders).where(named).orderBy(asc(id))
}

/** The parcels that carry these tracking numbers, sent since a moment and not withdrawn. */
export async function findUses({ db }: Ctx, numbers: readonly string[], since: Date): Promise<NumberUse[]> {
  const { rows } = await db.execute<NumberUse>(sql`
    select used.express_no as number, used.order_no as "orderNo", used.address_key as "addressKey"
    from unnest(${sql.param([...numbers])}::text[]) as asked(no) cross join lateral (
      select shipment.express_no, other.order_no, other.address_key
      from shipment join store_order as other on other.id = shipment.order_id
      where ${isNumbered(sql`asked.no`)} and shipment.state <> 2 and shipment.ship_time > ${since.toISOString()}::timestamptz
      order by shipment.id desc limit 20) as used`)
  return rows
}

/** Whether a parcel of an order that was not withdrawn has this number. */
export async function hasNumber({ db }: Ctx, orderId: number, expressNo: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from shipment where order_id = ${orderId} and state <> 2 and ${isNumbered(bareNumber(expressNo))} limit 1`)
  return rows.length > 0
}

/** The columns that its run fills. */
type LaterOfBatch = 'state' | 'taskId' | 'shipped' | 'failed' | 'confirmedAt' | 'finishedAt'

export async function insert({ db, actor, now }: Ctx, batch: Pick<BatchRow, 'fileName' | 'total' | 'expiresAt'>) {
  const by = actor.userId
  const at = now()
  const row: NewRow<typeof shipBatches, LaterOfBatch> = {
    ...batch,
    operatorId: by,
    createdBy: by,
    updatedBy: by,
    createdAt: at,
    updatedAt: at,
  }
  const [saved] = await db.insert(shipBatches).values(row).returning({ id: shipBatches.id })
  if (!saved) throw new Error('the batch was not stored')
  return saved.id
}

const newBatchRows = newRows(shipBatchRows)

export async function insertRows({ db }: Ctx, batchId: number, rows: readonly RowInsert[]): Promise<void> {
  const given = givenJson(
    newBatchRows,
    rows.map((row) => ({ ...row, batchId, deliveryNo: '' })),
  )
  await db.execute(insertGiven(newBatchRows, sql`${given}`))
}

/** Stores rows of a batch that were judged again. */
export async function updateRows({ db }: Ctx, batchId: number, rows: readonly RowInsert[]): Promise<void> {
  if (!rows.length) return
  await db.execute(sql`
    update ship_batch_row set given = fresh.given, meant = fresh.meant, state = fresh.state, message = fresh.message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as fresh(row int, given jsonb, meant jsonb, state smallint, message text)
    where batch_id = ${batchId} and ship_batch_row.row = fresh.row`)
}

/** Stores how it went with a row, unless somebody did before. */
export async function settleRow(
  { db }: Ctx,
  row: Pick<RowRecord, 'id' | 'state'>,
  set: Partial<Pick<RowRecord, 'state' | 'message' | 'deliveryNo' | 'meant'>>,
): Promise<boolean> {
  const done = await db
    .update(shipBatchRows)
    .set({ ...set, ...(set.message !== undefined && { message: cutText(set.message, MAX_WORDS) }) })
    .where(and(eq(shipBatchRows.id, row.id), eq(shipBatchRows.state, row.state)))
    .returning({ id: shipBatchRows.id })
  return done.length > 0
}

/** Whoever sees some stores alone sees their own batches. */
function seen({ actor }: Ctx): SQL | undefined {
  return actor.scope.storeIds ? eq(shipBatches.operatorId, actor.userId) : undefined
}

/** Expired ones are gone, also before they are cleaned up. */
function alive({ now }: Ctx): SQL | undefined {
  return or(isNull(shipBatches.expiresAt), gt(shipBatches.expiresAt, now()))
}

/** Locks a batch that the caller sees, until the transaction ends. */
export async function lock(ctx: Ctx, batchId: number): Promise<BatchRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(shipBatches)
    .where(and(eq(shipBatches.id, batchId), seen(ctx)))
    .for('update')
  return row
}

const task = { type: tasks.type, status: tasks.status }
const ofTask = sql`task.id::text = ship_batch.task_id`
const counted = sql<Pick<ShipBatchInfo, 'ready' | 'bad' | 'warned' | 'shipped' | 'failed' | 'withdrawn'>>`(
  select json_build_object('ready', count(*) filter (where state = 0), 'bad', count(*) filter (where state = 1),
    'warned', count(*) filter (where state = 0 and meant ->> 'warning' <> ''),
    'shipped', count(*) filter (where state = 2), 'failed', count(*) filter (where state = 3),
    'withdrawn', count(*) filter (where state = 4))
  from ship_batch_row where batch_id = ship_batch.id)`

function select({ db }: Ctx) {
  return db
    .select({ batch: shipBatches, operatorName: adminUsers.nickName, task, counts: counted })
    .from(shipBatches)
    .leftJoin(adminUsers, eq(adminUsers.id, shipBatches.operatorId))
    .leftJoin(tasks, ofTask)
    .$dynamic()
}
export type FoundBatch = Awaited<ReturnType<typeof select>>[number]

export async function find(ctx: Ctx, batchId: number): Promise<FoundBatch | undefined> {
  const [found] = await select(ctx).where(and(eq(shipBatches.id, batchId), seen(ctx), alive(ctx)))
  return found
}

/** A page of batches, newest first. */
export async function list(ctx: Ctx, { limit, offset }: Page) {
  const where = and(seen(ctx), alive(ctx))
  const rows = await select(ctx).where(where).orderBy(desc(shipBatches.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, shipBatches, where ?? sql`true`)) }
}

/** The rows of a batch, as numbered; of some states alone, if any are named. */
export function listRows({ db }: Ctx, batchId: number, states?: readonly number[]): Promise<RowRecord[]> {
  const of = eq(shipBatchRows.batchId, batchId)
  return db
    .select()
    .from(shipBatchRows)
    .where(states ? and(of, inArray(shipBatchRows.state, [...states])) : of)
    .orderBy(asc(shipBatchRows.row))
}

export async function countStates({ db }: Ctx, batchId: number): Promise<ReadonlyMap<number, number>> {
  const { state } = shipBatchRows
  const rows = await db
    .select({ state, count: count() })
    .from(shipBatchRows)
    .where(eq(shipBatchRows.batchId, batchId))
    .groupBy(state)
  return new Map(rows.map((row) => [row.state, row.count]))
}

export async function update({ db, now }: Ctx, batchId: number, set: Partial<BatchRow>): Promise<void> {
  await db
    .update(shipBatches)
    .set({ ...set, updatedAt: now() })
    .where(eq(shipBatches.id, batchId))
}

/** The parcels that a batch sent, the last first: further ones before those they were added to. */
export function listParcels({ db }: Ctx, batchId: number) {
  const { deliveryNo, state, expressNo } = shipments
  return db
    .select({ deliveryNo, state, expressNo })
    .from(shipments)
    .where(eq(shipments.batchId, batchId))
    .orderBy(desc(shipments.id))
}
