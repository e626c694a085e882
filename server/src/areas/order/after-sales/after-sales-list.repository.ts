import { type SalesTab, salesTabs } from '@zhanggui/domain/order/after-sales.ts'
import { bareNumber } from '@zhanggui/domain/order/express.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, isOlder, type Page } from '../../../platform/http/paging.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { stores } from '../../store/store/store.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isNumbered } from '../order/express.parts.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { findMeant, type Meaning } from '../order-keyword/order-meaning.repository.ts'
import { ofStores } from './after-sales.repository.ts'
import { afterSales, afterSalesLines } from './after-sales.tables.ts'

/** Conditions on cases, read from a query. */
export type CaseFilter = {
  tab?: SalesTab | undefined
  /** What the keyword may mean of an order; besides, the number of a case and of a parcel. */
  keyword?: { text: string; meanings: readonly Meaning[]; mostMeant?: number } | undefined
  orders?: readonly Meaning[] | undefined
  serviceType?: number | undefined
  /** Pick-up orders of these stores alone; undefined for all orders. */
  storeIds?: readonly number[] | undefined
  uid?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The conditions of the tabs; their beginnings are the head of an index. */
const tabConditions: Record<SalesTab, SQL> = {
  audit: sql`after_sales.state = 0 and after_sales.sales_state = 0`,
  waitReturn: sql`after_sales.state = 1 and after_sales.sales_state = 0 and after_sales.service_type = 1`,
  waitReceive: sql`after_sales.state = 2 and after_sales.sales_state = 0 and after_sales.received = 0`,
  waitPay: sql`after_sales.state in (1, 2) and after_sales.sales_state = 0
    and (after_sales.state = 1 and after_sales.service_type = 0 or after_sales.received > 0)`,
  finished: sql`after_sales.state = 3 and after_sales.sales_state = 0`,
  refused: sql`after_sales.state = 3 and after_sales.sales_state = 2`,
  cancelled: sql`after_sales.state = 3 and after_sales.sales_state in (1, 3)`,
}
export const MAX_COUNTED = 10_000

function conditionOf(filter: CaseFilter): SQL | undefined {
  const { tab, keyword, orders, serviceType, storeIds, uid, from, to, ...left } = filter
  return and(
    allRead(left),
    tab && tabConditions[tab],
    keyword && meant(keyword, storeIds),
    orders && sql`after_sales.order_id = any(array(${findMeant(orders, storeIds)}))`,
    serviceType === undefined ? undefined : sql`after_sales.service_type = ${serviceType}`,
    ofStores(storeIds),
    uid === undefined ? undefined : sql`after_sales.uid = ${uid}`,
    from && sql`after_sales.created_at >= ${from}`,
    to && sql`after_sales.created_at <= ${to}`,
  )
}

/** Each part is an index of its own. */
function meant(
  { text, meanings, mostMeant }: NonNullable<CaseFilter['keyword']>,
  storeIds: readonly number[] | undefined,
): SQL {
  const parts = [
    sql`select id from after_sales where sales_no = ${text.toUpperCase()}`,
    sql`select id from after_sales where ${isNumbered(bareNumber(text))}`,
    ...(meanings.length
      ? [sql`select id from after_sales where order_id = any(array(${findMeant(meanings, storeIds, mostMeant)}))`]
      : []),
  ]
  return sql`after_sales.id = any(array(${sql.join(parts, sql` union `)}))`
}

/** A line of a case as lists show it. */
export type ListedLine = {
  lineId: number
  productId: number
  storeName: string
  image: string
  sku: string
  num: number
  moneyFen: number
}

const lines = sql<ListedLine[]>`(
  select coalesce(json_agg(${inJson({
    lineId: afterSalesLines.lineId,
    productId: orderLines.productId,
    storeName: orderLines.storeName,
    image: orderLines.image,
    sku: orderLines.sku,
    num: afterSalesLines.num,
    moneyFen: afterSalesLines.moneyFen,
  })} order by ${orderLines.lineNo}), '[]')
  from ${afterSalesLines} join ${orderLines} on ${orderLines.id} = ${afterSalesLines.lineId}
  where ${afterSalesLines.afterSalesId} = ${afterSales.id})`

function selectListed({ db }: Ctx) {
  const { payPriceFen, tab, paid, refundStatus, pinkStatus } = storeOrders
  return db
    .select({
      sale: getTableColumns(afterSales),
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      lines,
      order: { payPriceFen, tab, paid, refundStatus, pinkStatus, storeName: stores.name },
      refund: { refundNo: refunds.refundNo, state: refunds.state, failMsg: refunds.failMsg },
    })
    .from(afterSales)
    .innerJoin(storeOrders, eq(storeOrders.id, afterSales.orderId))
    .innerJoin(shopUsers, eq(shopUsers.id, afterSales.uid))
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .leftJoin(refunds, and(eq(refunds.refundNo, afterSales.refundNo), sql`${afterSales.refundNo} <> ''`))
}
export type ListedCase = Awaited<ReturnType<typeof selectListed>>[number]

const newest = [desc(afterSales.createdAt), desc(afterSales.id)] as const

/** A page of cases, newest first. */
export function listPage(ctx: Ctx, filter: CaseFilter, { limit, offset }: Page): Promise<ListedCase[]> {
  const where = conditionOf(filter)
  const ids = ctx.db
    .select({ id: afterSales.id })
    .from(afterSales)
    .where(where)
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
  return selectListed(ctx)
    .where(sql`${afterSales.id} = any(array(${ids}))`)
    .orderBy(...newest)
}

/** The next cases of an export, newest first. */
export function nextCases(ctx: Ctx, filter: CaseFilter, { after, limit }: Batch): Promise<ListedCase[]> {
  const older = after === undefined ? undefined : isOlder(afterSales, after)
  const ids = ctx.db
    .select({ id: afterSales.id })
    .from(afterSales)
    .where(and(conditionOf(filter), older))
    .orderBy(...newest)
    .limit(limit)
  return selectListed(ctx)
    .where(sql`${afterSales.id} = any(array(${ids}))`)
    .orderBy(...newest)
}

export const countAll = ({ db }: Ctx, filter: CaseFilter): Promise<number> => db.$count(afterSales, conditionOf(filter))

/** How many cases stand in each tab, each up to 10,000. */
export async function countTabs(
  { db }: Ctx,
  filter: CaseFilter,
  names = Object.keys(salesTabs) as SalesTab[],
): Promise<Record<string, number>> {
  const counts = names.map((tab) => {
    const some = sql`select 1 from after_sales where ${conditionOf({ ...filter, tab })} limit ${MAX_COUNTED}`
    return sql`(select count(*) from (${some}) as found) as ${sql.identifier(tab)}`
  })
  const { rows } = await db.execute<Record<SalesTab, string>>(sql`select ${sql.join(counts, sql`, `)}`)
  return Object.fromEntries(names.map((tab) => [tab, Number(rows[0]?.[tab] ?? 0)]))
}

/** A case within the caller's stores. */
export async function findListed(ctx: Ctx, id: number, storeIds: readonly number[] | undefined) {
  const [found] = await selectListed(ctx).where(and(eq(afterSales.id, id), ofStores(storeIds)))
  return found
}

/** What the page of a case says of its order besides: all of it, and when its last parcel was signed for. */
export async function findOrder({ db }: Ctx, orderId: number) {
  const [found] = await db
    .select({
      order: getTableColumns(storeOrders),
      signedAt: sql<Date | null>`(select max(sign_time) from shipment
        where order_id = store_order.id and state <> 2)`.mapWith((at: string) => new Date(at)),
    })
    .from(storeOrders)
    .where(eq(storeOrders.id, orderId))
  return found
}

/** Promises the shop makes of products: 七天无理由. */
export async function ensuresOf({ db }: Ctx, productIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await db.execute<{ id: number; labels: string[] }>(sql`
    select product.id, array_agg(dict_detail.label order by dict_detail.sort, dict_detail.id) as labels
    from product join dict on dict.name = 'product_ensure'
    join dict_detail on dict_detail.dict_id = dict.id and dict_detail.id = any(product.ensure_ids)
    where product.id = any(${sql.param([...productIds])}::bigint[]) group by product.id`)
  return new Map(rows.map(({ id, labels }) => [Number(id), labels]))
}

/** The buyer's other cases, newest first. */
export function listOthers(ctx: Ctx, row: { id: number; uid: number }, storeIds: readonly number[] | undefined) {
  return ctx.db
    .select()
    .from(afterSales)
    .where(and(eq(afterSales.uid, row.uid), sql`${afterSales.id} <> ${row.id}`, ofStores(storeIds)))
    .orderBy(desc(afterSales.id))
    .limit(10)
}
