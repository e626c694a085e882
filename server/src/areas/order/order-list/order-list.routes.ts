import { order } from '@zhanggui/contract/order/order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getOrder, listLog } from './order-info.service.ts'
import { countOrders, listOrders, sumOrders } from './order-list.service.ts'

/** What the order desk reads. */
export function serveOrderLists(app: App): void {
  const { list, statusNum, sums, info, log } = order
  serve(
    app,
    { list, statusNum, sums, info, log },
    {
      list: (ctx, { query }) => listOrders(ctx, query),
      statusNum: (ctx, { query }) => countOrders(ctx, query),
      sums: (ctx, { query }) => sumOrders(ctx, query),
      info: (ctx, { query }) => getOrder(ctx, query),
      log: (ctx, { query }) => listLog(ctx, query),
    },
  )
}
