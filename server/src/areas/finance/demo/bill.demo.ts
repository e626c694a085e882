import { billDiff } from '@zhanggui/contract/finance/gateway-bill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, withContext } from '../../../platform/http/context.ts'
import { simPayments } from '../../payment/sim/sim-payment.tables.ts'
import { findActorByName } from '../../staff/admin-user/actor.service.ts'
import { explainDiff } from '../gateway-bill/bill-diff.service.ts'
import { fetchBills } from '../gateway-bill/gateway-bill.service.ts'

const DAY_MS = 24 * 3600_000
/** One run fetches ten days, of the ninety in which a demo shop has sold. */
const RUNS = 10
const NEVER = new AbortController().signal

/**
 * Compares the bills of a demo shop's days with its books, once. One line of them is of no order: a cent that was paid past the shop,
 * and finance has said why.
 */
export async function fillBillDemo(ctx: Ctx): Promise<void> {
  if ((await ctx.db.execute(sql`select from recon_run limit 1`)).rowCount) return
  const clerk = await findActorByName(ctx, 'finance')
  if (!clerk) return
  const paidAt = new Date(ctx.now().getTime() - 5 * DAY_MS)
  const outTradeNo = `${toWireDay(paidAt).replaceAll('-', '')}000000000001-1`
  await ctx.db.insert(simPayments).values({
    outTradeNo,
    amountFen: 1,
    state: 1,
    subject: '收款码测试',
    payType: 'weixin',
    transactionId: `SIM${outTradeNo}`,
    paidFen: 1,
    paidAt,
    createdAt: paidAt,
  })
  for (let run = 0; run < RUNS; run++) await fetchBills(ctx, NEVER)
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select id::int from recon_diff where no = ${outTradeNo} and state = 'open'`,
  )
  const [diff] = rows
  const by = calling(withContext(ctx, { caller: clerk }), billDiff.explain)
  if (diff) await explainDiff(by, { id: diff.id, note: '装收款码时店长自己付的一分钱，没有订单，已原路退回' })
}
