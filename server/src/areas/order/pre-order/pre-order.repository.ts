import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { storeOrders } from '../order/order.tables.ts'
import { preOrders } from './pre-order.tables.ts'

export type PreOrderRow = typeof preOrders.$inferSelect

export async function insert({ db }: Ctx, row: typeof preOrders.$inferInsert): Promise<void> {
  await db.insert(preOrders).values(row)
}

/** A buyer's checkout that is neither used nor over. */
export async function find({ db, now }: Ctx, uid: number, no: string): Promise<PreOrderRow | undefined> {
  const [row] = await db
    .select()
    .from(preOrders)
    .where(
      and(
        eq(preOrders.preOrderNo, no),
        eq(preOrders.uid, uid),
        isNull(preOrders.orderId),
        gt(preOrders.expiresAt, now()),
      ),
    )
  return row
}

/**
 * Claims a buyer's checkout for an order: of two calls at once the second waits for the first, and is told its order.
 * @returns undefined for one that is not there or over
 */
export async function claim({ db, now }: Ctx, uid: number, no: string): Promise<PreOrderRow | undefined> {
  const [row] = await db
    .select()
    .from(preOrders)
    .where(and(eq(preOrders.preOrderNo, no), eq(preOrders.uid, uid)))
    .for('update')
  if (!row) return undefined
  return row.orderId !== null || row.expiresAt > now() ? row : undefined
}

/** Says which order was made of a claimed checkout. */
export async function use({ db }: Ctx, no: string, orderId: number): Promise<void> {
  await db.update(preOrders).set({ orderId }).where(eq(preOrders.preOrderNo, no))
}

/** The number and price of an order, for a repeated creation. */
export async function findMade({ db }: Ctx, orderId: number) {
  const { orderNo, payPriceFen, paid } = storeOrders
  const [row] = await db.select({ orderNo, payPriceFen, paid }).from(storeOrders).where(eq(storeOrders.id, orderId))
  return row
}

/** How many orders of a buyer wait for their money. */
export async function countUnpaid({ db }: Ctx, uid: number): Promise<number> {
  return db.$count(storeOrders, and(eq(storeOrders.uid, uid), sql`tab = 1`))
}
