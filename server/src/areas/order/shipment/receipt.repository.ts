import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import type { OrderRow } from '../order/order.repository.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'

/** An order of which something is due. */
export type Due = { id: number; at: Date }

const isLost = sql`exists (select from shipment where order_id = ${storeOrders.id} and state = 0 and trace_state in (5, 6))`

/** What is due: the column that says when, and the orders it is asked of. */
const kinds = {
  receive: {
    column: storeOrders.autoReceiveTime,
    where: sql`tab = 5 and paid and not ${isLost}`,
  },
  complete: { column: storeOrders.autoCompleteTime, where: sql`tab = 6` },
} as const
export type DueKind = keyof typeof kinds

const isDue = ({ now }: Ctx, kind: DueKind): SQL | undefined => and(kinds[kind].where, lt(kinds[kind].column, now()))

/** Orders of which something is due, the longest first, that a job still tries; those that come after one. */
export async function listDue(
  ctx: Ctx,
  kind: DueKind,
  job: string,
  after: Due | undefined,
  limit: number,
): Promise<Due[]> {
  const { id } = storeOrders
  const at = kinds[kind].column
  const behind = after && sql`(${at}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)`
  const rows = await ctx.db
    .select({ id, at })
    .from(storeOrders)
    .where(and(isDue(ctx, kind), isTried(ctx, job, id), behind))
    .orderBy(asc(at), asc(id))
    .limit(limit)
  return rows as Due[]
}

/** Locks an order unless others hold it or it is not due after all. */
export async function lockDue(ctx: Ctx, kind: DueKind, id: number): Promise<OrderRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(storeOrders)
    .where(and(eq(storeOrders.id, id), isDue(ctx, kind)))
    .for('update', { skipLocked: true })
  return row
}

/** Marks a line as reviewed. Returns undefined when it was, or is not of this order. */
export async function reviewLine({ db }: Ctx, orderId: number, lineId: number) {
  const [line] = await db
    .update(orderLines)
    .set({ isReply: true })
    .where(and(eq(orderLines.id, lineId), eq(orderLines.orderId, orderId), eq(orderLines.isReply, false)))
    .returning()
  return line
}

/** Who a review is of. */
export async function buyerOf({ db }: Ctx, uid: number) {
  const { nickname, avatar } = shopUsers
  const [row] = await db.select({ nickname, avatar }).from(shopUsers).where(eq(shopUsers.id, uid))
  return row ?? { nickname: '', avatar: '' }
}
