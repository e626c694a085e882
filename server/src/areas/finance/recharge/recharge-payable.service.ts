import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText } from '@zhanggui/domain/money.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { MAX_BALANCE_FEN } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { Due, Payable } from '../../payment/payment/payable.service.ts'
import type { TakenMoney } from '../../payment/payment/payment.parts.ts'
import { closeAttempts, markTaken } from '../../payment/payment/payment.service.ts'
import { addBalance, findPurse, lockCustomers } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import * as recharges from './recharge.repository.ts'
import { concernOf, repaidOf } from './recharge-repaid.service.ts'

type Recharge = recharges.RechargeRow

const NOT_BALANCE = '充值不能用余额支付'
const NOT_CASH = '充值不支持线下支付'

/** Recharges are paid by their number, by a provider alone. */
export const rechargePayable: Payable = {
  bizType: 'recharge',
  title: '充值单',
  locking: recharges.locking,
  read: async (tx, row) => {
    const recharge = recharges.readRecharge(row)
    // The customer stays locked: what is judged here holds when the money is credited.
    await lockCustomers(tx, [recharge.uid])
    return dueOf(recharge, await obstacleOf(tx, recharge))
  },
  ofBuyer: {
    find: async (ctx, no) => {
      const recharge = await recharges.findOwn(ctx, ctx.buyer.uid, no)
      if (!recharge) return undefined
      const { paid: isPaid, priceFen: amountFen, payDeadline } = recharge
      return {
        ...paymentsOf(recharge),
        isPaid,
        amountFen,
        payDeadline,
        closed: { yue: NOT_BALANCE, offline: NOT_CASH },
      }
    },
    lock: async (tx, no) => {
      const recharge = await recharges.lockOwn(tx, tx.buyer.uid, no)
      if (!recharge) return undefined
      const due = dueOf(recharge, await obstacleOf(tx, recharge))
      const isOver = !recharge.paid && recharge.payDeadline <= tx.now()
      return isOver ? { ...due, refusal: stateConflict('充值单已超过付款时间，请重新充值') } : due
    },
  },
  lockRepaid: async (tx, { bizId }) => {
    const recharge = await recharges.lock(tx, bizId)
    if (!recharge) throw notFound('退款单')
    return repaidOf(recharge)
  },
}

/** What payments call a recharge. */
export const paymentsOf = ({ id }: Pick<Recharge, 'id'>) => ({ bizType: 'recharge', bizId: id })

/** Why money of a recharge is not credited: what its buyer reads, and what staff read of money that came all the same. */
type Obstacle = { refusal: HttpError; why: string }

async function obstacleOf(ctx: Ctx, { paid, uid, priceFen, giveFen }: Recharge): Promise<Obstacle | undefined> {
  if (paid) return { refusal: stateConflict('充值单已支付'), why: '充值已支付，重复到账' }
  const purse = await findPurse(ctx, uid)
  if (!purse || purse.hasEnded) return { refusal: refused('账号已注销，不能充值'), why: '账号注销后充值到账' }
  if (purse.nowMoneyFen + priceFen + giveFen > MAX_BALANCE_FEN)
    return { refusal: refused('余额将超过上限'), why: '余额超过上限，充值到账' }
  return undefined
}

const refused = (message: string) => new HttpError(422, 'BUSINESS_RULE', message)

function dueOf(recharge: Recharge, obstacle: Obstacle | undefined): Due {
  const { rechargeNo, uid, priceFen } = recharge
  return {
    ...paymentsOf(recharge),
    bizNo: rechargeNo,
    uid,
    amountFen: priceFen,
    subject: `余额充值 ${rechargeNo}`,
    concern: concernOf(recharge),
    refusal: obstacle?.refusal,
    pay: async (tx, how) => {
      await credit(tx, recharge, how)
      return true
    },
    late: { why: obstacle?.why ?? '充值金额不符', orderId: null, note: async () => {} },
  }
}

/** Its money came: the balance grows by it and by the gift, once. @throws 422 for the balance itself, and for cash */
async function credit(
  tx: Ctx,
  recharge: Recharge,
  { payType, taken }: { payType: PayType; taken?: TakenMoney },
): Promise<void> {
  if (payType !== 'weixin' && payType !== 'alipay') throw new Refusal(NOT_BALANCE)
  const { id, uid, rechargeNo, priceFen, giveFen } = recharge
  if (taken) await markTaken(tx, taken)
  await closeAttempts(tx, paymentsOf(recharge))
  await recharges.change(tx, id, { paid: true, payTime: taken?.payTime ?? tx.now(), rechargeType: payType })
  const bill = { uid, linkId: rechargeNo }
  const moves = [
    { ...bill, type: 'pay_recharge', numberFen: priceFen, payType, bizKey: `recharge:${id}` },
    { ...bill, type: 'recharge_gift', numberFen: giveFen, bizKey: `recharge:${id}:gift` },
  ] as const
  for (const move of moves)
    if (move.numberFen && !(await addBalance(tx, move))) throw new Error(`recharge ${rechargeNo} could not be credited`)
  const nowMoney = (await findPurse(tx, uid))?.nowMoneyFen ?? 0
  const values = { amount: amountText(priceFen), giveAmount: amountText(giveFen), balance: amountText(nowMoney) }
  await tellBuyer(tx, { mark: 'rechargeSuccess', uid, bizId: id, link: '/user/balance', values })
}
