import { eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { storeOrders } from '../order/order.tables.ts'
import { isFirstOfAll } from '../order-list/order-list.repository.ts'

/** What is said of orders. */
export function listNoticed({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({
      id: storeOrders.id,
      orderNo: storeOrders.orderNo,
      shippingType: storeOrders.shippingType,
      storeId: storeOrders.storeId,
      source: storeOrders.source,
      payPriceFen: storeOrders.payPriceFen,
      totalNum: storeOrders.totalNum,
      paid: storeOrders.paid,
      cod: storeOrders.cod,
      closeType: storeOrders.closeType,
      verifyTime: storeOrders.verifyTime,
      nickname: shopUsers.nickname,
      productName: sql<string>`coalesce(
        (select store_name from order_line where order_id = store_order.id order by line_no limit 1), '')`,
      isFirst: isFirstOfAll,
    })
    .from(storeOrders)
    .innerJoin(shopUsers, eq(shopUsers.id, storeOrders.uid))
    .where(inArray(storeOrders.id, [...ids]))
}
export type NoticedOrder = Awaited<ReturnType<typeof listNoticed>>[number]
