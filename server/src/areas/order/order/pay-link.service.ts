import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { OrderRow } from './order.repository.ts'

const PIXELS = 400

/**
 * Where a buyer opens an order to pay it, as a link and as a QR code in a data address; both '' while the shop has no address for
 * buyers.
 */
export async function payLinkOf(ctx: Ctx, order: Pick<OrderRow, 'orderNo'>) {
  const { site_url } = await getSettings(ctx)
  if (!site_url) return { payUrl: '', qrcode: '' }
  const payUrl = addressOf(site_url, order)
  const { toDataURL } = await import('qrcode')
  return { payUrl, qrcode: await toDataURL(payUrl, { width: PIXELS, margin: 2, errorCorrectionLevel: 'M' }) }
}

/** Where an order is paid in the buyers' shop at this address. */
export const addressOf = (siteUrl: string, order: Pick<OrderRow, 'orderNo'>) =>
  `${siteUrl.replace(/\/$/, '')}/h5/pay/${order.orderNo}`
