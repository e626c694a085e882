import type { PayAnswer, PayForm } from '@zhanggui/contract/order/front-pay.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { canPay, canPayLater } from '@zhanggui/domain/order/order-state.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import * as orders from '../order/order.repository.ts'
import { closeAtProvider, markPaid, payLater, refuseBy, WHAT } from '../order/order-transition.service.ts'
import { type EditRow, findWaiting, lockWaiting } from '../order-edit/order-edit.repository.ts'
import { applyEdit } from '../order-edit/order-edit-apply.service.ts'
import { isSimOpen, listPayMethods, openGateway, providerOf } from './gateways.service.ts'
import * as payments from './payment.repository.ts'
import { settle } from './payment.service.ts'
import type { PayProvider } from './payment.tables.ts'

/** As long as an open attempt is given again, instead of a new one. */
const SAME_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** How many orders of a buyer may wait to be paid at the door or the counter. */
const MAX_OPEN_COD = 3
/** How often a provider is asked about an order because its buyer asks. */
const ASKED = { max: 1, seconds: 3 }

/** The ways to pay, as the buyer may choose. */
export async function getPayConfig(ctx: Ctx) {
  const { uid, channel } = ctx.buyer
  const [methods, simOpen] = [await listPayMethods(ctx, channel), await isSimOpen(ctx)]
  return { methods, userBalance: toYuan(await payments.balanceOf(ctx, uid)), simOpen }
}

/**
 * Pays an order of the buyer, or what an edit of it costs more: at once from the balance, later at the door or the counter, or by a provider, for which the
 * answer says how the buyer's client goes on.
 * @throws 404, 409 for one that is paid or closed, 422 for a way that is closed or too little balance, 502 for a silent provider
 */
export async function payOrder(ctx: Ctx, { orderNo, payType, channel }: PayForm): Promise<PayAnswer> {
  const method = (await listPayMethods(ctx, channel)).find((each) => each.payType === payType)
  if (!method?.open) throw new Refusal(method?.reason ?? '商家尚未开通此支付方式')
  if (payType === 'yue') return payFromBalance(ctx, { orderNo, channel })
  if (payType === 'offline') return payOffline(ctx, orderNo)
  const provider = await providerOf(ctx, payType, channel)
  if (!provider) throw new Refusal('商家尚未开通此支付方式')
  return payByProvider(ctx, { orderNo, payType, channel, provider })
}

function payFromBalance(ctx: Ctx, { orderNo, channel }: Pick<PayForm, 'orderNo' | 'channel'>): Promise<PayAnswer> {
  return retried(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, orderNo)
    const edit = await waitingEdit(tx, order)
    const { outTradeNo } = await payments.insertPaid(tx, dueOf(order, edit, channel), 'balance', 'yue')
    if (edit) await closeAtProvider(tx, edit.id, 'edit')
    if (!(await (edit ? applyEdit(tx, order, edit, { payType: 'yue' }) : markPaid(tx, order, 'yue'))))
      throw new Refusal('余额不足')
    return { paid: true, payType: 'yue', outTradeNo, provider: 'balance' }
  })
}

function payOffline(ctx: Ctx, orderNo: string): Promise<PayAnswer> {
  return retried(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, orderNo)
    refuseBy(canPayLater(order))
    // Two orders chosen at once are counted one after the other.
    await lockCustomers(tx, [order.uid])
    if ((await payments.countOpenCod(tx, order.uid)) >= MAX_OPEN_COD) throw new Refusal('请先完成待收款的订单')
    await payLater(tx, order)
    return { paid: false, payType: 'offline', outTradeNo: '', provider: 'offline' }
  })
}

type ProviderPay = PayForm & { payType: 'weixin' | 'alipay'; provider: PayProvider }

/** The attempt is stored before the provider learns of it, so that no money comes for what we do not know. */
async function payByProvider(ctx: Ctx, { orderNo, payType, channel, provider }: ProviderPay): Promise<PayAnswer> {
  const gateway = openGateway(ctx, provider)
  if (!gateway) throw new Error(`no gateway ${provider}`)
  const { id, outTradeNo, amountFen, uid, prepay } = await retried(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, orderNo)
    const edit = await waitingEdit(tx, order)
    const due = dueOf(order, edit, channel)
    const since = tx.now().getTime() - SAME_MS
    const open = await payments.listOpen(tx, due.id, due.bizType)
    const same = open.find(
      (each) =>
        each.provider === provider &&
        each.payType === payType &&
        each.channel === channel &&
        each.amountFen === due.payPriceFen &&
        each.createdAt.getTime() > since,
    )
    if (same) return same
    await closeAtProvider(tx, due.id, due.bizType)
    const queryAt = new Date(tx.now().getTime() + MINUTE_MS)
    return payments.insert(tx, due, { provider, payType, queryAt })
  })
  const answer = { paid: false, payType, outTradeNo, provider }
  if (prepay) return { ...answer, jsConfig: prepay }
  const { site_name } = await getSettings(ctx)
  const attempt = { outTradeNo, amountFen, subject: `${site_name} 订单 ${orderNo}`, payType, channel, uid }
  const jsConfig = await gateway.prepay(attempt).catch(async (error: unknown) => {
    ctx.log.error({ err: error, outTradeNo, provider }, 'a provider did not take an attempt')
    await payments.end(ctx, id, 3, error instanceof Error ? error.message : '')
    throw new HttpError(502, 'UPSTREAM', '支付渠道暂时无法使用，请稍后再试或换一种支付方式')
  })
  await payments.keepPrepay(ctx, id, jsConfig)
  return { ...answer, jsConfig }
}

/**
 * The edit of a paid order that waits for its money; undefined for an order that does.
 * @throws 409 where nothing waits, or the time to pay is over and no job has ended the edit yet
 */
async function waitingEdit(tx: Ctx, order: orders.OrderRow): Promise<EditRow | undefined> {
  const edit = order.paid ? await lockWaiting(tx, order.id) : undefined
  if (!edit) refuseBy(canPay(order))
  else if (edit.expireTime && edit.expireTime <= tx.now()) throw stateConflict('改单已超过付款时间，请联系商家重新改单')
  return edit
}

/** What is paid, as its payment names it. */
function dueOf(order: orders.OrderRow, edit: EditRow | undefined, channel: PayForm['channel']) {
  if (!edit) return { ...order, channel, bizType: 'order' as const }
  const { id, editNo: orderNo, differenceFen: payPriceFen } = edit
  return { id, orderNo, uid: order.uid, payPriceFen, channel, bizType: 'edit' as const }
}

/**
 * Whether an order of the buyer is paid, and the edit of it that waits for its money, if any; asks the providers of open attempts, but not too often.
 * @throws 404
 */
export async function queryPayResult(ctx: Ctx, orderNo: string): Promise<{ paid: boolean }> {
  const order = await findOwnOrder(ctx, orderNo)
  const edit = order.paid ? await findWaiting(ctx, order.id) : undefined
  if (order.paid && !edit) return { paid: true }
  const open = await (edit ? payments.listOpen(ctx, edit.id, 'edit') : payments.listOpen(ctx, order.id))
  const mayAsk = open.length && (await ctx.platform.limits.take(`pay query ${order.id}`, ASKED)).allowed
  if (!mayAsk) return { paid: false }
  for (const attempt of open) {
    const outcome = await openGateway(ctx, attempt.provider)
      ?.query(attempt.outTradeNo)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, outTradeNo: attempt.outTradeNo }, 'a provider did not say how an attempt stands')
        return undefined
      })
    if (outcome) await settle(ctx, attempt, outcome)
  }
  const { id, paid } = await findOwnOrder(ctx, orderNo)
  return { paid: paid && !(await findWaiting(ctx, id)) }
}

/** @throws 404, also for another buyer's */
async function findOwnOrder(ctx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.findOrder(ctx, { orderNo })
  if (order?.uid !== ctx.buyer.uid) throw notFound(WHAT)
  return order
}

/** Locks an order of the buyer; a stranger finds none, and does not hold up the owner. @throws 404 */
async function lockOwnOrder(tx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order) throw notFound(WHAT)
  return order
}
