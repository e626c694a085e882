import { and, asc, eq, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { orderLines } from '../order/order.tables.ts'
import { refundLines } from './refund-line.tables.ts'

export type RefundLineRow = typeof refundLines.$inferSelect
export type NewRefundLine = Omit<NewRow<typeof refundLines>, 'refundId'>

/** Stores what of each line goes back by a refund. */
export async function insertLines({ db }: Ctx, refundId: number, lines: readonly NewRefundLine[]): Promise<void> {
  if (lines.length) await db.insert(refundLines).values(lines.map((line) => ({ ...line, refundId })))
}

export function listLines({ db }: Ctx, refundId: number): Promise<RefundLineRow[]> {
  return db.select().from(refundLines).where(eq(refundLines.refundId, refundId)).orderBy(asc(refundLines.lineId))
}

/** Puts a refund on the lines of a locked order; of a case, its units are no longer in one. */
export async function bookLines({ db }: Ctx, orderId: number, lines: readonly RefundLineRow[], endsCase: boolean) {
  if (endsCase)
    await db
      .update(orderLines)
      .set({ afterNum: 0 })
      .where(and(eq(orderLines.orderId, orderId), sql`after_num > 0`))
  const given = lines.map(({ lineId, num, cutNum, moneyFen }) => ({ lineId, num, cutNum, moneyFen }))
  await db.execute(sql`
    update order_line set refund_num = refund_num + given.num, cut_num = cut_num + given."cutNum",
      refund_money_fen = refund_money_fen + given."moneyFen",
      compensated_fen = compensated_fen + case when given.num = 0 then given."moneyFen" else 0 end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given("lineId" bigint, num int, "cutNum" int, "moneyFen" bigint)
    where order_line.id = given."lineId"`)
}
