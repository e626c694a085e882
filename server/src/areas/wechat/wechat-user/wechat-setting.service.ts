import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import {
  checkAccount,
  readWechat,
  type WechatAccount,
  WechatRefusal,
  WechatSilence,
} from '../../../platform/outside/wechat/wechat-call.ts'
import { wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import type { GivenSettings, SettingSource } from '../../setting/setting/setting.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { SettingTester } from '../../setting/setting/setting-test.service.ts'
import { accountKeys, readWechatAccount } from './wechat-account.service.ts'
import type { WechatChannel } from './wechat-binding.service.ts'

/** Tries the settings of an account: a token, and whether WeChat serves it. */
export const wechatTesters: readonly SettingTester[] = (['wechat', 'routine'] as const).map((kind) => ({
  kind,
  test: (ctx, source) => testAccount(ctx, kind, source),
}))

async function testAccount(ctx: Ctx, channel: WechatChannel, source: SettingSource) {
  const account = await readWechatAccount(ctx, channel, source)
  if (!account) throw new Refusal('请先填写 AppID 和 AppSecret')
  const start = performance.now()
  const fault = await tryAccount(account)
  if (fault) return { ok: false, message: fault }
  return { ok: true, message: `连上了，用时 ${((performance.now() - start) / 1000).toFixed(1)} 秒，微信认得这台服务器` }
}

/** What is wrong with an account; undefined for nothing. */
async function tryAccount(account: WechatAccount): Promise<string | undefined> {
  try {
    await checkAccount(account)
    await readWechat(account, '/cgi-bin/get_api_domain_ip', {}, { biz: 'test' })
    return undefined
  } catch (error) {
    if (error instanceof WechatRefusal) return wordsOf(error)
    if (error instanceof WechatSilence) return `没有连上微信：${error.message}`
    throw error
  }
}

/**
 * Forgets the tokens of an account whose id or secret changes.
 * @param tx a transaction
 */
export async function dropTokens(tx: Ctx, { changed }: GivenSettings): Promise<void> {
  const settings = await getSettings(tx)
  for (const { appid, secret } of accountKeys)
    if (changed.has(appid) || changed.has(secret)) await tx.platform.wechatGateway.tokens.drop(tx.db, settings[appid])
}
