import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { BadSignature, type PayGateway, type PayNotice } from '../../../platform/outside/pay-gateway.ts'
import { calledBackBy, openGateway } from './gateways.service.ts'
import * as payments from './payment.repository.ts'
import { settle, takeMoney } from './payment.service.ts'

export type Message = { headers: IncomingHttpHeaders; body: Uint8Array }

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
    await takeMoney(ctx, { ...outcome, provider, outTradeNo, raw: rawText(message.body) })
    return gateway.success
  }
  const attempt = await payments.find(ctx, outTradeNo, provider)
  if (attempt) await settle(ctx, attempt, outcome)
  return gateway.success
}

async function read(ctx: Ctx, provider: string, gateway: PayGateway, message: Message): Promise<PayNotice> {
  return trusted(ctx, provider, () => gateway.readNotice(message.headers, message.body))
}

/** What a message says whose signature is right. @throws 401 for a wrong one, which is counted */
export async function trusted<Said>(ctx: Ctx, provider: string, read: () => Promise<Said>): Promise<Said> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    ctx.platform.measures.countBadSignature(provider)
    ctx.log.warn({ provider, reason: error.message }, 'a message was not signed by its provider')
    throw new HttpError(401, 'BAD_SIGNATURE', '签名错误')
  }
}

/** PostgreSQL stores no NUL, and JSON needs none. */
export const rawText = (body: Uint8Array) => Buffer.from(body).toString('utf8').replaceAll('\0', '')
