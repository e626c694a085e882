import type { Platform } from '../../../platform/http/context.ts'
import { fetchBills } from './gateway-bill.service.ts'

/** Bills are there from ten in the morning on; what is not there yet is asked for each hour. */
export function registerGatewayBills({ scheduler }: Platform): void {
  scheduler.handle('gatewayBill', {
    title: '下载渠道账单并对账',
    cron: '0 30 10-23 * * ?',
    run: (ctx, _, signal) => fetchBills(ctx, signal),
  })
}
