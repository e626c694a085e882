import type { OrderKind, OrderTab } from '@zhanggui/domain/order/order-state.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import type { LineRow } from '../order/order.repository.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import type { TraceEvent } from '../shipment/shipment.tables.ts'

export type OwnFilter = {
  tabs?: readonly OrderTab[] | undefined
  keywords?: string | undefined
  orderKind?: OrderKind | undefined
}

/** A page of a buyer's orders that he has not deleted, newest first, with their lines. */
export async function listOwn(
  { db }: Ctx,
  uid: number,
  { tabs, keywords, orderKind }: OwnFilter,
  { limit, offset }: Page,
) {
  const named = keywords
    ? sql`(${eq(storeOrders.orderNo, keywords)} or exists (select from order_line where order_id = ${storeOrders.id} and ${contains(orderLines.storeName, keywords)}))`
    : undefined
  const where = and(
    eq(storeOrders.uid, uid),
    eq(storeOrders.isDel, false),
    eq(storeOrders.isSystemDel, false),
    tabs && inArray(storeOrders.tab, [...tabs]),
    orderKind && eq(storeOrders.orderKind, orderKind),
    named,
  )
  const rows = await db
    .select()
    .from(storeOrders)
    .where(where)
    .orderBy(desc(storeOrders.createdAt), desc(storeOrders.id))
    .limit(limit)
    .offset(offset)
  const ids = rows.map(({ id }) => id)
  const lines = ids.length
    ? await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(orderLines.lineNo)
    : []
  return { rows, lines, total: await db.$count(storeOrders, where) }
}

/** How many orders a buyer has in each tab, and what he has paid. */
export async function countOwn({ db }: Ctx, uid: number) {
  const rows = await db
    .select({
      tab: storeOrders.tab,
      count: sql<number>`count(*)::int`,
      paidFen: sql<number>`coalesce(sum(pay_price_fen) filter (where paid), 0)::bigint`,
    })
    .from(storeOrders)
    .where(and(eq(storeOrders.uid, uid), eq(storeOrders.isDel, false), eq(storeOrders.isSystemDel, false)))
    .groupBy(storeOrders.tab)
  return {
    counts: new Map(rows.map(({ tab, count }) => [tab, count])),
    paidFen: rows.reduce((sum, { paidFen }) => sum + Number(paidFen), 0),
  }
}

/**
 * Whether an order of a buyer has not come to its end, or money of one is on its way back; money that came too late is owed
 * until it is back.
 */
export async function hasOpen({ db }: Ctx, uid: number): Promise<boolean> {
  const { rows } = await db.execute<{ open: boolean }>(sql`
    select exists (
      select from store_order where uid = ${uid} and tab not in (0, 7, 9, 10, 11)
    ) or exists (
      select from refund join store_order on store_order.id = refund.order_id
      where (refund.state = 0 or refund.state = 2 and refund.surplus) and store_order.uid = ${uid}
    ) as open`)
  return rows[0]?.open ?? false
}

/** What later steps made of orders: what a carrier said last of the newest parcel, and whether an invoice waits or is issued. */
export async function factsOf({ db }: Ctx, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; lastTrace: TraceEvent | null; isInvoiced: boolean }>(sql`
    select id::int, (select trace -> 0 from shipment where order_id = own.id and state <> 2 order by shipment.id desc limit 1) as "lastTrace",
      exists (select from invoice where order_id = own.id and state < 2) as "isInvoiced"
    from unnest(${sql.param([...ids])}::bigint[]) as own (id)`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The money that goes back for an order, also of staff, of teams and of what came too late, newest first. */
export function refundsOf({ db }: Ctx, orderId: number) {
  const { amountFen, method, state, reason, surplus, createdAt, finishTime } = refunds
  return db
    .select({ amountFen, method, state, reason, surplus, createdAt, finishTime })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.id))
}

/** What became of the place of a paid order in a team, where that is not what was asked for; '' where it is. */
export async function findTeamNote({ db }: Ctx, orderId: number): Promise<string> {
  const { rows } = await db.execute<{ note: string }>(sql`
    select extra ->> 'teamNote' as note from order_log where order_id = ${orderId} and change_type = 'pay' and extra ? 'teamNote' limit 1`)
  return rows[0]?.note ?? ''
}

export type { LineRow }
