import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { codeToSession, oauthUser } from '../../../platform/outside/wechat/sign-in.ts'
import { getWechatAccount } from '../../wechat/wechat-user/wechat-account.service.ts'
import { findOpenid, type WechatChannel } from '../../wechat/wechat-user/wechat-binding.service.ts'
import type { PayProvider } from '../payment/payment.tables.ts'

const isWechatChannel = (channel: string): channel is WechatChannel => channel === 'wechat' || channel === 'routine'

/** As whom WeChat knows the calling buyer where they pay: '' where it need not, undefined where it has to and does not. */
export async function knownOpenid(ctx: Ctx, provider: PayProvider, channel: string): Promise<string | undefined> {
  if (provider !== 'wechat' || !isWechatChannel(channel)) return ''
  return findOpenid(ctx, ctx.buyer.uid, channel)
}

/** The buyer has signed in otherwise: the page fetches a code of WeChat, whose openid serves this attempt alone. */
export const openidWanted = () => new HttpError(422, 'OPENID_WANTED', '请先取得微信授权，再用微信支付')

/** The openid of a code. @throws 422 for a code that is used or unknown, or OPENID_WANTED; 502 */
export async function openidOfCode(ctx: Ctx, channel: string, code: string | undefined): Promise<string> {
  if (!code || !isWechatChannel(channel)) throw openidWanted()
  const account = await getWechatAccount(ctx, channel)
  const person = channel === 'routine' ? await codeToSession(account, code) : await oauthUser(account, code)
  return person.openid
}
