import type { Ctx } from '../../../platform/http/context.ts'
import { lockRefunded } from '../../distribution/commission/commission.service.ts'
import type { RefundPart } from '../../payment/refund/refund.service.ts'
import { requireCredit, sumOfWay } from '../../payment/refund/refund-parts.service.ts'
import type { OrderRow } from '../order/order.repository.ts'

/**
 * Refuses what the balance of an order's buyer cannot take. Everybody of whom the refund will move something is locked at once, before.
 * @throws 422
 */
export async function requireCreditOf(tx: Ctx, order: OrderRow, parts: readonly RefundPart[]): Promise<void> {
  if (sumOfWay(parts, 'balance')) await lockRefunded(tx, order)
  await requireCredit(tx, order.uid, parts)
}
