import type { OrderChannel, PayType } from '@zhanggui/domain/order/order-state.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { type PayProvider, payments } from './payment.tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** An order as its payments name it. */
export type PaidFor = { id: number; orderNo: string; uid: number; payPriceFen: number; channel: OrderChannel }

/** Records money that was paid at once: from the balance, over the counter, or none at all. */
export async function insertPaid(ctx: Ctx, order: PaidFor, provider: PayProvider, payType: PayType): Promise<number> {
  const { id: bizId, orderNo: bizNo, uid, payPriceFen: amountFen, channel } = order
  const [row] = await ctx.db
    .insert(payments)
    .values({
      ...{ bizType: 'order', bizId, bizNo, uid, channel, provider, payType, amountFen },
      outTradeNo: await nextTradeNo(ctx, bizNo, bizId),
      ...{ state: 1, payTime: ctx.now(), createdAt: ctx.now(), updatedAt: ctx.now() },
    })
    .returning({ id: payments.id })
  return row?.id ?? 0
}

/** The number of an order's next attempt: `<orderNo>-<n>`. The order is locked. */
export async function nextTradeNo({ db }: Ctx, orderNo: string, orderId: number): Promise<string> {
  const made = await db.$count(payments, and(eq(payments.bizType, 'order'), eq(payments.bizId, orderId)))
  return `${orderNo}-${made + 1}`
}

/** Closes the open attempts to pay an order. Returns their numbers at the provider. */
export async function closeAttempts({ db, now }: Ctx, orderId: number): Promise<string[]> {
  const closed = await db
    .update(payments)
    .set({ state: 2, updatedAt: now() })
    .where(and(eq(payments.bizType, 'order'), eq(payments.bizId, orderId), eq(payments.state, 0)))
    .returning({ outTradeNo: payments.outTradeNo })
  return closed.map(({ outTradeNo }) => outTradeNo)
}
