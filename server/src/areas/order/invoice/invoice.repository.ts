import type { InvoiceQuery } from '@zhanggui/contract/order/invoice.ts'
import type { InvoiceState, InvoiceTitle } from '@zhanggui/domain/order/invoice.ts'
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isPickedUpAt } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'
import { findMeant, type Meaning } from '../order-keyword/order-meaning.repository.ts'
import { invoices } from './invoice.tables.ts'

export type InvoiceRow = typeof invoices.$inferSelect
/** A query, with what its keyword may mean of orders. */
export type InvoiceFilter = InvoiceQuery & { meanings: readonly Meaning[] }
export type FoundInvoice = Awaited<ReturnType<typeof list>>['rows'][number]

/** What is written on it: products with their units that are not back, in one text. */
const goods = sql<{ text: string; num: number }>`(
  select json_build_object('text', coalesce(string_agg(trim(store_name || ' ' || sku) || '×' || num - refund_num, '；' order by line_no), ''),
    'num', coalesce(sum(num - refund_num), 0))
  from order_line where order_id = ${invoices.orderId} and num > refund_num)`

function select({ db }: Ctx, where: SQL | undefined) {
  return db
    .select({
      invoice: invoices,
      order: storeOrders,
      nickname: shopUsers.nickname,
      operatorName: sql<string>`coalesce(${adminUsers.nickName}, '')`,
      goods,
    })
    .from(invoices)
    .innerJoin(storeOrders, eq(storeOrders.id, invoices.orderId))
    .leftJoin(shopUsers, eq(shopUsers.id, invoices.uid))
    .leftJoin(adminUsers, eq(adminUsers.id, invoices.operatorId))
    .where(where)
    .orderBy(desc(invoices.id))
    .$dynamic()
}

/** A page of invoices, the newest first. */
export async function list(ctx: Ctx, query: InvoiceFilter, { limit, offset }: Page) {
  const where = matching(ctx, query)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, invoices, where)) }
}

/** The exact number of invoices. */
export const count = (ctx: Ctx, query: InvoiceFilter): Promise<number> => ctx.db.$count(invoices, matching(ctx, query))

/** The next invoices for an export. */
export const next = (ctx: Ctx, query: InvoiceFilter, { after, limit }: Batch): Promise<FoundInvoice[]> =>
  select(ctx, and(matching(ctx, query), after === undefined ? undefined : lt(invoices.id, after))).limit(limit)

/** How many there are in each state. */
export async function countStates(ctx: Ctx, query: InvoiceFilter): Promise<Partial<Record<InvoiceState, number>>> {
  const rows = await ctx.db
    .select({ state: invoices.state, num: sql<number>`count(*)`.mapWith(Number) })
    .from(invoices)
    .where(matching(ctx, query))
    .groupBy(invoices.state)
  return Object.fromEntries(rows.map(({ state, num }) => [state, num]))
}

/** Accounts that see their stores alone see those of orders picked up there. */
function matching(
  ctx: Ctx,
  { keywords, meanings, dateLimit, state, orderId, ...left }: InvoiceFilter,
): SQL | undefined {
  const own = ctx.actor.scope.storeIds
  const typed = keywords?.trim()
  return and(
    allRead(left),
    own && sql`${invoices.orderId} in (select id from store_order where ${isPickedUpAt(own)})`,
    typed
      ? or(
          sql`${invoices.orderId} in (${findMeant(meanings, own)})`,
          eq(invoices.title, typed),
          and(eq(invoices.taxNo, typed.toUpperCase()), sql`${invoices.taxNo} <> ''`),
          eq(invoices.number, typed),
        )
      : undefined,
    within(invoices.createdAt, dateLimit, ctx),
    is(invoices.state, state),
    is(invoices.orderId, orderId),
  )
}

export async function find({ db }: Ctx, id: number): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
  return row
}

/** The newest of an order. */
export async function findNewest({ db }: Ctx, orderId: number): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(desc(invoices.id))
    .limit(1)
  return row
}

/** The one of a locked order that waits or is issued. */
export async function findOpen({ db }: Ctx, orderId: number): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), sql`state < 2`))
  return row
}

/** The newest of a buyer, whatever became of it. */
export async function findLastOf({ db }: Ctx, uid: number): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(invoices).where(eq(invoices.uid, uid)).orderBy(desc(invoices.id)).limit(1)
  return row
}

export async function insert(
  { db, caller, now }: Ctx,
  row: InvoiceTitle & Pick<InvoiceRow, 'orderId' | 'uid' | 'amountFen'>,
): Promise<{ id: number } | undefined> {
  const at = now()
  const by = caller?.userId ?? null
  const [saved] = await db
    .insert(invoices)
    .values({ ...row, createdBy: by, updatedBy: by, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ id: invoices.id })
  return saved
}

/** Changes an invoice of a locked order that is in a state. Returns undefined for one that is not, or a number that is taken. */
export async function change(
  { db, caller, now }: Ctx,
  { id, state }: Pick<InvoiceRow, 'id' | 'state'>,
  set: Partial<InvoiceRow>,
): Promise<{ id: number } | undefined> {
  const [saved] = await db
    .update(invoices)
    .set({ ...set, version: sql`${invoices.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(and(eq(invoices.id, id), eq(invoices.state, state)))
    .returning({ id: invoices.id })
  return saved
}

/** The order that an invoice with this number is of. */
export async function findByNumber({ db }: Ctx, number: string): Promise<{ id: number; orderNo: string } | undefined> {
  const [row] = await db
    .select({ id: invoices.id, orderNo: storeOrders.orderNo })
    .from(invoices)
    .innerJoin(storeOrders, eq(storeOrders.id, invoices.orderId))
    .where(and(eq(invoices.number, number), sql`length(${invoices.number}) = 20`))
  return row
}

/** Orders with the invoice that waits, for a sheet of numbers. */
export function findWaiting({ db }: Ctx, orderNos: readonly string[]) {
  const { orderNo, payPriceFen, refundPriceFen, shippingType, storeId } = storeOrders
  return db
    .select({ orderNo, payPriceFen, refundPriceFen, shippingType, storeId, invoice: invoices })
    .from(storeOrders)
    .leftJoin(invoices, and(eq(invoices.orderId, storeOrders.id), sql`state < 2`))
    .where(inArray(orderNo, ['', ...orderNos]))
}

/** Which of these numbers are taken, and by which order. */
export async function findTaken({ db }: Ctx, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ number: invoices.number, orderNo: storeOrders.orderNo })
    .from(invoices)
    .innerJoin(storeOrders, eq(storeOrders.id, invoices.orderId))
    .where(and(inArray(invoices.number, ['-', ...numbers]), sql`length(${invoices.number}) = 20`))
  return new Map(rows.map(({ number, orderNo }) => [number, orderNo]))
}

/** How many wait to be issued. */
export const countWaiting = (ctx: Ctx): Promise<number> =>
  ctx.db.$count(invoices, matching(ctx, { state: 0, meanings: [] }))
