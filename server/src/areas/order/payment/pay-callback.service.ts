import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { BadSignature, type PayGateway, type PayNotice } from '../../../platform/outside/pay-gateway.ts'
import { calledBackBy, openGateway } from './gateways.service.ts'
import * as payments from './payment.repository.ts'
import { settle, takeMoney } from './payment.service.ts'

type Message = { headers: IncomingHttpHeaders; body: Uint8Array }

/**
 * Hears a message of a provider (11.7). It is trusted by its signature alone, and told of success only after the commit; a
 * repetition is told the same, and does nothing.
 * @throws 401 for a wrong signature, which is counted and leaves no other trace; 404 for no such provider
 */
export async function hearProvider(ctx: Ctx, name: string, message: Message): Promise<Record<string, unknown>> {
  const provider = await calledBackBy(ctx, name)
  const gateway = provider && openGateway(ctx, provider)
  if (!gateway) throw notFound('支付渠道')
  const { outTradeNo, outcome } = await read(ctx, provider, gateway, message)
  if (outcome.state === 'paid') {
    // PostgreSQL stores no NUL, and JSON needs none.
    const raw = Buffer.from(message.body).toString('utf8').replaceAll('\0', '')
    await takeMoney(ctx, { ...outcome, provider, outTradeNo, raw })
    return gateway.success
  }
  const attempt = await payments.find(ctx, outTradeNo, provider)
  if (attempt) await settle(ctx, attempt, outcome)
  return gateway.success
}

async function read(ctx: Ctx, provider: string, gateway: PayGateway, { headers, body }: Message): Promise<PayNotice> {
  try {
    return await gateway.readNotice(headers, body)
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    ctx.platform.measures.countBadSignature(provider)
    ctx.log.warn({ provider, reason: error.message }, 'a message was not signed by its provider')
    throw new HttpError(401, 'BAD_SIGNATURE', '签名错误')
  }
}
