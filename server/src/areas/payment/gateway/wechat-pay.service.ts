import type { KeyObject } from 'node:crypto'
import { readPemBlocks } from '@zhanggui/domain/payment/pem.ts'
import type { SecretKey, SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import type { SettingFault } from '@zhanggui/domain/setting/settings/field.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type PayGateway, PayRefusal } from '../../../platform/outside/pay-gateway.ts'
import {
  openWechatPay,
  type PayAccount,
  readPayNotice,
  readPayRefundNotice,
} from '../../../platform/outside/wechat/pay.ts'
import { readPrivateKey, readPublicKey } from '../../../platform/outside/wechat/pay-crypto.ts'
import { readStored, type SettingSource } from '../../setting/setting/setting.service.ts'

/** The two ways by which the shop takes money by WeChat: of the official account and browsers, and of the mini-program. */
export const wechatParts = {
  weixin: {
    title: '公众号支付',
    open: 'pay_weixin_open',
    appid: 'pay_weixin_appid',
    accountAppid: 'wechat_appid',
    mchid: 'pay_weixin_mchid',
    v3Key: 'pay_weixin_key_v3',
    serial: 'pay_weixin_serial',
    privateKey: 'pay_weixin_private_key',
    platformSerial: 'pay_weixin_platform_serial',
    platformKey: 'pay_weixin_platform_key',
  },
  routine: {
    title: '小程序支付',
    open: 'pay_routine_open',
    appid: 'pay_routine_appid',
    accountAppid: 'routine_appid',
    mchid: 'pay_routine_mchid',
    v3Key: 'pay_routine_key_v3',
    serial: 'pay_routine_serial',
    privateKey: 'pay_routine_private_key',
    platformSerial: 'pay_routine_platform_serial',
    platformKey: 'pay_routine_platform_key',
  },
} as const
export type WechatPart = keyof typeof wechatParts

/** By which of them a channel pays. */
export const partOfChannel = (channel: string): WechatPart => (channel === 'routine' ? 'routine' : 'weixin')

/** A fault of the settings; `isMissing`: nothing is wrong but that it is not given. */
type Fault = SettingFault & { isMissing?: true }
type Read = { account: PayAccount; faults?: never } | { account?: never; faults: Fault[] }

/** What settings give of an account, or all that is missing and wrong. */
export async function readWechatAccount(ctx: Ctx, source: SettingSource, part: WechatPart): Promise<Read> {
  const names = wechatParts[part]
  const { values, secret } = source
  const textOf = (name: keyof SettingValues) => String(values[name])
  const secretOf = async (name: SecretKey) => (await secret(name)) ?? ''
  const faults: Fault[] = []
  const missing = (key: string, what: string) =>
    faults.push({ key, message: `请填写${names.title}的${what}`, isMissing: true })
  const appid = textOf(names.appid) || textOf(names.accountAppid)
  if (!appid) missing(names.appid, ' AppID')
  const mchid = textOf(names.mchid)
  if (!mchid) missing(names.mchid, '商户号')
  const serial = textOf(names.serial).toUpperCase()
  if (!serial) missing(names.serial, '证书序列号')
  const v3Key = await secretOf(names.v3Key)
  if (!v3Key) missing(names.v3Key, ' APIv3 密钥')
  const privateKey = readOwnKey(await secretOf(names.privateKey))
  if (!privateKey) missing(names.privateKey, '商户私钥')
  else if (privateKey.why) faults.push({ key: names.privateKey, message: `${names.title}商户私钥：${privateKey.why}` })
  const platform = readPlatformKeys(await secretOf(names.platformKey), {
    first: textOf(names.platformSerial),
    own: serial,
  })
  if (!platform) missing(names.platformKey, '微信公钥')
  else if (platform.why) faults.push({ key: names.platformKey, message: `${names.title}微信公钥：${platform.why}` })
  if (faults.length || !privateKey?.key || !platform?.keys) return { faults }
  const { wechat, payCertificates: certificates } = ctx.platform
  return {
    account: {
      baseUrl: await wechat.base('pay'),
      appid,
      mchid,
      serial,
      v3Key,
      privateKey: privateKey.key,
      keys: platform.keys,
      hasCertificates: platform.hasCertificates,
      allowPrivate: wechat.isFake || values.private_network_allowed,
      now: ctx.now,
      certificates,
      note: (call) => ctx.log.info(call, 'WeChat Pay was called'),
    },
  }
}

type OwnKey = { key: KeyObject; why?: never } | { key?: never; why: string }

/** Undefined where none is given. */
function readOwnKey(text: string): OwnKey | undefined {
  if (!text) return undefined
  const blocks = readPemBlocks(text)
  const [block] = blocks ?? []
  if (!block || blocks?.length !== 1) return { why: '应为一段完整的内容，以 -----BEGIN PRIVATE KEY----- 开头' }
  if (!block.label.endsWith('PRIVATE KEY')) return { why: '这不是私钥，请粘贴 apiclient_key.pem 的内容' }
  const key = readPrivateKey(block.pem)
  return key ? { key } : { why: '内容不完整或不是 2048 位的 RSA 私钥，请重新复制 apiclient_key.pem' }
}

type PlatformKeys =
  | { keys: Map<string, KeyObject>; hasCertificates: boolean; why?: never }
  | { keys?: never; why: string }

/** WeChat's keys by their ids and serial numbers. Undefined where none is given. */
function readPlatformKeys(text: string, { first, own }: { first: string; own: string }): PlatformKeys | undefined {
  if (!text) return undefined
  const blocks = readPemBlocks(text)
  if (!blocks) return { why: '应为完整的公钥或证书，包括 BEGIN 和 END 两行' }
  const keys = new Map<string, KeyObject>()
  let hasCertificates = false
  for (const [index, { id, label, pem }] of blocks.entries()) {
    if (label.endsWith('PRIVATE KEY')) return { why: '这是私钥，请粘贴微信支付公钥 pub_key.pem 或平台证书' }
    const read = ['PUBLIC KEY', 'CERTIFICATE'].includes(label) ? readPublicKey(pem) : undefined
    if (!read) return { why: `第 ${index + 1} 段内容不完整，或不是 2048 位的 RSA 公钥` }
    if (read.serial && read.serial === own) return { why: '这是商户证书，请粘贴微信支付的公钥或平台证书' }
    const name = id || (index ? '' : first) || read.serial
    if (!name) return { why: `第 ${index + 1} 段缺少 ID：请在它的上一行写上公钥 ID 或证书序列号` }
    const isPublicId = name.startsWith('PUB_KEY_ID_')
    if (read.serial && name.toUpperCase() !== read.serial)
      return { why: `第 ${index + 1} 段证书的序列号是 ${read.serial}，与填写的 ${name} 不同` }
    keys.set(isPublicId ? name : name.toUpperCase(), read.key)
    hasCertificates ||= !isPublicId
  }
  return { keys, hasCertificates }
}

/** The account of the stored settings, open for new payments or not; undefined while it is incomplete. */
async function findAccount(ctx: Ctx, part: WechatPart): Promise<PayAccount | undefined> {
  return (await readWechatAccount(ctx, await readStored(ctx), part)).account
}

/** Whether new payments go to WeChat by this channel. */
export async function takesWechatPay(ctx: Ctx, channel: string): Promise<boolean> {
  if (channel === 'app' || !notifyBase(ctx)) return false
  return (await findAccount(ctx, partOfChannel(channel))) !== undefined
}

/** The accounts whose messages are believed. */
async function listAccounts(ctx: Ctx): Promise<PayAccount[]> {
  const found = await Promise.all((['weixin', 'routine'] as const).map((part) => findAccount(ctx, part)))
  return found.flatMap((account) => account ?? [])
}

/** Whether the shop has an account at WeChat Pay, open or not. */
export const hasWechatPay = async (ctx: Ctx): Promise<boolean> => (await listAccounts(ctx)).length > 0

/** The merchant numbers of the shop, each with the channel by which it is reached: a bill is of a merchant number. */
export async function listMerchants(ctx: Ctx): Promise<{ mchid: string; channel: WechatPart }[]> {
  const merchants = new Map<string, WechatPart>()
  for (const channel of ['routine', 'weixin'] as const) {
    const account = await findAccount(ctx, channel)
    if (account) merchants.set(account.mchid, channel)
  }
  return [...merchants].map(([mchid, channel]) => ({ mchid, channel }))
}

/** Where WeChat reaches the shop: it calls addresses of https alone. */
export function notifyBase({ platform: { config, wechat } }: Ctx): string | undefined {
  const { publicUrl, port } = config
  if (publicUrl && (publicUrl.startsWith('https:') || wechat.isFake)) return publicUrl.replace(/\/$/, '')
  return wechat.isFake ? `http://127.0.0.1:${port}` : undefined
}

/** WeChat Pay by the account of a channel. */
export function openWechatGateway(ctx: Ctx, channel: string): PayGateway {
  const part = partOfChannel(channel)
  const open = async () => {
    const account = await findAccount(ctx, part)
    if (!account) throw new PayRefusal(`${wechatParts[part].title}的设置不完整，请在支付设置中补全后重试`)
    const base = notifyBase(ctx) ?? ''
    return openWechatPay(account, {
      notifyUrl: `${base}/api/callback/pay/wechat`,
      refundUrl: `${base}/api/callback/refund/wechat`,
    })
  }
  return {
    prepay: async (attempt) => (await open()).prepay(attempt),
    query: async (outTradeNo) => (await open()).query(outTradeNo),
    close: async (outTradeNo) => (await open()).close(outTradeNo),
    refund: async (order) => (await open()).refund(order),
    queryRefund: async (refundNo) => (await open()).queryRefund(refundNo),
    downloadBill: async (day) => (await open()).downloadBill(day),
    readNotice: async (headers, body) => readPayNotice(await listAccounts(ctx), headers, body),
    readRefundNotice: async (headers, body) => readPayRefundNotice(await listAccounts(ctx), headers, body),
    success: { code: 'SUCCESS', message: '成功' },
  }
}
