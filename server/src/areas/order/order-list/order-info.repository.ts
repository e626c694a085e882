import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { stores } from '../../store/store/store.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import type { OrderKey } from '../order/order.repository.ts'
import { orderLogs, storeOrders } from '../order/order.tables.ts'
import { payments, refunds } from '../payment/payment.tables.ts'
import { canCombine } from './order-filter.repository.ts'
import { isFirst, samePhone } from './order-list.repository.ts'

/** Times are texts: they come out of JSON. */
type PaymentPart = Pick<
  typeof payments.$inferSelect,
  'id' | 'outTradeNo' | 'provider' | 'payType' | 'amountFen' | 'state' | 'surplus' | 'transactionId' | 'failMsg'
> & { createdAt: string; payTime: string | null }
type RefundPart = Pick<
  typeof refunds.$inferSelect,
  'refundNo' | 'amountFen' | 'state' | 'reason' | 'failMsg' | 'surplus'
> & { createdAt: string; finishTime: string | null }

const { id, outTradeNo, provider, payType, amountFen, state, surplus, transactionId, failMsg } = payments
const paymentParts = sql<PaymentPart[]>`(
  select coalesce(json_agg(${inJson({
    ...{ id, outTradeNo, provider, payType, amountFen, state, surplus, transactionId, failMsg },
    ...{ createdAt: payments.createdAt, payTime: payments.payTime },
  })} order by ${id} desc), '[]') from ${payments}
  where ${payments.bizType} = 'order' and ${payments.bizId} = ${storeOrders.id})`

const { refundNo, reason, finishTime } = refunds
const refundParts = sql<RefundPart[]>`(
  select coalesce(json_agg(${inJson({
    ...{ refundNo, amountFen: refunds.amountFen, state: refunds.state, reason, failMsg: refunds.failMsg },
    ...{ surplus: refunds.surplus, createdAt: refunds.createdAt, finishTime },
  })} order by ${refunds.id} desc), '[]') from ${refunds} where ${refunds.orderId} = ${storeOrders.id})`

const tags = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.id), '[]')
  from user_tag as tag where tag.id = any(${shopUsers.tagIds}))`

/** An order within the caller's stores, with all that its page shows but the lines. */
export async function findOrder(ctx: Ctx, key: OrderKey) {
  const [found] = await ctx.db
    .select({
      order: storeOrders,
      customer: {
        ...{ nickname: shopUsers.nickname, avatar: shopUsers.avatar, levelName: userLevels.name, tags },
        ...{ payCount: shopUsers.payCount, consumeMoneyFen: shopUsers.consumeMoneyFen, mark: shopUsers.mark },
        ...{ refundMoneyFen: shopUsers.refundMoneyFen, spreadUid: shopUsers.spreadUid },
      },
      store: { name: stores.name, phone: stores.phone, address: stores.detailedAddress },
      payments: paymentParts,
      refunds: refundParts,
      ...{ isFirst, samePhone, canCombine: sql<boolean>`${canCombine}` },
    })
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .leftJoin(userLevels, eq(userLevels.id, shopUsers.level))
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(withinStores(ctx, key))
  return found
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** An order within the caller's stores. */
export async function findListed(ctx: Ctx, key: OrderKey) {
  const [found] = await ctx.db.select().from(storeOrders).where(withinStores(ctx, key))
  return found
}

function withinStores({ caller }: Ctx, key: OrderKey): SQL | undefined {
  const own = caller?.scope.storeIds
  const byKey = 'orderNo' in key ? eq(storeOrders.orderNo, key.orderNo) : eq(storeOrders.id, key.id)
  const inStores =
    own && sql`(store_order.shipping_type = 2 and store_order.store_id = any(${sql.param([...own])}::bigint[]))`
  return and(byKey, eq(storeOrders.isSystemDel, false), inStores)
}

/** A page of an order's log, newest first. */
export async function listLog({ db }: Ctx, orderId: number, { limit, offset }: Page) {
  const where = eq(orderLogs.orderId, orderId)
  const rows = await db.select().from(orderLogs).where(where).orderBy(desc(orderLogs.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, orderLogs, where)) }
}
