import type { PayMethod } from '@zhanggui/contract/payment/front-pay.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import type { BuyerChannel, Ctx } from '../../../platform/http/context.ts'
import type { PayGateway } from '../../../platform/outside/pay-gateway.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { PaymentRow } from '../payment/payment.service.ts'
import type { PayProvider } from '../payment/payment.tables.ts'
import { isSimOpen, openSimGateway } from '../sim/sim-gateway.service.ts'
import { hasWechatPay, openWechatGateway, takesWechatPay } from './wechat-pay.service.ts'

/** How buyers pay; orders that cost nothing are paid without. */
export type BuyerPayType = PayMethod['payType']

/** The ways to pay, with why some are closed to this buyer. */
export async function listPayMethods(ctx: Ctx, channel: BuyerChannel): Promise<PayMethod[]> {
  const settings = await getSettings(ctx)
  const hasBalance = settings.balance_func_status && settings.yue_pay_status
  const reasons: Record<BuyerPayType, string | undefined> = {
    weixin: (await providerOf(ctx, 'weixin', channel)) ? undefined : '商家尚未开通微信支付',
    alipay: (await providerOf(ctx, 'alipay', channel)) ? undefined : '商家尚未开通支付宝支付',
    yue: hasBalance ? undefined : '商家尚未开通余额支付',
    offline: settings.offline_pay_status ? undefined : '商家尚未开通线下支付',
  }
  return (['weixin', 'alipay', 'yue', 'offline'] as const).map((payType) => {
    const reason = reasons[payType]
    return { payType, label: payTypes[payType], open: !reason, ...(reason && { reason }) }
  })
}

/** The provider that takes this kind of money in this channel now; undefined for none. */
export async function providerOf(
  ctx: Ctx,
  payType: 'weixin' | 'alipay',
  channel: BuyerChannel,
): Promise<PayProvider | undefined> {
  const { pay_weixin_open, pay_routine_open, ali_pay_status } = await getSettings(ctx)
  const isReal = payType === 'alipay' ? ali_pay_status : channel === 'routine' ? pay_routine_open : pay_weixin_open
  // A shop that has switched a real one on takes no play money, also where the real one cannot take any.
  if (!isReal) return (await isSimOpen(ctx)) ? 'sim' : undefined
  return payType === 'weixin' && (await takesWechatPay(ctx, channel)) ? 'wechat' : undefined
}

/** The gateway of a provider that has taken attempts, whether new ones go to it or not; by the account of their channel. */
export function openGateway(
  ctx: Ctx,
  { provider, channel }: Pick<PaymentRow, 'provider'> & { channel: string },
): PayGateway | undefined {
  if (provider === 'wechat') return openWechatGateway(ctx, channel)
  return provider === 'sim' ? openSimGateway(ctx) : undefined
}

/** The gateway that reads the messages of a provider, whatever account they are for. */
export const openListener = (ctx: Ctx, provider: PayProvider): PayGateway | undefined =>
  openGateway(ctx, { provider, channel: '' })

/** The provider whose messages are accepted under this name. */
export async function calledBackBy(ctx: Ctx, name: string): Promise<PayProvider | undefined> {
  if (name === 'wechat') return (await hasWechatPay(ctx)) ? 'wechat' : undefined
  return name === 'sim' && (await isSimOpen(ctx)) ? 'sim' : undefined
}

export { isSimOpen }
