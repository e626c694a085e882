import type { ReshippedUnits } from '@zhanggui/domain/order/shipment.ts'
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { type OrderCommission, orderCommission } from '../../distribution/commission/commission.parts.ts'
import { payments } from '../../payment/payment/payment.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { lastSent } from '../../payment/refund/refund.parts.ts'
import { keptTrace } from '../../promotion/trace/price-trace.parts.ts'
import { stores as store } from '../../store/store/store.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { afterSales } from '../after-sales/after-sales.tables.ts'
import { hasOpenEdit, isPickedUpAt } from '../order/order.parts.ts'
import type { OrderKey } from '../order/order.repository.ts'
import { orderLines, orderLogs, storeOrders } from '../order/order.tables.ts'
import { shipments, type TraceEvent } from '../shipment/shipment.tables.ts'
import { clerkName, spreader } from './order-export.repository.ts'
import { canCombine, isRefundFailed } from './order-filter.repository.ts'
import { isFirst, isTraceOdd, oftenRefunded, openCase, samePhone } from './order-list.repository.ts'

/** Times are texts: they come out of JSON. */
type PaymentPart = Pick<
  typeof payments.$inferSelect,
  'id' | 'outTradeNo' | 'provider' | 'payType' | 'amountFen' | 'state' | 'surplus' | 'transactionId' | 'failMsg'
> & { createdAt: string; payTime: string | null }
type RefundPart = Pick<
  typeof refunds.$inferSelect,
  | ('refundNo' | 'amountFen' | 'state' | 'reason' | 'failMsg' | 'surplus')
  | ('postageAmountFen' | 'method' | 'text' | 'operatorName')
> & { createdAt: string; finishTime: string | null; hasRefused: boolean; hasWaiting: boolean; sentAt: string }

const { id, outTradeNo, provider, payType, amountFen, state, surplus, transactionId, failMsg } = payments
const paymentParts = sql<PaymentPart[]>`(
  select coalesce(json_agg(${inJson({
    id,
    outTradeNo,
    provider,
    payType,
    amountFen,
    state,
    surplus,
    transactionId,
    failMsg,
    createdAt: payments.createdAt,
    payTime: payments.payTime,
  })} order by ${id} desc), '[]') from ${payments}
  where ${payments.bizType} = 'order' and ${payments.bizId} = ${storeOrders.id} or ${payments.bizType} = 'edit'
    and ${payments.bizId} in (select id from order_edit where order_id = ${storeOrders.id}))`

const { refundNo, reason, finishTime } = refunds
const refundParts = sql<RefundPart[]>`(
  select coalesce(json_agg(${inJson({
    refundNo,
    amountFen: refunds.amountFen,
    state: refunds.state,
    reason,
    failMsg: refunds.failMsg,
    surplus: refunds.surplus,
    createdAt: refunds.createdAt,
    finishTime,
    method: refunds.method,
    postageAmountFen: refunds.postageAmountFen,
    text: refunds.text,
    operatorName: refunds.operatorName,
    sentAt: lastSent,
    hasRefused: sql`${refunds.parts} @> '[{"state":2}]'`,
    hasWaiting: sql`${refunds.parts} @> '[{"state":0}]'`,
  })} order by ${refunds.id} desc), '[]') from ${refunds} where ${refunds.orderId} = ${storeOrders.id})`

type ShipmentPart = Pick<
  typeof shipments.$inferSelect,
  | ('deliveryNo' | 'deliveryType' | 'expressCode' | 'expressName' | 'expressNo' | 'delivererName' | 'delivererPhone')
  | ('mark' | 'state' | 'traceState')
> & {
  shipTime: string
  signTime: string | null
  lastTrace: TraceEvent | null
  lines: { lineId: number; num: number }[]
}
const shipmentParts = sql<ShipmentPart[]>`(
  select coalesce(json_agg(${inJson({
    deliveryNo: shipments.deliveryNo,
    deliveryType: shipments.deliveryType,
    expressCode: shipments.expressCode,
    expressName: shipments.expressName,
    expressNo: shipments.expressNo,
    mark: shipments.mark,
    delivererName: shipments.delivererName,
    delivererPhone: shipments.delivererPhone,
    state: shipments.state,
    traceState: shipments.traceState,
    shipTime: shipments.shipTime,
    signTime: shipments.signTime,
    lastTrace: sql`${shipments.trace} -> 0`,
    lines: sql`(select coalesce(json_agg(json_build_object('lineId', line_id, 'num', num) order by line_id), '[]')
      from shipment_line where shipment_id = ${shipments.id})`,
  })} order by ${shipments.id}), '[]') from ${shipments} where ${shipments.orderId} = ${storeOrders.id})`

type CasePart = Pick<
  typeof afterSales.$inferSelect,
  'id' | 'salesNo' | 'serviceType' | 'state' | 'salesState' | 'refundAmountFen' | 'reason'
> & { createdAt: string }
const caseParts = sql<CasePart[]>`(
  select coalesce(json_agg(${inJson({
    id: afterSales.id,
    salesNo: afterSales.salesNo,
    serviceType: afterSales.serviceType,
    state: afterSales.state,
    salesState: afterSales.salesState,
    refundAmountFen: afterSales.refundAmountFen,
    reason: afterSales.reason,
    createdAt: afterSales.createdAt,
  })} order by ${afterSales.id} desc), '[]') from ${afterSales} where ${afterSales.orderId} = ${storeOrders.id})`

const reships = sql<string[]>`(
  select coalesce(json_agg(order_no order by order_no), '[]') from store_order as reship
  where reship.from_order_no = ${storeOrders.orderNo} and reship.from_order_no <> '')`

const reshipped = sql<ReshippedUnits[]>`(
  select coalesce(json_agg(json_build_object('orderNo', reship.order_no, 'productId', product_id,
    'num', num - refund_num)), '[]')
  from store_order as reship join order_line on order_line.order_id = reship.id
  where reship.from_order_no = ${storeOrders.orderNo} and reship.from_order_no <> '' and reship.close_type = 0)`

/** The coupon of the copy that was used. */
const usedCoupon =
  sql`coalesce((select copy.coupon_id from coupon_user as copy where copy.id = store_order.coupon_id), 0)`.mapWith(
    Number,
  )

const tags = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.id), '[]')
  from user_tag as tag where tag.id = any(${shopUsers.tagIds}))`

/** An order with all that its page shows but the lines; of the stores given alone, if any are. */
const foundBy = (name: string, key: SQL) =>
  prepared(`order-info-by-${name}`, (db) => {
    const stores = sql.placeholder('storeIds')
    return db
      .select({
        order: getTableColumns(storeOrders),
        customer: {
          nickname: shopUsers.nickname,
          avatar: shopUsers.avatar,
          levelName: userLevels.name,
          tags,
          payCount: shopUsers.payCount,
          consumeMoneyFen: shopUsers.consumeMoneyFen,
          mark: shopUsers.mark,
          refundMoneyFen: shopUsers.refundMoneyFen,
          spreadUid: shopUsers.spreadUid,
        },
        store: { name: store.name, phone: store.phone, address: store.detailedAddress },
        payments: paymentParts,
        refunds: refundParts,
        couponId: usedCoupon,
        trace: keptTrace(sql`store_order.id`),
        shipments: shipmentParts,
        cases: caseParts,
        commission: sql<OrderCommission[]>`${orderCommission(sql`store_order.id`)}`,
        reships,
        reshipped,
        isEdited: hasOpenEdit(sql`store_order`),
        isFirst,
        samePhone,
        openCase,
        oftenRefunded,
        canCombine: sql<boolean>`${canCombine}`,
        isRefundFailed,
        isTraceOdd,
        clerkName,
        spreader,
      })
      .from(storeOrders)
      .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
      .leftJoin(userLevels, eq(userLevels.id, shopUsers.level))
      .leftJoin(store, eq(store.id, storeOrders.storeId))
      .where(sql`${key} and not store_order.is_system_del and (${stores}::bigint[] is null or ${isPickedUpAt(stores)})`)
  })
const byId = foundBy('id', sql`store_order.id = ${sql.placeholder('key')}`)
const byIds = foundBy('ids', sql`store_order.id = any(${sql.placeholder('key')}::bigint[])`)
const byNo = foundBy('no', sql`store_order.order_no = ${sql.placeholder('key')}`)

const ownStoresOf = ({ caller }: Ctx) => (caller?.scope.storeIds ? [...caller.scope.storeIds] : null)

/** An order within the caller's stores, with all that its page shows but the lines. */
export async function findOrder(ctx: Ctx, key: OrderKey) {
  const { db } = ctx
  const storeIds = ownStoresOf(ctx)
  const [found] = await ('orderNo' in key
    ? byNo(db).execute({ key: key.orderNo, storeIds })
    : byId(db).execute({ key: key.id, storeIds }))
  return found
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** The same of several orders, in no order. */
export const findOrders = (ctx: Ctx, ids: readonly number[]): Promise<FoundOrder[]> =>
  byIds(ctx.db).execute({ key: [...ids], storeIds: ownStoresOf(ctx) })

const linesById = prepared('order-info-lines', (db) =>
  db
    .select(getTableColumns(orderLines))
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(${sql.placeholder('ids')}::bigint[])`)
    .orderBy(asc(orderLines.lineNo)),
)

/** The lines of orders, each order's in their order. */
export const linesOf = ({ db }: Ctx, ids: readonly number[]) => linesById(db).execute({ ids: [...ids] })

/** An order within the caller's stores. */
export async function findListed(ctx: Ctx, key: OrderKey) {
  const [found] = await ctx.db.select().from(storeOrders).where(withinStores(ctx, key))
  return found
}

function withinStores({ caller }: Ctx, key: OrderKey): SQL | undefined {
  const own = caller?.scope.storeIds
  const byKey = 'orderNo' in key ? eq(storeOrders.orderNo, key.orderNo) : eq(storeOrders.id, key.id)
  const inStores = own && isPickedUpAt(own)
  return and(byKey, eq(storeOrders.isSystemDel, false), inStores)
}

/** A page of an order's log, newest first. */
export async function listLog({ db }: Ctx, orderId: number, { limit, offset }: Page) {
  const where = eq(orderLogs.orderId, orderId)
  const rows = await db.select().from(orderLogs).where(where).orderBy(desc(orderLogs.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, orderLogs, where)) }
}
