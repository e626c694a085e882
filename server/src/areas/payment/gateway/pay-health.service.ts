import type { Ctx } from '../../../platform/http/context.ts'
import { safeFetch } from '../../../platform/outside/safe-fetch.ts'
import type { Check } from '../../work/health/health.service.ts'
import { isSimOpen } from '../sim/sim-gateway.service.ts'
import { hasWechatPay } from './wechat-pay.service.ts'
import { whyNoWechatPay } from './wechat-pay-setting.service.ts'

const TIMEOUT_MS = 3000
/** No provider: the shop itself answers that there is none, which shows that call-backs arrive. */
const NOBODY = { path: '/api/callback/pay/check', status: 404, said: '"requestId"', headers: {} }
/** WeChat Pay is refused without its signature; as WeChat itself probes it, that counts as no attack. */
const WECHAT = {
  path: '/api/callback/pay/wechat',
  status: 401,
  said: '"FAIL"',
  headers: {
    'wechatpay-signature': 'WECHATPAY/SIGNTEST/health',
    'wechatpay-timestamp': '0',
    'wechatpay-nonce': 'health',
    'wechatpay-serial': 'health',
  },
}

/** Whether providers reach the shop at its address, and whether buyers pay with play money. */
export const payCheck: Check = { name: 'payment', title: '支付回调', look: checkCallback }

async function checkCallback(ctx: Ctx): ReturnType<Check['look']> {
  const { publicUrl, production } = ctx.platform.config
  if (production && (await isSimOpen(ctx)))
    return {
      level: 'error',
      message: '模拟支付已开启，买家付款不会真的收到',
      hint: '请到「系统设置 → 支付设置」中关闭模拟支付',
    }
  const why = await whyNoWechatPay(ctx)
  if (why) return { level: 'error', message: why, hint: '请到「系统设置 → 支付设置」中补全，并点测试连接' }
  if (!publicUrl) return { message: '未设置 PUBLIC_URL；模拟支付在本机通知，无需检查' }
  const hint = '请检查域名、反向代理和防火墙：支付平台需要能访问这个地址'
  const probe = (await hasWechatPay(ctx)) ? WECHAT : NOBODY
  const url = publicUrl.replace(/\/$/, '') + probe.path
  const allowPrivate = ({ origin }: URL) => origin === new URL(publicUrl).origin
  try {
    const { headers } = probe
    const asked = { method: 'POST', headers, body: Buffer.from('{}'), allowPrivate, timeoutMs: TIMEOUT_MS }
    const { status, body } = await safeFetch(url, asked)
    if (status === probe.status && body.toString().includes(probe.said)) return { message: `${url} 可以访问` }
    return { level: 'error', message: `${url} 返回 HTTP ${status}，不是本店铺的应答`, hint }
  } catch {
    return { level: 'error', message: `无法访问 ${url}`, hint }
  }
}
