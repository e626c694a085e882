import { sql } from 'drizzle-orm'
import { nextNo } from '../../../platform/data/numbers.ts'
import { doneAtOnce } from '../../../platform/http/accepted.ts'
import { type BuyerChannel, type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { answerSim, arriveSim, beginSim, type SimOutcome } from '../../payment/demo/sim.demo.ts'
import { findRefund } from '../../payment/refund/refund.service.ts'
import { settleParts } from '../../payment/refund/refund-settle.service.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import * as recharges from '../recharge/recharge.repository.ts'
import { paymentsOf } from '../recharge/recharge-payable.service.ts'
import { refundRecharge } from '../recharge/recharge-refund.service.ts'
import { repaidOf } from '../recharge/recharge-repaid.service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const packages = [
  { id: 1, price: 50_00, giveMoney: 0 },
  { id: 2, price: 100_00, giveMoney: 5_00 },
  { id: 3, price: 200_00, giveMoney: 20_00 },
  { id: 4, price: 500_00, giveMoney: 80_00 },
]
const attention = '充值后不能提现，没花掉的可以联系客服退款\n赠送的钱和充值的一样花，退款时按比例扣回'

/** One in so many customers has recharged. */
const EACH = 9
type Customer = { id: number; type: BuyerChannel; since: Date }
type Told = { price: number; type: 1 | 2; outcome: SimOutcome }

/** What went back of the first recharges: part of one, all of another, one that the gateway refused. */
const refunded: Readonly<Record<number, Told>> = {
  1: { price: 40, type: 2, outcome: 'done' },
  4: { price: 50, type: 2, outcome: 'done' },
  7: { price: 30, type: 1, outcome: 'failed' },
}

/** Fills a demo shop without recharges with some of the last weeks, of every package and way, one not paid, some refunded. */
export async function fillFinanceDemo(ctx: Ctx): Promise<void> {
  if ((await ctx.db.execute(sql`select from user_recharge limit 1`)).rowCount) return
  await inTransaction(ctx, async (tx) => {
    await writeSettings(tx, { recharge_packages: packages, recharge_attention: attention })
    const { rows } = await tx.db.execute<Customer>(sql`
      select id, user_type as type, created_at as since from shop_user where status order by id`)
    const some = rows.filter((_, index) => index % EACH === 4)
    for (const [n, customer] of some.entries()) await recharge(tx, n, customer, some.length)
  })
}

async function recharge(tx: Ctx, n: number, { id: uid, type: channel }: Customer, all: number): Promise<void> {
  const now = tx.now().getTime()
  // The last ones are of today and yesterday.
  const at = now - Math.floor((all - 1 - n) * 1.3 * DAY_MS) - (n % 5) * 37 * MINUTE_MS - 20 * MINUTE_MS
  const when = (ms: number) => {
    const moment = new Date(Math.min(at + ms, now))
    return withContext(tx, { caller: undefined, shopper: undefined, now: () => moment })
  }
  const [chosen, payType] = [packages[n % packages.length], n % 4 === 3 ? 'alipay' : 'weixin'] as const
  const made = await recharges.insert(when(0), {
    rechargeNo: await nextNo(when(0), 'C'),
    uid,
    channel,
    packageId: n % 6 === 5 ? null : (chosen?.id ?? null),
    priceFen: n % 6 === 5 ? 66_60 : (chosen?.price ?? 0),
    giveFen: n % 6 === 5 ? 0 : (chosen?.giveMoney ?? 0),
    rechargeType: payType,
    payDeadline: new Date(at + HOUR_MS),
  })
  const { rechargeNo: bizNo, priceFen: amountFen } = made
  const due = { ...paymentsOf(made), bizNo, uid, amountFen, channel }
  const attempt = await beginSim(when(MINUTE_MS), due, `余额充值 ${bizNo}`, payType)
  if (n === all - 1) return
  await arriveSim(when(2 * MINUTE_MS), attempt)
  const told = refunded[n]
  if (told) await giveBack(tx, made, told, new Date(Math.min(at + 5 * HOUR_MS, now)))
}

/** A refund by staff, and what the gateway said of it. */
async function giveBack(tx: Ctx, { id }: recharges.RechargeRow, { price, type, outcome }: Told, at: Date) {
  const then = withContext(tx, { caller: { ...tx.actor, reauthAt: at }, shopper: undefined, now: () => at })
  const { refundNo } = doneAtOnce(await refundRecharge(then, { id, type, price, reason: '客户要求退款' }))
  const [recharge, refund] = [await recharges.lock(then, id), await findRefund(then, { refundNo })]
  if (!recharge || !refund) throw new Error(`no refund ${refundNo}`)
  const parts = await answerSim(then, refund, outcome)
  const failMsg = outcome === 'failed' ? '商户号可用余额不足，请充值后点重试' : ''
  await settleParts(then, repaidOf(recharge), { ...refund, parts, failMsg })
}
