import type { Platform } from '../../../platform/http/context.ts'
import { AUTO_COMPLETE, AUTO_RECEIPT, completeDue, receiveDue, thawPoints, UNFREEZE } from './receipt.service.ts'
import { LOGISTICS_TRACK, trackParcels } from './shipment-trace.service.ts'

/** Jobs of orders on their way and after they came. */
export function registerShipments({ scheduler }: Platform): void {
  scheduler.handle(LOGISTICS_TRACK, {
    title: '查询在途包裹的物流',
    cron: '0 35 * * * ?',
    run: (ctx, _, signal) => trackParcels(ctx, signal),
  })
  scheduler.handle(AUTO_RECEIPT, {
    title: '自动确认收货',
    cron: '0 5 * * * ?',
    run: (ctx, _, signal) => receiveDue(ctx, signal),
  })
  scheduler.handle(AUTO_COMPLETE, {
    title: '自动好评并完成订单',
    cron: '0 20 * * * ?',
    run: (ctx, _, signal) => completeDue(ctx, signal),
  })
  scheduler.handle(UNFREEZE, {
    title: '解冻积分',
    cron: '15 */1 * * * ?',
    run: (ctx, _, signal) => thawPoints(ctx, signal),
  })
}
