import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { payments } from './payment.tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Closes the open attempts to pay an order. Returns their numbers at the provider. */
export async function closeAttempts({ db, now }: Ctx, orderId: number): Promise<string[]> {
  const closed = await db
    .update(payments)
    .set({ state: 2, updatedAt: now() })
    .where(and(eq(payments.bizType, 'order'), eq(payments.bizId, orderId), eq(payments.state, 0)))
    .returning({ outTradeNo: payments.outTradeNo })
  return closed.map(({ outTradeNo }) => outTradeNo)
}
