import type { Ctx } from '../../../platform/http/context.ts'
import { safeFetch } from '../../../platform/outside/safe-fetch.ts'
import type { Check } from '../../work/health/health.service.ts'
import { isSimOpen } from '../sim/sim-gateway.service.ts'

const TIMEOUT_MS = 3000
/** No provider: the shop itself answers that there is none, which shows that call-backs arrive. */
const PROBE_PATH = '/api/callback/pay/check'

/** Whether providers reach the shop at its address (3.21), and whether buyers pay with play money. */
export const payCheck: Check = { name: 'payment', title: '支付回调', look: checkCallback }

async function checkCallback(ctx: Ctx): ReturnType<Check['look']> {
  const { publicUrl, production } = ctx.platform.config
  if (production && (await isSimOpen(ctx)))
    return {
      level: 'error',
      message: '模拟支付已开启，买家付款不会真的收到',
      hint: '请到「系统设置 → 支付设置」中关闭模拟支付',
    }
  if (!publicUrl) return { message: '未设置 PUBLIC_URL；模拟支付在本机通知，无需检查' }
  const hint = '请检查域名、反向代理和防火墙：支付平台需要能访问这个地址'
  const url = publicUrl.replace(/\/$/, '') + PROBE_PATH
  const allowPrivate = ({ origin }: URL) => origin === new URL(publicUrl).origin
  try {
    const asked = { method: 'POST', body: Buffer.from('{}'), allowPrivate, timeoutMs: TIMEOUT_MS }
    const { status, body } = await safeFetch(url, asked)
    if (status === 404 && body.toString().includes('"requestId"')) return { message: `${url} 可以访问` }
    return { level: 'error', message: `${url} 返回 HTTP ${status}，不是本店铺的应答`, hint }
  } catch {
    return { level: 'error', message: `无法访问 ${url}`, hint }
  }
}
