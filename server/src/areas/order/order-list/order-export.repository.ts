import type { TraceState } from '@zhanggui/domain/order/shipment.ts'
import { eq, sql } from 'drizzle-orm'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { stores } from '../../store/store/store.tables.ts'
import { storeStaff } from '../../store/store-staff/store-staff.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import type { LineRow } from '../order/order.repository.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'
import { conditionOf, type OrderFilter, type OrderSort, pageOf } from './order-filter.repository.ts'

const { storeName, sku, barCode, unitPriceFen, num, lineTotalFen, couponShareFen, integralShareFen } = orderLines
const { adjustShareFen, payShareFen, sentNum, refundNum, refundMoneyFen, costFen } = orderLines
const lineColumns = {
  storeName,
  sku,
  barCode,
  unitPriceFen,
  num,
  lineTotalFen,
  couponShareFen,
  integralShareFen,
  adjustShareFen,
  payShareFen,
  sentNum,
  refundNum,
  refundMoneyFen,
  costFen,
}
export type ExportedLine = Pick<LineRow, keyof typeof lineColumns>

const lines = sql<ExportedLine[]>`(
  select coalesce(json_agg(${inJson(lineColumns)} order by ${orderLines.lineNo}), '[]')
  from ${orderLines} where ${orderLines.orderId} = ${storeOrders.id})`

export type ExportedParcel = {
  shipTime: string
  expressName: string
  expressNo: string
  traceState: TraceState | null
  num: number
  weight: number
}

/** The parcels that left and were not withdrawn, in their order. */
const parcels = sql<ExportedParcel[]>`(
  select coalesce(json_agg(json_build_object('shipTime', ship_time, 'expressName', express_name, 'expressNo', express_no,
    'traceState', trace_state, 'num', packed.num, 'weight', packed.weight) order by shipment.id), '[]')
  from shipment cross join lateral (
    select coalesce(sum(part.num), 0) as num, coalesce(sum(part.num * line.weight), 0) as weight
    from shipment_line as part join order_line as line on line.id = part.line_id where part.shipment_id = shipment.id
  ) as packed
  where shipment.order_id = store_order.id and shipment.state <> 2)`

/** Who verified an order: by the staff row, else by the account. */
export const clerkName = sql<string>`coalesce(
  (select ${storeStaff.staffName} from ${storeStaff} where ${storeStaff.id} = ${storeOrders.verifyStaffId}),
  (select ${adminUsers.nickName} from ${adminUsers} where ${adminUsers.id} = ${storeOrders.clerkId}), '')`
/** The promoter above the customer. */
export const spreader = sql<string>`coalesce(
  (select up.nickname from shop_user as up where up.id = ${shopUsers.spreadUid} and ${shopUsers.spreadUid} <> 0), '')`

/** The ids of all orders of a filter, in the order of the list, wherever they are found. */
export async function listIds({ db }: Ctx, filter: OrderFilter, sort: OrderSort | undefined, max: number) {
  const { order } = pageOf(filter, sort, { limit: 1, offset: 0 })
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from store_order where ${conditionOf(filter)} order by ${order} limit ${max}`,
  )
  return rows.map(({ id }) => Number(id))
}

/** The orders with these ids, in the order of the ids, with all lines. */
export function listByIds({ db }: Ctx, ids: readonly number[]) {
  const wanted = sql`${sql.param([...ids])}::bigint[]`
  return db
    .select({
      order: storeOrders,
      nickname: shopUsers.nickname,
      storeName: stores.name,
      lines,
      parcels,
      clerkName,
      spreader,
    })
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(sql`${storeOrders.id} = any(${wanted})`)
    .orderBy(sql`array_position(${wanted}, store_order.id)`)
}
export type ExportedOrder = Awaited<ReturnType<typeof listByIds>>[number]

/** How many orders an export has, and how many lines. */
export async function countAll({ db }: Ctx, filter: OrderFilter): Promise<{ orders: number; lines: number }> {
  const { rows } = await db.execute<{ orders: number; lines: number }>(sql`
    select count(*) as orders, coalesce(sum(line_count), 0)::bigint as lines from store_order where ${conditionOf(filter)}`)
  return rows[0] ?? { orders: 0, lines: 0 }
}

/** How many parcels an export has; with a time in which they left, of those alone. */
export async function countParcels({ db }: Ctx, filter: OrderFilter): Promise<number> {
  const { parcelSentIn: sent } = filter
  const isAsked = sent ? sql`ship_time between ${sent.from} and ${sent.to}` : sql`true`
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from shipment
    where state <> 2 and order_id in (select id from store_order where ${conditionOf(filter)}) and ${isAsked}`)
  return rows[0]?.count ?? 0
}
