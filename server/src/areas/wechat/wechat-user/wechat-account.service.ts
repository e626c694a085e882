import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { WechatAccount } from '../../../platform/outside/wechat/wechat-call.ts'
import type { SealKeys } from '../../../platform/outside/wechat/wechat-crypto.ts'
import { getSecret, getSettings, readStored, type SettingSource } from '../../setting/setting/setting.service.ts'
import type { WechatChannel } from './wechat-binding.service.ts'

const TIMEOUT_MS = 10_000
/** For shops without an account, where the process plays WeChat. */
const SIMULATED = { appid: 'wx00000000000000fa', secret: 'simulated' }
const SIMULATED_KEYS = { token: 'simulated', encodingAesKey: 'simulatedsimulatedsimulatedsimulatedsimulat' }

const accounts = {
  wechat: {
    title: '公众号',
    appid: 'wechat_appid',
    secret: 'wechat_appsecret',
    token: 'wechat_token',
    aesKey: 'wechat_encoding_aes_key',
  },
  routine: {
    title: '小程序',
    appid: 'routine_appid',
    secret: 'routine_appsecret',
    token: 'wechat_ma_token',
    aesKey: 'wechat_ma_encoding_aes_key',
  },
} as const

/** Settings that belong to an account: with the id and the secret, its tokens change. */
export const accountKeys = Object.values(accounts).map(({ appid, secret }) => ({ appid, secret }))

/**
 * The shop's official account or mini-program.
 * @throws 422 NOT_CONFIGURED without its settings
 */
export async function getWechatAccount(ctx: Ctx, channel: WechatChannel): Promise<WechatAccount> {
  const account = await readWechatAccount(ctx, channel, await readStored(ctx))
  if (!account) throw new HttpError(422, 'NOT_CONFIGURED', `商家尚未配置${accounts[channel].title}，请使用手机号登录`)
  return account
}

/** An account as its settings say, stored or not; undefined without id or secret. */
export async function readWechatAccount(
  ctx: Ctx,
  channel: WechatChannel,
  { values: settings, secret }: SettingSource,
): Promise<WechatAccount | undefined> {
  const { wechat, wechatGateway: gateway } = ctx.platform
  const names = accounts[channel]
  const stored = { appid: settings[names.appid], secret: (await secret(names.secret)) ?? '' }
  const account = wechat.isFake && (!stored.appid || !stored.secret) ? SIMULATED : stored
  if (!account.appid || !account.secret) return undefined
  const baseUrl = await wechat.base('api')
  const allowPrivate = wechat.isFake || settings.private_network_allowed
  return { ...account, baseUrl, timeoutMs: TIMEOUT_MS, allowPrivate, now: ctx.now, gateway }
}

/** What WeChat's messages to an account are signed and sealed with; '' for what is not set. */
export async function getCallbackKeys(ctx: Ctx, channel: WechatChannel): Promise<SealKeys> {
  const names = accounts[channel]
  const { [names.appid]: appid } = await getSettings(ctx)
  const token = (await getSecret(ctx, names.token)) ?? ''
  if (ctx.platform.wechat.isFake && !token) return { ...SIMULATED_KEYS, appid: appid || SIMULATED.appid }
  return { appid, token, encodingAesKey: (await getSecret(ctx, names.aesKey)) ?? '' }
}

/** Whether buyers can sign in with the official account or the mini-program. */
export async function hasWechatAccount(ctx: Ctx, channel: WechatChannel): Promise<boolean> {
  return ctx.platform.wechat.isFake || Boolean((await getSettings(ctx))[accounts[channel].appid])
}
