import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { PayGateway, PayNotice } from '../../../platform/outside/pay-gateway.ts'
import { calledBackBy, openListener } from '../gateway/gateways.service.ts'
import { type Message, rawText, trusted } from '../gateway/provider-message.service.ts'
import * as payments from '../payment/payment.repository.ts'
import { settle, takeMoney } from './take-money.service.ts'

/**
 * Hears a message of a provider (docs/payments.md, Call-backs). It is trusted by its signature alone, and told of success
 * only after the commit; a repetition is told the same, and does nothing.
 * @throws 401 for a wrong signature, which is counted and leaves no other trace; 404 for no such provider
 */
export async function hearProvider(ctx: Ctx, name: string, message: Message): Promise<Record<string, unknown>> {
  const provider = await calledBackBy(ctx, name)
  const gateway = provider && openListener(ctx, provider)
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
