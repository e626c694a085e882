import { order } from '@zhanggui/contract/order/order.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { orderExport, pickupExport } from './order.export.ts'
import { getOrder, listLog } from './order-info.service.ts'
import { countOrders, listOrders, sumOrders } from './order-list.service.ts'
import { listPickups } from './pickup-list.service.ts'

/** What the order desk reads. */
export function serveOrderLists(app: App): void {
  const { list, statusNum, sums, info, log, download } = order
  serve(
    app,
    { list, statusNum, sums, info, log, download },
    {
      list: (ctx, { query }) => listOrders(ctx, query),
      statusNum: (ctx, { query }) => countOrders(ctx, query),
      sums: (ctx, { query }) => sumOrders(ctx, query),
      info: (ctx, { query }) => getOrder(ctx, query),
      log: (ctx, { query }) => listLog(ctx, query),
      download: (ctx, { query }) => exportRows(ctx, orderExport, query),
    },
  )
  serve(
    app,
    { list: shipment.list },
    { list: async (ctx, { query }) => ({ list: (await getOrder(ctx, query)).shipments }) },
  )
  serve(app, pickupOrder, {
    list: (ctx, { body }) => listPickups(ctx, body),
    download: (ctx, { query }) => exportRows(ctx, pickupExport, query),
  })
}
