import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { stores } from '../../store/store/store.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isEdited } from '../order/order.repository.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { clerkName } from '../order-list/order-export.repository.ts'

/** A code has ten digits, the number of an order twenty. */
export const isOrderNo = (code: string) => code.length === 20
const byCode = (code: string) =>
  isOrderNo(code)
    ? eq(storeOrders.orderNo, code)
    : sql`${storeOrders.verifyCode} = ${code} and ${storeOrders.verifyCode} <> ''`

/** More visits than these are not counted. */
const MAX_VISITS = 999
const visitsBefore = sql<number>`(select count(*)::int from (
  select from store_order as earlier where earlier.uid = ${storeOrders.uid} and earlier.verify_time is not null
    and earlier.id <> ${storeOrders.id} limit ${sql.raw(String(MAX_VISITS))}) as seen)`

/** Locks the order of a code, or of that number, until the transaction ends. */
export async function lockByCode({ db }: Ctx, code: string) {
  const [row] = await db.select().from(storeOrders).where(byCode(code)).for('update')
  return row
}

/** The order of a code, or of that number, with what the counter shows of it. */
export async function findByCode(ctx: Ctx, code: string) {
  const [found] = await ctx.db
    .select({
      order: getTableColumns(storeOrders),
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      visitsBefore,
      clerkName,
      storeName: sql<string>`coalesce(${stores.name}, '')`,
      validTo: stores.validTo,
    })
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(byCode(code))
  return found && { ...found, isEdited: await isEdited(ctx, found.order.id) }
}

/** What the guards of a locked order look at besides: its store, whether an edit waits, and who has verified it. */
export async function besides(ctx: Ctx, id: number) {
  const [found] = await ctx.db
    .select({ clerkName, storeName: sql<string>`coalesce(${stores.name}, '')`, validTo: stores.validTo })
    .from(storeOrders)
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(eq(storeOrders.id, id))
  if (!found) throw new Error(`order ${id} is gone`)
  return { ...found, isEdited: await isEdited(ctx, id) }
}

/** Hands over all units that were not refunded. Returns how many. */
export async function handOver({ db }: Ctx, orderId: number): Promise<number> {
  const lines = await db
    .update(orderLines)
    .set({ sentNum: sql`${orderLines.num} - ${orderLines.cutNum}` })
    .where(eq(orderLines.orderId, orderId))
    .returning({ sentNum: orderLines.sentNum })
  return lines.reduce((sum, { sentNum }) => sum + sentNum, 0)
}

/** What is said of a verified order. */
export async function findNotice({ db }: Ctx, id: number) {
  const { orderNo, storeId, totalNum, clerkId } = storeOrders
  const [found] = await db
    .select({ orderNo, storeId, totalNum, clerkId, clerkName, storeName: sql<string>`coalesce(${stores.name}, '')` })
    .from(storeOrders)
    .leftJoin(stores, eq(stores.id, storeId))
    .where(eq(storeOrders.id, id))
  return found
}

/** How far back orders may have been placed that are counted as verified lately. */
const COUNTED_DAYS = 90

/** How many orders each of these rows of staff has verified since then, of those placed within 90 days before. */
export async function countVerified(
  { db }: Ctx,
  staffIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  if (!staffIds.length) return new Map()
  const given = sql`${sql.param([...staffIds])}::bigint[]`
  const { rows } = await db.execute<{ id: number; verified: number }>(sql`
    select o.verify_staff_id as id, count(*)::int as verified
    from (select distinct store_id from store_staff where id = any(${given})) as own
    cross join unnest('{5,6,7,8,9,11}'::smallint[]) as each(tab)
    join store_order as o on o.shipping_type = 2 and o.store_id = own.store_id and o.tab = each.tab
      and o.created_at > ${since}::timestamptz - make_interval(days => ${COUNTED_DAYS})
    where o.verify_time >= ${since} and o.verify_staff_id = any(${given})
    group by 1`)
  return new Map(rows.map(({ id, verified }) => [id, verified]))
}
