import type { PayMethod } from '@zhanggui/contract/order/front-order.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

/** Whether the simulated gateway takes the place of real ones; by itself it never does in production. */
export async function isSimOpen(ctx: Ctx): Promise<boolean> {
  const { pay_sim_open: open } = await getSettings(ctx)
  return open === 'on' || (open === 'auto' && !ctx.platform.config.production)
}

/** How buyers may pay, and why not. */
export async function listPayMethods(ctx: Ctx): Promise<PayMethod[]> {
  const { balance_func_status, yue_pay_status, offline_pay_status } = await getSettings(ctx)
  const sim = await isSimOpen(ctx)
  const methods = [
    { payType: 'weixin', label: '微信支付', open: sim, reason: '微信支付未开通' },
    { payType: 'alipay', label: '支付宝支付', open: sim, reason: '支付宝支付未开通' },
    { payType: 'yue', label: '余额支付', open: balance_func_status && yue_pay_status, reason: '余额支付未开启' },
    { payType: 'offline', label: '线下支付', open: offline_pay_status, reason: '线下支付未开启' },
  ] as const
  return methods.map(({ reason, ...method }) => (method.open ? method : { ...method, reason }))
}
