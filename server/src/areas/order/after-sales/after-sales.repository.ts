import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { NewRow, WhoAndWhen } from '../../../platform/data/given-rows.ts'
import { type Operator, operatorOf } from '../../../platform/data/operator.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { expressCompanies } from '../../setting/express/express-company.tables.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { isOpen } from './after-sales.parts.ts'
import { afterSales, afterSalesLines, afterSalesLogs } from './after-sales.tables.ts'

export type CaseRow = typeof afterSales.$inferSelect
/** What judging a case and settling it fill. */
type LaterOfCase =
  | (WhoAndWhen | 'version')
  | (
      | 'state'
      | 'salesState'
      | 'received'
      | 'consignee'
      | 'phone'
      | 'address'
      | 'expressCode'
      | 'expressName'
      | 'expressNo'
    )
  | ('reminded' | 'returnDeadline' | 'auditTime' | 'deliveryTime' | 'completeTime' | 'refuseReason' | 'inspectMark')
  | ('inspectImages' | 'restock' | 'refundNo' | 'isDel')
export type NewCase = NewRow<typeof afterSales, LaterOfCase>
export type CaseSet = Partial<Omit<typeof afterSales.$inferInsert, 'id' | 'version'>>
export type CaseLineRow = typeof afterSalesLines.$inferSelect
export type CaseLineDraft = Omit<NewRow<typeof afterSalesLines>, 'afterSalesId'>
type BookedRefund = { id: number; refundNo: string; amountFen: number; postageAmountFen: number }
type NewLog = NewRow<typeof afterSalesLogs>
export type CaseNote = Omit<NewLog, 'afterSalesId' | keyof Operator | 'createdAt' | 'images'> &
  Partial<Pick<NewLog, 'images'>>

/** Adds to the log of a case, in the name of the caller. */
export async function noteCase(ctx: Ctx, afterSalesId: number, note: CaseNote): Promise<void> {
  const row: NewLog = {
    ...note,
    message: cutText(note.message, 512),
    images: note.images ?? [],
    afterSalesId,
    ...operatorOf(ctx),
    createdAt: ctx.now(),
  }
  await ctx.db.insert(afterSalesLogs).values(row)
}

/** Its money has gone back: the case is finished, with what was booked, which may be less than was agreed. Its order is locked. */
export async function finishCase(
  tx: Ctx,
  id: number,
  { id: refundId, refundNo, amountFen, postageAmountFen }: BookedRefund,
): Promise<void> {
  const booked = { refundNo, refundAmountFen: amountFen, postageFen: postageAmountFen }
  await changeCase(tx, id, { ...booked, state: 3, completeTime: tx.now() })
  await tx.db.execute(sql`
    update after_sales_line as asked set money_fen = booked.money_fen from refund_line as booked
    where asked.after_sales_id = ${id} and booked.refund_id = ${refundId} and booked.line_id = asked.line_id`)
  await noteCase(tx, id, { what: 'refunded', message: `已退款，退款单号 ${refundNo}` })
}

/** What the open case of an order asks for; undefined without one. */
export async function openCaseType({ db }: Ctx, orderId: number): Promise<CaseRow['serviceType'] | undefined> {
  const [row] = await db
    .select({ serviceType: afterSales.serviceType })
    .from(afterSales)
    .where(and(eq(afterSales.orderId, orderId), isOpen))
  return row?.serviceType
}

/** The open case of an order, with its units. */
export async function findOpen({ db }: Ctx, orderId: number) {
  const [found] = await db
    .select()
    .from(afterSales)
    .where(and(eq(afterSales.orderId, orderId), isOpen))
  if (!found) return undefined
  const { lineId, num } = afterSalesLines
  const lines = await db.select({ lineId, num }).from(afterSalesLines).where(eq(afterSalesLines.afterSalesId, found.id))
  return { ...found, lines }
}

/** Whether a case waits for its end. */
export async function isCaseOpen({ db }: Ctx, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: afterSales.id })
    .from(afterSales)
    .where(and(eq(afterSales.id, id), isOpen))
  return row !== undefined
}

/** Stores a case with its lines. */
export async function insertCase(
  { db, now }: Ctx,
  row: NewCase,
  lines: readonly CaseLineDraft[],
): Promise<{ id: number; version: number }> {
  const [saved] = await db
    .insert(afterSales)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .returning({ id: afterSales.id, version: afterSales.version })
  if (!saved) throw new Error('the case was not stored')
  await db.insert(afterSalesLines).values(lines.map((line) => ({ ...line, afterSalesId: saved.id })))
  return saved
}

/** Replaces what a case is about. */
export async function replaceLines({ db }: Ctx, afterSalesId: number, lines: readonly CaseLineDraft[]): Promise<void> {
  await db.delete(afterSalesLines).where(eq(afterSalesLines.afterSalesId, afterSalesId))
  await db.insert(afterSalesLines).values(lines.map((line) => ({ ...line, afterSalesId })))
}

/** Changes a locked case. Returns its new version. */
export async function changeCase({ db, caller, now }: Ctx, id: number, set: CaseSet) {
  const [saved] = await db
    .update(afterSales)
    .set({ ...set, version: sql`${afterSales.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(afterSales.id, id))
    .returning({ id: afterSales.id, version: afterSales.version })
  if (!saved) throw new Error(`case ${id} is gone`)
  return saved
}

/** How many cases of an order were opened since a moment. */
export function countSince({ db }: Ctx, orderId: number, since: Date): Promise<number> {
  return db.$count(afterSales, and(eq(afterSales.orderId, orderId), gt(afterSales.createdAt, since)))
}

export async function findCase({ db }: Ctx, id: number): Promise<CaseRow | undefined> {
  const [row] = await db.select().from(afterSales).where(eq(afterSales.id, id))
  return row
}

/** Locks a case; its order is locked. */
export async function lockCase({ db }: Ctx, id: number): Promise<CaseRow | undefined> {
  const [row] = await db.select().from(afterSales).where(eq(afterSales.id, id)).for('update')
  return row
}

/** Locks the open case of a locked order. */
export async function lockOpen({ db }: Ctx, orderId: number): Promise<CaseRow | undefined> {
  const [row] = await db
    .select()
    .from(afterSales)
    .where(and(eq(afterSales.orderId, orderId), isOpen))
    .for('update')
  return row
}

/** What a case is about, in the order of the order's lines. */
export async function linesOfCase({ db }: Ctx, afterSalesId: number): Promise<CaseLineRow[]> {
  const found = await db
    .select({ line: afterSalesLines })
    .from(afterSalesLines)
    .innerJoin(orderLines, eq(orderLines.id, afterSalesLines.lineId))
    .where(eq(afterSalesLines.afterSalesId, afterSalesId))
    .orderBy(asc(orderLines.lineNo))
  return found.map(({ line }) => line)
}

/** The log of a case, as it happened. */
export function logOf({ db }: Ctx, afterSalesId: number) {
  return db
    .select()
    .from(afterSalesLogs)
    .where(eq(afterSalesLogs.afterSalesId, afterSalesId))
    .orderBy(asc(afterSalesLogs.id))
}

/** How often cases for each line of an order were refused. */
export async function refusalsOf({ db }: Ctx, orderId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ lineId: afterSalesLines.lineId, count: sql<number>`count(*)::int` })
    .from(afterSales)
    .innerJoin(afterSalesLines, eq(afterSalesLines.afterSalesId, afterSales.id))
    .where(and(eq(afterSales.orderId, orderId), eq(afterSales.salesState, 2)))
    .groupBy(afterSalesLines.lineId)
  return new Map(rows.map(({ lineId, count }) => [lineId, count]))
}

/** Puts units of the lines of a locked order into a case, or with negative numbers takes them out. */
export async function claimUnits({ db }: Ctx, units: readonly { lineId: number; num: number }[]): Promise<void> {
  await db.execute(sql`
    update order_line set after_num = after_num + given.num
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as given("lineId" bigint, num integer)
    where order_line.id = given."lineId"`)
}

/** A case, and the state of its refund: 0 on its way, 1 back, 2 refused; null while there is none. */
export type OwnCaseRow = { sale: CaseRow; refundState: number | null }

const selectOwn = ({ db }: Ctx) =>
  db
    .select({
      sale: afterSales,
      refundState: sql<number | null>`(select refund.state from refund
        where refund.refund_no = after_sales.refund_no and after_sales.refund_no <> '')`,
    })
    .from(afterSales)

/** A page of a buyer's cases that they have not deleted, newest first. */
export async function listOwn(
  ctx: Ctx,
  uid: number,
  tab: 'all' | 'open' | 'ended',
  { limit, offset }: Page,
): Promise<{ rows: OwnCaseRow[]; total: number }> {
  const where = and(
    eq(afterSales.uid, uid),
    eq(afterSales.isDel, false),
    tab === 'all' ? undefined : tab === 'open' ? isOpen : sql`not (${isOpen})`,
  )
  const rows = await selectOwn(ctx).where(where).orderBy(desc(afterSales.id)).limit(limit).offset(offset)
  return { rows, total: await ctx.db.$count(afterSales, where) }
}

/** The cases of an order that its buyer has not deleted, newest first. */
export function listOwnOfOrder(ctx: Ctx, orderId: number): Promise<OwnCaseRow[]> {
  const where = and(eq(afterSales.orderId, orderId), eq(afterSales.isDel, false))
  return selectOwn(ctx).where(where).orderBy(desc(afterSales.id))
}

/** A case with how far its money got; undefined for none. */
export async function findWithRefund(ctx: Ctx, id: number): Promise<OwnCaseRow | undefined> {
  const [row] = await selectOwn(ctx).where(eq(afterSales.id, id))
  return row
}

/** The lines of several cases, with what the order says of them. */
export async function linesOfCases({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const { productId, storeName, image, sku } = orderLines
  const { afterSalesId, lineId, num, moneyFen } = afterSalesLines
  return db
    .select({ afterSalesId, lineId, num, moneyFen, productId, storeName, image, sku })
    .from(afterSalesLines)
    .innerJoin(orderLines, eq(orderLines.id, afterSalesLines.lineId))
    .where(sql`${afterSalesId} = any(${sql.param([...ids])}::bigint[])`)
    .orderBy(asc(afterSalesId), asc(orderLines.lineNo))
}

/** A carrier that buyers may name. */
export async function findCarrier({ db }: Ctx, code: string): Promise<{ code: string; name: string } | undefined> {
  const [row] = await db
    .select({ code: expressCompanies.code, name: expressCompanies.name })
    .from(expressCompanies)
    .where(
      and(
        eq(sql`lower(${expressCompanies.code})`, code.toLowerCase()),
        eq(expressCompanies.isShow, true),
        eq(expressCompanies.status, true),
      ),
    )
  return row
}

/** Cases that a job looks at, after the last one it saw. */
export type DueCase = { id: number; orderId: number }

/** Cases that nobody has looked at for half of their time and of which the shop was not reminded, or for all of it. */
export function listLate(ctx: Ctx, handler: string, after: number, limit: number): Promise<DueCase[]> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const half = sql`${afterSales.auditDeadline} - (${afterSales.auditDeadline} - ${afterSales.createdAt}) / 2 <= ${at}`
  const due = sql`(${afterSales.auditDeadline} <= ${at} or not ${afterSales.reminded} and ${half})`
  const waits = sql`state = 0 and sales_state = 0 and ${afterSales.auditDeadline} is not null and ${due}`
  return dueOf(ctx, handler, waits, after, limit)
}

/** Approved returns whose parcels were not sent in time. */
export function listUnreturned(ctx: Ctx, handler: string, after: number, limit: number): Promise<DueCase[]> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const waits = sql`state = 1 and sales_state = 0 and ${afterSales.returnDeadline} <= ${at}`
  return dueOf(ctx, handler, waits, after, limit)
}

function dueOf(ctx: Ctx, handler: string, where: SQL, after: number, limit: number): Promise<DueCase[]> {
  return ctx.db
    .select({ id: afterSales.id, orderId: afterSales.orderId })
    .from(afterSales)
    .where(and(where, gt(afterSales.id, after), isTried(ctx, handler, afterSales.id)))
    .orderBy(asc(afterSales.id))
    .limit(limit)
}

/** How many cases wait for the shop: to be judged or paid, or to be taken in; of these stores alone, if any are given. */
export async function countWaiting(
  { db }: Ctx,
  what: 'handle' | 'receive',
  storeIds: readonly number[] | undefined,
): Promise<number> {
  const inFlight = sql`exists (select from refund where refund.order_id = after_sales.order_id
    and refund.state = 0 and not refund.surplus)`
  const waits =
    what === 'receive'
      ? sql`state = 2 and received = 0`
      : sql`(state = 0 or (state = 1 and service_type = 0 or state = 2 and received > 0) and not ${inFlight})`
  return db.$count(afterSales, and(isOpen, waits, ofStores(storeIds)))
}

/** Pick-up cases of these stores; every case without a limit. */
export function ofStores(storeIds: readonly number[] | undefined): SQL | undefined {
  return (
    storeIds && sql`after_sales.shipping_type = 2 and after_sales.store_id = any(${sql.param([...storeIds])}::bigint[])`
  )
}

/** What a notification of a case says. */
export async function findForNotice({ db }: Ctx, id: number) {
  const [row] = await db
    .select({
      id: afterSales.id,
      salesNo: afterSales.salesNo,
      orderNo: afterSales.orderNo,
      reason: afterSales.reason,
      serviceType: afterSales.serviceType,
      refundAmountFen: afterSales.refundAmountFen,
      shippingType: afterSales.shippingType,
      storeId: afterSales.storeId,
      expressName: afterSales.expressName,
      expressNo: afterSales.expressNo,
      realName: storeOrders.realName,
    })
    .from(afterSales)
    .innerJoin(storeOrders, eq(storeOrders.id, afterSales.orderId))
    .where(eq(afterSales.id, id))
  return row
}
