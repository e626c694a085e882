import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import { inJson } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { stores as store } from '../../store/store/store.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import type { OrderKey } from '../order/order.repository.ts'
import { orderLines, orderLogs, storeOrders } from '../order/order.tables.ts'
import { payments, refunds } from '../payment/payment.tables.ts'
import { clerkName, spreader } from './order-export.repository.ts'
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

/** An order with all that its page shows but the lines; of the stores given alone, if any are. */
const foundBy = (name: string, key: SQL) =>
  prepared(`order-info-by-${name}`, (db) => {
    const stores = sql`${sql.placeholder('storeIds')}::bigint[]`
    return db
      .select({
        order: getTableColumns(storeOrders),
        customer: {
          ...{ nickname: shopUsers.nickname, avatar: shopUsers.avatar, levelName: userLevels.name, tags },
          ...{ payCount: shopUsers.payCount, consumeMoneyFen: shopUsers.consumeMoneyFen, mark: shopUsers.mark },
          ...{ refundMoneyFen: shopUsers.refundMoneyFen, spreadUid: shopUsers.spreadUid },
        },
        store: { name: store.name, phone: store.phone, address: store.detailedAddress },
        payments: paymentParts,
        refunds: refundParts,
        ...{ isFirst, samePhone, canCombine: sql<boolean>`${canCombine}`, clerkName, spreader },
      })
      .from(storeOrders)
      .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
      .leftJoin(userLevels, eq(userLevels.id, shopUsers.level))
      .leftJoin(store, eq(store.id, storeOrders.storeId))
      .where(
        sql`${key} and not store_order.is_system_del and (${stores} is null
          or store_order.shipping_type = 2 and store_order.store_id = any(${stores}))`,
      )
  })
const byId = foundBy('id', sql`store_order.id = ${sql.placeholder('key')}`)
const byNo = foundBy('no', sql`store_order.order_no = ${sql.placeholder('key')}`)

/** An order within the caller's stores, with all that its page shows but the lines. */
export async function findOrder({ db, caller }: Ctx, key: OrderKey) {
  const storeIds = caller?.scope.storeIds ? [...caller.scope.storeIds] : null
  const [found] = await ('orderNo' in key
    ? byNo(db).execute({ key: key.orderNo, storeIds })
    : byId(db).execute({ key: key.id, storeIds }))
  return found
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const linesById = prepared('order-info-lines', (db) =>
  db
    .select(getTableColumns(orderLines))
    .from(orderLines)
    .where(eq(orderLines.orderId, sql.placeholder('id')))
    .orderBy(asc(orderLines.lineNo)),
)

/** The lines of an order, in their order. */
export const linesOf = ({ db }: Ctx, id: number) => linesById(db).execute({ id })

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
