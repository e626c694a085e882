import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** So old is an entry of the log before it is passed on: what began before it has been committed by then. */
const SETTLED_MS = 10_000
/** Entries that are read for each order asked for. */
const ENTRIES = 20

/**
 * The orders that changed after an entry of the log, and up to which entry they were read. Reading ends before the first entry
 * that is too young, as one with a lower number may still be on its way.
 */
export async function findChanged({ db, now }: Ctx, cursor: number, limit: number) {
  const until = new Date(now().getTime() - SETTLED_MS).toISOString()
  const { rows } = await db.execute<{ id: number; orderId: number; isSettled: boolean }>(sql`
    select id, order_id as "orderId", created_at < ${until}::timestamptz as "isSettled"
    from order_log where id > ${cursor} order by id limit ${limit * ENTRIES + 1}`)
  const young = rows.findIndex(({ isSettled }) => !isSettled)
  const settled = young < 0 ? rows : rows.slice(0, young)
  const orderIds = new Set<number>()
  let reached = cursor
  let taken = 0
  for (const { id, orderId } of settled) {
    if (!orderIds.has(orderId) && orderIds.size === limit) break
    if (taken === limit * ENTRIES) break
    orderIds.add(orderId)
    reached = id
    taken++
  }
  return { orderIds: [...orderIds], cursor: reached, more: taken < settled.length }
}

/** The shop's own codes of SKUs, as they are now. */
export async function skuNosOf({ db }: Ctx, skuIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.execute<{ id: number; skuNo: string }>(
    sql`select id, sku_no as "skuNo" from product_sku where id = any(${sql.param([...skuIds])}::bigint[])`,
  )
  return new Map(rows.map(({ id, skuNo }) => [id, skuNo]))
}
