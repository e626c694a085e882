import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { jsonReader } from '../../../platform/data/json-rows.ts'
import { Overtaken } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { hasOpenEdit, lockingOfTeam, lockingOrder, logEntry, type OrderNote } from './order.parts.ts'
import { orderLines, orderLogs, storeOrders } from './order.tables.ts'

export type OrderRow = typeof storeOrders.$inferSelect
export type LineRow = typeof orderLines.$inferSelect
export type OrderSet = Partial<Omit<typeof storeOrders.$inferInsert, 'id' | 'version'>>

/** What an order is found by. */
export type OrderKey = { orderNo: string } | { id: number }

const byKey = (key: OrderKey) => ('orderNo' in key ? eq(storeOrders.orderNo, key.orderNo) : eq(storeOrders.id, key.id))

/** An order that is not deleted for good. */
export async function findOrder({ db }: Ctx, key: OrderKey): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(storeOrders)
    .where(and(byKey(key), eq(storeOrders.isSystemDel, false)))
  return row
}

/**
 * Locks an order until the transaction ends, after the team that it waits for: every transition begins with this. Also finds those deleted
 * for good.
 * @param ctx a transaction under `retried`
 */
export function lockOrder(ctx: Ctx, key: OrderKey): Promise<OrderRow | undefined> {
  return lockWhere(ctx, 'orderNo' in key ? sql`order_no = ${key.orderNo}` : sql`store_order.id = ${key.id}`)
}

/** Locks a buyer's order that is not deleted for good. @param ctx as {@link lockOrder} */
export function lockOwn(ctx: Ctx, uid: number, orderNo: string): Promise<OrderRow | undefined> {
  return lockWhere(ctx, sql`order_no = ${orderNo} and store_order.uid = ${uid} and not is_system_del`)
}

async function lockWhere(ctx: Ctx, is: SQL): Promise<OrderRow | undefined> {
  const { rows } = await ctx.db.execute<{ row: object }>(
    sql`select to_json(found) as row from (${lockingOrder(is)}) as found`,
  )
  const [found] = rows
  return found && lockedOrder(ctx, found.row)
}

/** Makes an order's row of what `to_json` says of it. */
export const readOrder = jsonReader(storeOrders)

/**
 * The order of a row of `lockingOrder`, locked, also where its team was locked first.
 * @throws {Overtaken} when it has joined another team meanwhile, which is not locked
 */
export async function lockedOrder({ db }: Ctx, row: object): Promise<OrderRow> {
  const { locked_team: teamId } = row as { locked_team: number | null }
  const read = readOrder(row)
  const order = teamId === null ? read : await lockOfTeam(db, read.id, teamId)
  if (order.pinkId > 0 && order.pinkStatus < 2 && order.pinkId !== teamId) throw new Overtaken()
  return order
}

async function lockOfTeam(db: Ctx['db'], id: number, teamId: number): Promise<OrderRow> {
  const { rows } = await db.execute<{ row: object }>(
    sql`select to_json(found) as row from (${lockingOfTeam(sql`${id}`, sql`${teamId}`)}) as found`,
  )
  const own = rows.map(({ row }) => readOrder(row)).find((each) => each.id === id)
  if (!own) throw new Error(`order ${id} is gone`)
  return own
}

/** A buyer's order that the buyer has not deleted. */
export async function findOwn({ db }: Ctx, uid: number, orderNo: string): Promise<OrderRow | undefined> {
  const own = and(byKey({ orderNo }), eq(storeOrders.uid, uid), eq(storeOrders.isDel, false))
  const [row] = await db
    .select()
    .from(storeOrders)
    .where(and(own, eq(storeOrders.isSystemDel, false)))
  return row
}

/** An order whose time to pay is over. */
export type DueOrder = { id: number; payDeadline: Date }

const overdue = ({ now }: Ctx) => and(sql`tab = 1`, lt(storeOrders.payDeadline, now()))

/** The orders whose time to pay is over, the longest first, that a job still tries; those that come after one. */
export async function listOverdue(
  ctx: Ctx,
  job: string,
  after: DueOrder | undefined,
  limit: number,
): Promise<DueOrder[]> {
  const { payDeadline, id } = storeOrders
  const behind = after && sql`(${payDeadline}, ${id}) > (${after.payDeadline}::timestamptz, ${after.id}::bigint)`
  const rows = await ctx.db
    .select({ id, payDeadline })
    .from(storeOrders)
    .where(and(overdue(ctx), isTried(ctx, job, id), behind))
    .orderBy(asc(payDeadline), asc(id))
    .limit(limit)
  return rows as DueOrder[]
}

/** Locks an order, after the team it is to join, unless it is held by others or its time is not over after all. */
export async function lockOverdue(ctx: Ctx, id: number): Promise<OrderRow | undefined> {
  const team = sql`(select count(*) from (
    select id from team where id = (select pink_id from store_order as own where own.id = ${id} and own.pink_id > 0) for update
  ) as locked) >= 0`
  const [row] = await ctx.db
    .select()
    .from(storeOrders)
    .where(and(team, eq(storeOrders.id, id), overdue(ctx)))
    .for('update', { skipLocked: true })
  return row
}

/** The lines of an order, in their order. */
export function linesOf({ db }: Ctx, orderId: number): Promise<LineRow[]> {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.lineNo))
}

/** Changes a locked order. Returns its new version. */
export async function changeOrder({ db, caller, now }: Ctx, id: number, set: OrderSet) {
  const [saved] = await db
    .update(storeOrders)
    .set({ ...set, version: sql`${storeOrders.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(storeOrders.id, id))
    .returning({ id: storeOrders.id, version: storeOrders.version })
  if (!saved) throw new Error(`order ${id} is gone`)
  return saved
}

/** What an entry of the log says: of a refund with its whole calculation, which is longer than a message may be. */
export const logText = ({ message, extra }: Pick<typeof orderLogs.$inferSelect, 'message' | 'extra'>): string =>
  extra?.text ? `${message}。${extra.text}` : message

/** Adds to the log of an order, in the name of the caller. */
export async function noteOrder(ctx: Ctx, orderId: number, note: OrderNote): Promise<void> {
  await ctx.db.insert(orderLogs).values(logEntry(ctx, orderId, note))
}

/** Whether a verify code is free. */
export async function isFreeCode({ db }: Ctx, verifyCode: string): Promise<boolean> {
  const [taken] = await db
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .where(and(eq(storeOrders.verifyCode, verifyCode), sql`verify_code <> ''`))
  return !taken
}

/** Puts a change of the price on the lines of a locked order. */
export async function adjustLines({ db }: Ctx, changes: readonly { id: number; adjustFen: number }[]): Promise<void> {
  await db.execute(sql`
    update order_line set adjust_share_fen = adjust_share_fen + given."adjustFen",
      pay_share_fen = pay_share_fen + given."adjustFen"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given(id bigint, "adjustFen" bigint)
    where order_line.id = given.id`)
}

/** Whether an edit of an order waits for its money. */
export async function isEdited({ db }: Ctx, orderId: number): Promise<boolean> {
  const [row] = await db
    .select({ isEdited: hasOpenEdit(sql`store_order`) })
    .from(storeOrders)
    .where(eq(storeOrders.id, orderId))
  return row?.isEdited ?? false
}

/** How many orders of a buyer wait to be paid at the door or the counter. */
export async function countOpenCod({ db }: Ctx, uid: number): Promise<number> {
  return db.$count(
    storeOrders,
    and(eq(storeOrders.uid, uid), sql`cod and not paid and close_type = 0 and not is_system_del`),
  )
}
