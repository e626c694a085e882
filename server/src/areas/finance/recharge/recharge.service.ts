import type { RechargeForm } from '@zhanggui/contract/finance/front-recharge.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { MAX_BALANCE_FEN } from '@zhanggui/domain/user/ledger.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { listPayMethods } from '../../payment/gateway/gateways.service.ts'
import { payDue } from '../../payment/pay/front-pay.service.ts'
import { closeLate } from '../../payment/pay/pay-watch.service.ts'
import { closeAttempts } from '../../payment/payment/payment.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { findPurse, lockCustomers } from '../../user/ledger/ledger.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as recharges from './recharge.repository.ts'
import { paymentsOf } from './recharge-payable.service.ts'

/** As long as an unpaid recharge is given again, instead of a new one. */
const SAME_MS = 5 * 60_000
const HOUR_MS = 3600_000
/** How many recharges of a buyer may wait for their money: as many as orders. */
const MAX_UNPAID = 20

/** What the calling buyer may recharge, and how it is paid. */
export async function getRechargeOffer(ctx: Ctx) {
  const settings = await getSettings(ctx)
  const nowMoney = toYuan((await findPurse(ctx, ctx.buyer.uid))?.nowMoneyFen ?? 0)
  return {
    open: isOpen(settings),
    packages: settings.recharge_packages.map(({ id, price, giveMoney }) => ({
      id,
      price: toYuan(price),
      giveMoney: toYuan(giveMoney),
    })),
    minPrice: toYuan(settings.store_user_min_recharge),
    attention: settings.recharge_attention,
    nowMoney,
    methods: await listMethods(ctx, ctx.buyer.channel),
  }
}

const isOpen = ({ recharge_switch, balance_func_status }: Awaited<ReturnType<typeof getSettings>>) =>
  recharge_switch && balance_func_status

/** A recharge is paid by a provider. */
const listMethods = async (ctx: Ctx, channel: RechargeForm['channel']) =>
  (await listPayMethods(ctx, channel)).filter(({ payType }) => payType === 'weixin' || payType === 'alipay')

/**
 * The calling buyer recharges: the answer says how the client goes on, as that of `pay/payment`. Repeated within five minutes it
 * is the same recharge.
 * @throws 400 for a sum that is too small or not its package's; 409 for a package that is gone; 422 while recharging or the way
 *   to pay is closed, too many recharges wait, or the balance would be too large; 502 for a silent provider
 */
export async function startRecharge(ctx: Ctx, { price, packageId, payType, channel, wxCode }: RechargeForm) {
  const settings = await getSettings(ctx)
  if (!isOpen(settings)) throw new Refusal('商家未开通充值')
  const priceFen = toFen(price)
  const chosen = settings.recharge_packages.find(({ id }) => id === packageId)
  if (packageId !== undefined && !chosen) throw stateConflict('该充值套餐已下架，请重新选择')
  if (chosen && chosen.price !== priceFen)
    throw new BadInput(`该套餐的充值金额为 ${yuanText(chosen.price)}，请重新选择`, 'price')
  const { store_user_min_recharge: minFen, order_cancel_time } = settings
  if (priceFen < minFen) throw new BadInput(`充值金额不能小于 ${yuanText(minFen)}`, 'price')
  const method = (await listMethods(ctx, channel)).find((each) => each.payType === payType)
  if (!method?.open) throw new Refusal(method?.reason ?? '商家尚未开通此支付方式')
  const giveFen = chosen?.giveMoney ?? 0
  const { rechargeNo } = await retried(ctx, async (tx) => {
    const { uid } = tx.buyer
    // Of two at once the second finds the first.
    await lockCustomers(tx, [uid])
    const nowFen = (await findPurse(tx, uid))?.nowMoneyFen ?? 0
    if (nowFen + priceFen + giveFen > MAX_BALANCE_FEN) throw new Refusal('余额将超过上限')
    const wish = { uid, packageId: packageId ?? null, priceFen, giveFen, channel }
    const now = tx.now().getTime()
    const same = await recharges.findSame(tx, wish, new Date(now - SAME_MS))
    if (same) return same
    if ((await recharges.countOpen(tx, uid)) >= MAX_UNPAID)
      throw new Refusal('未付款的充值过多，请先支付其中一笔，或等它们超时关闭')
    const payDeadline = new Date(now + HOUR_MS * order_cancel_time)
    return recharges.insert(tx, { ...wish, rechargeNo: await nextNo(tx, 'C'), rechargeType: payType, payDeadline })
  })
  return { rechargeNo, ...(await payDue(ctx, { orderNo: rechargeNo, payType, channel, wxCode })) }
}

/** The job that closes attempts to pay recharges. */
export const RECHARGE_CANCEL = 'rechargeAutoCancel'
const BATCH = 200

/**
 * Closes the attempts to pay recharges whose time is over. Their providers are asked first, outside any transaction, so that money
 * on its way is not turned back; what comes later all the same is credited.
 * @returns how many were closed
 */
export async function closeUnpaidRecharges(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let closed = 0
  let after: recharges.DueRecharge | undefined
  while (!signal.aborted) {
    const due = await recharges.listOverdue(ctx, RECHARGE_CANCEL, after, BATCH)
    closed += await eachRow(ctx, RECHARGE_CANCEL, due, signal, (each) => closeOverdue(ctx, each))
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return closed
}

async function closeOverdue(ctx: Ctx, { id, payDeadline }: recharges.DueRecharge): Promise<boolean> {
  if (!(await closeLate(ctx, paymentsOf({ id }), payDeadline))) return false
  return retried(ctx, async (tx) => {
    const recharge = await recharges.lock(tx, id)
    if (!recharge || recharge.paid || recharge.closeTime) return false
    await closeAttempts(tx, paymentsOf(recharge))
    await recharges.change(tx, id, { closeTime: tx.now() })
    return true
  })
}

/** A buyer does not end their account while money of a recharge is on its way back. @throws 422 */
export async function refuseWhileRefunding(tx: Ctx, uid: number): Promise<void> {
  if (await recharges.hasOpenRefunds(tx, uid)) throw new Refusal('还有充值退款在处理，暂不能注销账号')
}
