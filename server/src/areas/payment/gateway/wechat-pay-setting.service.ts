import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { openWechatPay, type PayAccount, wordsOf } from '../../../platform/outside/wechat/pay.ts'
import { PayApiRefusal } from '../../../platform/outside/wechat/pay-call.ts'
import { makeNonce } from '../../../platform/outside/wechat/pay-crypto.ts'
import { WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { type GivenSettings, readStored, type SettingSource } from '../../setting/setting/setting.service.ts'
import { notifyBase, readWechatAccount, type WechatPart, wechatParts } from './wechat-pay.service.ts'

const parts = Object.keys(wechatParts) as WechatPart[]

/**
 * Looks at the settings of WeChat Pay that change: keys have to be keys, and what is open has to be complete.
 * @throws 400 naming each key at fault
 */
export async function checkPaySettings(tx: Ctx, { changed }: GivenSettings): Promise<void> {
  const touched = parts.filter((part) => Object.values(wechatParts[part]).some((name) => changed.has(name)))
  if (!touched.length) return
  const stored = await readStored({ db: tx.platform.db, platform: tx.platform })
  const source: SettingSource = {
    values: { ...stored.values, ...Object.fromEntries(changed) },
    secret: async (key) => (changed.has(key) ? String(changed.get(key)) : stored.secret(key)),
    isGiven: (key) => changed.has(key),
  }
  const faults = []
  for (const part of touched) {
    const { open } = wechatParts[part]
    const isOpen = source.values[open]
    const { faults: found = [] } = await readWechatAccount(tx, source, part)
    faults.push(...found.filter(({ key, isMissing }) => isOpen || (!isMissing && changed.has(key))))
    if (isOpen && !notifyBase(tx))
      faults.push({ key: open, message: '请先设置 PUBLIC_URL（https 网址）：微信支付要把结果通知到这个地址' })
  }
  if (faults.length) throw badFields(faults.map(({ key, message }) => ({ field: `values.${key}`, message })))
}

/** Tries the accounts of WeChat Pay that are given: WeChat answers about a number that nobody has. */
export async function testWechatPay(ctx: Ctx, source: SettingSource): Promise<{ ok: boolean; message: string }> {
  const given = parts.filter((part) => source.values[wechatParts[part].open])
  if (!given.length) throw new Refusal('请先开启公众号支付或小程序支付，并填写商户号和密钥')
  const results = await Promise.all(
    given.map(async (part) => {
      const { account, faults } = await readWechatAccount(ctx, source, part)
      const why = faults ? faults.map(({ message }) => message).join('；') : await tryAccount(account)
      return { ok: !why, message: `${wechatParts[part].title}：${why ?? '连接成功，商户号、证书和公钥可用'}` }
    }),
  )
  return { ok: results.every(({ ok }) => ok), message: results.map(({ message }) => message).join('；') }
}

/** What is wrong with an account; undefined for nothing. */
async function tryAccount(account: PayAccount): Promise<string | undefined> {
  try {
    await openWechatPay(account, { notifyUrl: '', refundUrl: '' }).query(`test-${makeNonce().slice(0, 20)}`)
    return undefined
  } catch (error) {
    if (error instanceof PayApiRefusal) return wordsOf(error)
    if (error instanceof WechatSilence) return error.message
    throw error
  }
}

/** What keeps open accounts from working, in words for staff; '' for nothing. */
export async function whyNoWechatPay(ctx: Ctx): Promise<string> {
  const source = await readStored(ctx)
  for (const part of parts) {
    const { open, title } = wechatParts[part]
    if (!source.values[open]) continue
    const { faults } = await readWechatAccount(ctx, source, part)
    if (faults) return `${title}已开启，但设置不完整：${faults.map(({ message }) => message).join('；')}`
    if (!notifyBase(ctx)) return `${title}已开启，但没有设置 https 的 PUBLIC_URL，收不到付款通知`
  }
  return ''
}
