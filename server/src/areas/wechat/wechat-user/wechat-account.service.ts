import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { WechatAccount } from '../../../platform/outside/wechat/wechat-call.ts'
import { getSecret, getSettings } from '../../setting/setting/setting.service.ts'
import type { WechatChannel } from './wechat-binding.service.ts'

const TIMEOUT_MS = 10_000
/** For shops without an account, where the process plays WeChat. */
const SIMULATED = { appid: 'wx00000000000000fa', secret: 'simulated' }

const accounts = {
  wechat: { title: '公众号', appid: 'wechat_appid', secret: 'wechat_appsecret' },
  routine: { title: '小程序', appid: 'routine_appid', secret: 'routine_appsecret' },
} as const

/**
 * The shop's official account or mini-program.
 * @throws 422 NOT_CONFIGURED without its settings
 */
export async function getWechatAccount(ctx: Ctx, channel: WechatChannel): Promise<WechatAccount> {
  const { wechat, wechatGateway: gateway } = ctx.platform
  const names = accounts[channel]
  const settings = await getSettings(ctx)
  const stored = { appid: settings[names.appid], secret: (await getSecret(ctx, names.secret)) ?? '' }
  const account = wechat.isFake && (!stored.appid || !stored.secret) ? SIMULATED : stored
  if (!account.appid || !account.secret)
    throw new HttpError(422, 'NOT_CONFIGURED', `商家尚未配置${names.title}，请使用手机号登录`)
  const baseUrl = await wechat.base('api')
  const allowPrivate = wechat.isFake || settings.private_network_allowed
  return { ...account, baseUrl, timeoutMs: TIMEOUT_MS, allowPrivate, now: ctx.now, gateway }
}

/** Whether buyers can sign in with the official account or the mini-program. */
export async function hasWechatAccount(ctx: Ctx, channel: WechatChannel): Promise<boolean> {
  return ctx.platform.wechat.isFake || Boolean((await getSettings(ctx))[accounts[channel].appid])
}
