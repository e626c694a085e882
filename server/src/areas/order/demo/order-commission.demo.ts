import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import { sql } from 'drizzle-orm'
import { calling } from '../../../platform/http/context.ts'
import * as orders from '../order/order.repository.ts'
import { voidCommission } from '../order-commission/order-commission.service.ts'
import { startRefund } from '../refund/refund.service.ts'
import { HOUR_MS, type Stage } from './order-stage.demo.ts'

/** Promoters whose commission went back after they had it, and one whose commission was made void. */
export async function takeBackSome({ tx, lives }: Stage): Promise<void> {
  const lifeOf = (orderNo: string | undefined) => lives.find((life) => life.orderNo === orderNo)
  const find = async (status: number) => {
    const { rows } = await tx.db.execute<{ orderNo: string }>(sql`
      select order_no as "orderNo" from user_brokerage_record as record join store_order as o on o.id = record.order_id
      where record.link_type = 'order' and record.status = ${status} and record.price_fen > 100 and o.refund_status = 0
        and o.refund_price_fen = 0 and pay_type = 'yue'
      order by record.id desc limit 1`)
    return lifeOf(rows[0]?.orderNo)
  }
  const come = await find(3)
  if (come) {
    const then = come.byStaff(come.age - 2 * HOUR_MS, 'manager')
    const order = await orders.lockOrder(then, { orderNo: come.orderNo })
    const line = order && (await orders.linesOf(then, order.id)).find(({ num, refundNum }) => num > refundNum)
    if (order && line)
      await startRefund(then, order, { lines: [{ lineId: line.id, num: 1 }], reason: '用了几天坏了，退一件' })
  }
  const waiting = await find(1)
  if (waiting)
    await voidCommission(calling(waiting.byStaff(waiting.age - HOUR_MS, 'manager'), orderCommission.void), {
      orderNo: waiting.orderNo,
      level: 1,
      reason: '推广员用小号自己下单',
    })
}
