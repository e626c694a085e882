import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { traceOwnOrder } from './front-shipment.service.ts'
import { reviewOwnLine, takeOwnOrder } from './receipt.service.ts'
import { listNeighbours, shipOrder } from './shipment.service.ts'
import { changeShipment, withdrawShipment } from './shipment-change.service.ts'
import { getTraces } from './shipment-trace.service.ts'

/** What leaves the shop, and where it is. */
export function serveShipments(app: App): void {
  const { send, update, withdraw, neighbours, trace } = shipment
  serve(
    app,
    { send, update, withdraw, neighbours, trace },
    {
      send: (ctx, { body }) => shipOrder(ctx, body),
      update: (ctx, { body }) => changeShipment(ctx, body),
      withdraw: (ctx, { body }) => withdrawShipment(ctx, body),
      neighbours: (ctx, { query }) => listNeighbours(ctx, query.orderNo),
      trace: (ctx, { query }) => getTraces(ctx, query.deliveryNo),
    },
  )
  const done = async (work: Promise<unknown>) => {
    await work
    return {}
  }
  serve(app, frontShipment, {
    take: (ctx, { body }) => done(takeOwnOrder(ctx, body.orderNo)),
    comment: (ctx, { body }) => done(reviewOwnLine(ctx, body)),
    express: (ctx, { params }) => traceOwnOrder(ctx, params.orderNo),
  })
}
