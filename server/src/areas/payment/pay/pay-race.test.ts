import { setTimeout as sleep } from 'node:timers/promises'
import { canCancel } from '@zhanggui/domain/order/order-state.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { retried } from '../../../platform/data/retried.ts'
import { inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { draw } from '../../../testing/chance.ts'
import { makeOrders } from '../../../testing/order.ts'
import { openPayShop, type PayShop, payAtProvider, ring, setSettings, takeFor } from '../../../testing/pay.ts'
import type { Shop } from '../../../testing/shop.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { closeOrder, lockOrder, refuseBy } from '../../order/order/order-transition.service.ts'
import { closeUnpaid } from '../../order/order-payment/order-overdue.service.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { payments } from '../payment/payment.tables.ts'
import { sendRefund } from '../refund/refund-send.service.ts'
import { simPayments } from '../sim/sim-payment.tables.ts'

const ROUNDS = 20
/** Each a round of its own, as each order has rivals of its own. */
const ORDERS = 10
const POINTS = 3
const SPREAD_MS = 60

const soon = (most = SPREAD_MS) => sleep(draw(most))

/** Orders of a round, each with an attempt to pay it, in few statements. Returns the numbers of the attempts. */
async function placeRound({ shop, buyer, productId, skuId }: PayShop): Promise<string[]> {
  return inTransaction(shop.ctx, async (tx) => {
    const order = {
      uid: buyer.userId,
      useIntegral: POINTS,
      deductionPriceFen: 3,
      lines: [{ productId, skuId, num: 2 }],
    }
    const made = await makeOrders(tx, Array(ORDERS).fill(order))
    for (const each of made) await takeFor(tx, each)
    const attempts = made.map(({ id: bizId, orderNo: bizNo, uid, payPriceFen: amountFen }) => ({
      bizType: 'order' as const,
      bizId,
      bizNo,
      uid,
      outTradeNo: `${bizNo}-1`,
      amountFen,
      provider: 'sim' as const,
      payType: 'weixin' as const,
      channel: 'h5' as const,
    }))
    await tx.db.insert(payments).values(attempts)
    await tx.db.insert(simPayments).values(attempts)
    return attempts.map(({ outTradeNo }) => outTradeNo)
  })
}

/** T3, as the buyer's call does it; refused when the order is paid or closed already. */
async function cancel({ ctx }: Shop, orderNo: string): Promise<void> {
  await soon()
  await retried(ctx, async (tx) => {
    const order = await lockOrder(tx, { orderNo })
    refuseBy(canCancel(order))
    await closeOrder(tx, order, 1)
  }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.status === 409)) throw error
  })
}

async function payAtLast(shop: Shop, outTradeNo: string): Promise<void> {
  await soon(SPREAD_MS / 2)
  const paid = await payAtProvider(shop, outTradeNo)
  await soon(SPREAD_MS / 2)
  if (paid) expect((await ring(shop, paid)).status).toBe(200)
}

async function closeAll({ ctx }: Shop): Promise<void> {
  await soon()
  await closeUnpaid(ctx, new AbortController().signal)
}

test('money, the closing job and the buyer meet 200 times: an order is paid and open, or closed and its money back', async () => {
  const all = ROUNDS * ORDERS
  const own = await openPayShop({ stock: 2 * all })
  const { shop, buyer } = own
  const lifted = 100_000
  await setSettings(shop, {
    rate_buyer_per_minute: lifted,
    rate_buyer_writes_per_minute: lifted,
    rate_provider_per_minute: lifted,
  })
  const points = { uid: buyer.userId, type: 1, linkType: 'system', title: '赠送', status: pointsStatuses.done } as const
  await inTransaction(shop.ctx, (tx) => changePoints(tx, { ...points, integral: all * POINTS }))
  for (let round = 0; round < ROUNDS; round++) {
    const attempts = await placeRound(own)
    shop.clock.advance(31 * 60_000)
    const rivals = attempts.flatMap((outTradeNo, index) => [
      ...(index % 5 ? [payAtLast(shop, outTradeNo)] : []),
      ...(index % 2 ? [cancel(shop, outTradeNo.slice(0, 20))] : []),
    ])
    await Promise.all([...rivals, closeAll(shop)])
  }
  const { rows: refunds } = await shop.ctx.db.execute<{ id: number }>(sql`select id from refund`)
  for (const { id } of refunds) await sendRefund(shop.ctx, id)
  const { rows } = await shop.ctx.db.execute<{ kind: string; count: number }>(sql`
    select concat_ws(' ', case when o.paid then 'paid' else 'closed' || least(o.close_type, 1) end,
      case when p.state = 1 then case when p.surplus then 'late' else 'taken' end end,
      case when s.state = 1 then 'came ' || case s.refunded_fen when 0 then 'kept' when s.paid_fen then 'returned' end end,
      case when r.id is not null then 'refund ' || r.state end) as kind, count(*)::int as count
    from store_order o join payment p on p.biz_id = o.id join sim_payment s using (out_trade_no)
      left join refund r on r.order_id = o.id
    group by 1 order by 1`)
  const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  const {
    'paid taken came kept': paid = 0,
    closed1: closed = 0,
    'closed1 late came returned refund 1': late = 0,
  } = counts
  expect({ ...counts, sum: paid + closed + late }).toEqual({
    ...(paid && { 'paid taken came kept': paid }),
    ...(closed && { closed1: closed }),
    ...(late && { 'closed1 late came returned refund 1': late }),
    sum: all,
  })
  expect(paid && closed, 'both happened').toBeGreaterThan(0)
  const { rows: stock } = await shop.ctx.db.execute(sql`select stock, sales, (select coalesce(sum(change), 0)::int
    from stock_ledger where reason in ('order_create', 'order_cancel')) as moved from product_sku`)
  expect(stock).toEqual([{ stock: 2 * (all - paid), sales: 2 * paid, moved: -2 * paid }])
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: POINTS * (all - paid), money: 0 })
  await expectReconciled(shop.ctx)
})
