import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { payCallback } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import type { FakePay } from '../platform/outside/wechat/fake/pay.ts'
import * as vectors from './outside/wechat-pay-vectors.ts'
import { openPayShop, type PayShop, setSettings } from './pay.ts'
import type { Answer, Caller, Shop } from './shop.ts'

/** A public key as PEM. */
export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

/** The merchant of the tests, as WeChat knows them. */
export const testMerchant = {
  mchid: vectors.mchid,
  appids: [vectors.appid],
  serial: vectors.merchantSerial,
  publicKey: publicPem(createPrivateKey(vectors.merchantKey)),
  v3Key: vectors.v3Key,
}

/** The settings of WeChat Pay in the mini-program, or of the official account and browsers. */
export function paySettings(part: 'weixin' | 'routine' = 'weixin') {
  return {
    [`pay_${part}_open`]: true,
    [`pay_${part}_appid`]: vectors.appid,
    [`pay_${part}_mchid`]: vectors.mchid,
    [`pay_${part}_serial`]: vectors.merchantSerial,
    [`pay_${part}_key_v3`]: vectors.v3Key,
    [`pay_${part}_private_key`]: vectors.merchantKey,
    [`pay_${part}_platform_serial`]: vectors.publicKeyId,
    [`pay_${part}_platform_key`]: publicPem(createPrivateKey(vectors.platformKey)),
  }
}

export type WechatPayShop = PayShop & { fake: FakePay; payer: Caller }

/** A shop that takes money by WeChat Pay in all channels, and a buyer whom WeChat knows. */
export async function openWechatPayShop(options: Parameters<typeof openPayShop>[0] = {}): Promise<WechatPayShop> {
  const opened = await openPayShop(options)
  const { shop, buyer } = opened
  const { pay } = await shop.ctx.platform.wechat.played()
  pay.merchants.set(vectors.mchid, testMerchant)
  pay.addSigner(vectors.publicKeyId, { privateKey: createPrivateKey(vectors.platformKey) })
  await setSettings(shop, { ...paySettings('weixin'), ...paySettings('routine') })
  await shop.ctx.db.execute(sql`insert into wechat_user (uid, openid, routine_openid, user_type)
    values (${buyer.userId}, 'oTest01', 'oMini01', 'wechat')`)
  return { ...opened, fake: pay, payer: buyer }
}

type Notice = { headers: Record<string, string>; body: Buffer }

/** Sends a call-back to the shop, as WeChat would. */
export async function callBack(
  { app }: Shop,
  { headers, body }: Notice,
  of: 'pay' | 'refund' = 'pay',
): Promise<Answer<Record<string, unknown>>> {
  const url = payCallback[of].path.replace(':provider', 'wechat')
  const answer = await app.fastify.inject({ method: 'POST', url, headers, payload: body })
  return { status: answer.statusCode, body: answer.json(), headers: {} }
}
