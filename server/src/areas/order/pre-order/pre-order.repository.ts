import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { storeOrders } from '../order/order.tables.ts'
import { type PreOrderActivity, type PreOrderItem, preOrders } from './pre-order.tables.ts'

const { placeholder } = sql

export type PreOrderRow = typeof preOrders.$inferSelect

export async function insert({ db }: Ctx, row: NewRow<typeof preOrders, 'orderId'>): Promise<void> {
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

/** The number of the order that a buyer made of a checkout; undefined for none. */
export async function findOrderNo({ db }: Ctx, uid: number, no: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orderNo: storeOrders.orderNo })
    .from(preOrders)
    .innerJoin(storeOrders, eq(storeOrders.id, preOrders.orderId))
    .where(and(eq(preOrders.preOrderNo, no), eq(preOrders.uid, uid), eq(storeOrders.isDel, false)))
  return row?.orderNo
}

/** A checkout that was claimed. */
export type Claim = {
  basket: PreOrderItem[]
  activity: PreOrderActivity | null
  orderId: number | null
  expiresAt: string
  /** Whether the account may buy. */
  isEnabled: boolean
}

const lockCheckout = preparedSql<Claim>('pre_order_claim', () => {
  const uid = sql`${placeholder('uid')}::bigint`
  return sql`
    with claimed as materialized (
      select basket, activity, order_id, expires_at from pre_order where pre_order_no = ${placeholder('no')} and uid = ${uid} for update
    ), owner as materialized (
      select status from shop_user where id = (select ${uid} from claimed where order_id is null) for no key update
    )
    select basket, activity, order_id as "orderId", expires_at as "expiresAt",
      coalesce((select status from owner), false) as "isEnabled" from claimed`
})

/**
 * Claims a buyer's checkout for an order: of two calls at once the second waits for the first, and is told its order. Then locks
 * the buyer, after whom creations and balances go one after the other.
 * @returns undefined for one that is not there or over
 */
export async function claim({ db, now }: Ctx, uid: number, no: string): Promise<Claim | undefined> {
  const [row] = await lockCheckout(db, { uid, no })
  if (!row) return undefined
  return row.orderId !== null || new Date(row.expiresAt) > now() ? row : undefined
}

/** The number and price of an order, for a repeated creation. */
export async function findMade({ db }: Ctx, orderId: number) {
  const { orderNo, payPriceFen, paid } = storeOrders
  const isFree = sql<boolean>`${payPriceFen} = 0 and close_type = 0`
  const [row] = await db
    .select({ orderNo, payPriceFen, paid, isFree })
    .from(storeOrders)
    .where(eq(storeOrders.id, orderId))
  return row
}
