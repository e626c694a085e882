import { giftOfType, mostBack, type RechargeRefundType } from '@zhanggui/domain/finance/recharge.ts'
import { amountText } from '@zhanggui/domain/money.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Concern, Repaid } from '../../payment/payment/payable.service.ts'
import type { RefundRow } from '../../payment/refund/refund.service.ts'
import { addBalance, findPurse, lockCustomers, takeBalance } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import * as recharges from './recharge.repository.ts'

type Recharge = recharges.RechargeRow

/** How staff find a recharge, and who of them handles its money. */
export const concernOf = ({ id, rechargeNo, uid }: Recharge): Concern => ({
  no: rechargeNo,
  link: `/finance/recharge?keywords=${rechargeNo}`,
  object: { type: 'recharge', id },
  to: { permission: 'admin:recharge:refund' },
  event: { rechargeId: id, rechargeNo, uid },
})

/** Where money of a recharge came from, and which refunds are of it. */
export const moneyOf = ({ id, uid }: Recharge) => ({
  uid,
  payments: sql`biz_type = 'recharge' and biz_id = ${id}`,
  refunds: sql`refund.id in (select refund_id from recharge_refund where recharge_id = ${id})`,
})

/** What a refund takes, or gives back when it failed. */
type Taking = { refundNo: string; round: number; amountFen: number; giveFen: number }

const keyOf = ({ refundNo, round }: Taking) => `refund:${refundNo}:${round}`

/** Bills of a refund: the money that leaves the shop, and what it takes of the gift. */
function movesOf({ uid, rechargeNo: linkId, rechargeType }: Recharge, taking: Taking, end: '' | ':back') {
  const { amountFen, giveFen } = taking
  const bill = { uid, linkId, type: 'user_recharge_refund' } as const
  const mark = end ? '退款失败，退回余额' : ''
  return [
    { ...bill, numberFen: amountFen, payType: rechargeType, mark, bizKey: `${keyOf(taking)}${end}` },
    { ...bill, numberFen: giveFen, mark: mark || '扣回赠送', bizKey: `${keyOf(taking)}:gift${end}` },
  ].filter(({ numberFen }) => numberFen > 0)
}

/**
 * Takes what a refund sends back from the balance, with its share of the gift, so that it cannot be spent meanwhile.
 * @param recharge locked; its refunded sums grow by this
 * @returns what it took of the gift, or the most that could go back where the balance is too small
 */
export async function takeForRefund(
  tx: Ctx,
  recharge: Recharge,
  { type, ...taking }: Omit<Taking, 'giveFen'> & { type: RechargeRefundType },
): Promise<{ giveFen: number } | { mostFen: number }> {
  const { id, uid, refundPriceFen, refundGiveFen } = recharge
  const of = { ...recharge, refundedFen: refundPriceFen }
  const giveFen = giftOfType(of, taking.amountFen, type)
  await lockCustomers(tx, [uid])
  const balanceFen = (await findPurse(tx, uid))?.nowMoneyFen ?? 0
  if (balanceFen < taking.amountFen + giveFen) return { mostFen: mostBack(of, type, balanceFen) }
  for (const move of movesOf(recharge, { ...taking, giveFen }, ''))
    if (!(await takeBalance(tx, move))) throw new Error(`the balance of ${uid} changed though it is locked`)
  await recharges.change(tx, id, {
    refundPriceFen: refundPriceFen + taking.amountFen,
    refundGiveFen: refundGiveFen + giveFen,
  })
  return { giveFen }
}

/** A recharge, locked, as money goes back of it. */
export function repaidOf(recharge: Recharge): Repaid {
  return {
    uid: recharge.uid,
    concern: concernOf(recharge),
    lockPeople: (tx) => lockCustomers(tx, [recharge.uid]),
    // What went back was taken from the balance when it set out.
    finish: (tx, refund) => tellOfRefund(tx, recharge, refund),
    fail: (tx, refund) => bookBack(tx, recharge, refund),
    wait: async () => {},
    reopen: async (tx, refund) => ((await takeAgain(tx, recharge, refund)) ? repaidOf(recharge) : undefined),
    note: async () => {},
  }
}

async function tellOfRefund(tx: Ctx, { uid, rechargeNo }: Recharge, refund: RefundRow): Promise<void> {
  const { id: bizId, amountFen, method, reason } = refund
  const values = { orderNo: rechargeNo, refundPrice: amountText(amountFen), method: refundMethods[method], reason }
  await tellBuyer(tx, { mark: 'refundSuccess', uid, bizId, link: '/user/balance', values })
}

/** None of it goes back, for good: the customer has it again, beyond the limit of a balance if need be. */
async function bookBack(tx: Ctx, { id }: Recharge, { id: refundId, refundNo, amountFen, surplus }: RefundRow) {
  const own = surplus ? undefined : await recharges.findRefund(tx, refundId)
  const recharge = own && (await recharges.lock(tx, id))
  if (!own || !recharge) return
  const { round, giveFen } = own
  for (const move of movesOf(recharge, { refundNo, round, amountFen, giveFen }, ':back'))
    if (!(await addBalance(tx, { ...move, mayExceed: true }))) throw new Error(`customer ${recharge.uid} is gone`)
  await recharges.changeRefund(tx, own.id, { giveFen: 0 })
  await recharges.change(tx, id, {
    refundPriceFen: recharge.refundPriceFen - amountFen,
    refundGiveFen: recharge.refundGiveFen - giveFen,
  })
}

/**
 * One that failed sets out, or has arrived, once more: the balance is taken again.
 * @returns false where another is on its way, less is left, or the balance is too small
 */
export async function takeAgain(tx: Ctx, recharge: Recharge, refund: RefundRow): Promise<boolean> {
  if (refund.surplus) return true
  const { refundNo, amountFen } = refund
  const own = await recharges.findRefund(tx, refund.id)
  const leftFen = recharge.priceFen - recharge.refundPriceFen
  if (!own || amountFen > leftFen || (await recharges.isRefunding(tx, recharge.id))) return false
  const round = own.round + 1
  const taken = await takeForRefund(tx, recharge, { refundNo, round, amountFen, type: own.type })
  if ('mostFen' in taken) return false
  await recharges.changeRefund(tx, own.id, { giveFen: taken.giveFen, round })
  return true
}
