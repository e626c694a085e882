import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { MAX_FOUND } from '@zhanggui/contract/setting/search.ts'
import { yuanText } from '@zhanggui/domain/money.ts'
import { serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { actsOpen, type Searcher } from '../../setting/search/search.service.ts'
import { stateTextOf } from './after-sales-describe.service.ts'
import { listPage } from './after-sales-list.repository.ts'
import { readFilter } from './after-sales-list.service.ts'

/** Cases of so many orders are looked for by each meaning of a text, which cost milliseconds; the list looks further. */
const MAX_ORDERS = 300

/** The newest cases that a text may mean, as the list reads it. */
export const afterSalesSearcher: Searcher = {
  type: 'after-sales',
  byNumber: true,
  permission: afterSales.list.permission,
  list: (keyword) => `/order/refund?keywords=${keyword}`,
  async find(ctx, text) {
    const { keyword, ...filter } = readFilter(ctx, { keywords: text })
    if (!keyword) return []
    const asked = { ...filter, keyword: { ...keyword, mostMeant: MAX_ORDERS } }
    const found = await listPage(ctx, asked, { page: 1, limit: MAX_FOUND, offset: 0 })
    return found.map(({ sale, nickname, refund }) => ({
      id: String(sale.id),
      title: sale.salesNo,
      sub: [serviceTypes[sale.serviceType], yuanText(sale.refundAmountFen), nickname, sale.orderNo].join(' · '),
      state: stateTextOf(sale, refund),
      link: `/order/refund?keywords=${sale.salesNo}&look=${sale.id}`,
      acts: actsOpen(ctx, [['订单', order.info.permission, `/order/detail/${sale.orderId}`]]),
    }))
  },
}
