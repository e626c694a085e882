import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isPickedUpAt } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'

/** How many orders of a store are named. */
const SOME = 3

/**
 * For each of the stores that have orders: how many wait to be picked up, how many others may still come to that, as they wait
 * for their money, a team or a refund, and some of all.
 */
export async function countPending({ db }: Ctx, storeIds: readonly number[]) {
  type Row = { storeId: number; pending: number; open: number; some: { id: number; orderNo: string }[] }
  const { rows } = await db.execute<Row>(sql`
    select own.id as "storeId", (
      select count(*) from store_order where shipping_type = 2 and store_id = own.id and tab = 4
    ) as pending, (
      select count(*) from store_order
      where shipping_type = 2 and store_id = own.id and tab in (1, 3, 8) and verify_time is null
    ) as open, named.orders as some
    from unnest(${sql.param([...storeIds])}::bigint[]) as own(id)
    cross join lateral (
      select json_agg(json_build_object('id', id, 'orderNo', order_no)) as orders from (
        select id, order_no from store_order where shipping_type = 2 and store_id = own.id limit ${SOME}
      ) as few
    ) as named where named.orders is not null`)
  return rows
}

/** The condition on customers that they have picked up, or are to, at one of the stores. */
export const haveOrdersAt = (storeIds: readonly number[]) =>
  sql`${shopUsers.id} in (select store_order.uid from store_order where ${isPickedUpAt(storeIds)})`

function ofCustomer({ caller }: Ctx, uid: number): SQL | undefined {
  const own = caller?.scope.storeIds
  const inStores = own && isPickedUpAt(own)
  return and(eq(storeOrders.uid, uid), eq(storeOrders.isSystemDel, false), inStores)
}

/** How many orders a customer has, how many they paid for, and how many of these since a moment. */
export async function figuresOf(ctx: Ctx, uid: number, since: Date) {
  const [figures] = await ctx.db
    .select({
      all: sql<number>`count(*)`,
      paid: sql<number>`count(*) filter (where ${storeOrders.paid})`,
      paidSince: sql<number>`count(*) filter (where ${storeOrders.paid} and ${storeOrders.payTime} >= ${since})`,
    })
    .from(storeOrders)
    .where(ofCustomer(ctx, uid))
  return figures ?? { all: 0, paid: 0, paidSince: 0 }
}

const { id, orderNo, createdAt, totalNum, payPriceFen, tab, refundStatus } = storeOrders
const goods = sql<string>`(
  select string_agg(store_name, '、' order by line_no) from (
    select store_name, line_no from order_line where order_id = store_order.id order by line_no limit 2) as line)`

/** A page of a customer's orders, newest first. */
export async function listOf(ctx: Ctx, uid: number, { limit, offset }: Page) {
  const where = ofCustomer(ctx, uid)
  const rows = await ctx.db
    .select({ id, orderNo, createdAt, totalNum, payPriceFen, tab, refundStatus, goods })
    .from(storeOrders)
    .where(where)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, storeOrders, where)) }
}
