import type { DetailRow } from '@zhanggui/contract/user/shop-user.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { OrdersOfStores } from '../../store/store/store.service.ts'
import type { OrdersOfCustomer } from '../../user/shop-user/user-detail.service.ts'
import { stateOf } from '../order/order-describe.service.ts'
import * as others from './order-of-others.repository.ts'

/** What stores ask about their orders: how many wait to be picked up or may come to it, and some of all. */
export const findOrdersOfStores: OrdersOfStores = async (ctx, storeIds) => {
  const rows = await others.countPending(ctx, storeIds)
  return rows.map(({ storeId, pending, open, some }) => ({
    storeId,
    pending,
    open,
    some: some.map(({ id, orderNo }) => ({ type: 'order', id, name: orderNo })),
  }))
}

/** A customer's orders within the caller's stores. */
export const ordersOfCustomerHere: OrdersOfCustomer = {
  figures: others.figuresOf,
  async list(ctx, uid, paging) {
    const { rows, ...counted } = await others.listOf(ctx, uid, paging)
    const list = rows.map((row): DetailRow => {
      const { id, orderNo, createdAt, totalNum, payPriceFen, goods } = row
      return {
        id,
        createTime: toWireTime(createdAt),
        linkId: orderNo,
        title: goods,
        content: stateOf(row).value,
        number: totalNum,
        payPrice: toYuan(payPriceFen),
        status: row.tab,
      }
    })
    return { list, ...counted }
  },
}
