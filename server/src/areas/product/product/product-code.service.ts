import { Refusal } from '@zhanggui/domain/errors.ts'
import { PRODUCT_PAGE } from '@zhanggui/domain/wechat/mini-code.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { drawMiniCode } from '../../wechat/mini-code/mini-code.service.ts'
import * as products from './product.repository.ts'
import { WHAT } from './product-describe.service.ts'

const PIXELS = 600

/**
 * Draws the QR code of a product's page for buyers, as a data address.
 * @param kind `mp`: a mini-program code, which only WeChat can draw
 * @throws 404; 422 NOT_CONFIGURED without the address of the buyers' site or the mini-program, and what WeChat says; 502
 */
export async function drawProductCode(ctx: Ctx, id: number, kind: 'mp' | 'h5' = 'h5'): Promise<{ url: string }> {
  const [found] = await products.findAll(ctx, [id])
  if (!found) throw notFound(WHAT)
  if (kind === 'mp') return drawMiniCode(ctx, { path: PRODUCT_PAGE, scene: `id=${id}`, width: PIXELS })
  const { site_url } = await getSettings(ctx)
  if (!site_url) throw new Refusal('请先在系统设置中填写移动端网址', 'NOT_CONFIGURED')
  const { toDataURL } = await import('qrcode')
  const page = `${site_url.replace(/\/$/, '')}/h5/goods/${id}`
  return { url: await toDataURL(page, { width: PIXELS, margin: 2, errorCorrectionLevel: 'M' }) }
}
