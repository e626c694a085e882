import type { PayType } from '@zhanggui/domain/order/order-state.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as orders from '../order/order.repository.ts'
import { markPaid, payLater } from '../order/order-transition.service.ts'
import * as payments from '../payment/payment.repository.ts'
import { takeMoney } from '../payment/payment.service.ts'
import { openSimGateway } from '../payment/sim/sim-gateway.service.ts'
import * as sims from '../payment/sim/sim-payment.repository.ts'

/** Pays an order as its buyer does, most of them by WeChat; who has too little balance as well. */
export async function pay(then: Ctx, orderNo: string, chance: number): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (!order) return
  const payType = chance < 0.22 ? 'yue' : chance < 0.34 ? 'alipay' : 'weixin'
  const isRich = payType === 'yue' && (await payments.balanceOf(then, order.uid)) >= order.payPriceFen
  if (!isRich) return payBySim(then, order, payType === 'alipay' ? payType : 'weixin')
  if (!(await markPaid(then, order, 'yue'))) throw new Error(`${orderNo} was not paid`)
  await payments.insertPaid(then, order, 'balance', 'yue')
}

/** Pays by the simulated gateway, which knows of it from then on: money can go back by it. */
export async function payBySim(then: Ctx, due: payments.PaidFor, payType: PayType): Promise<void> {
  await arrive(then, await begin(then, due, payType))
}

/** An attempt whose buyer looks at the page of the gateway. */
export async function begin(then: Ctx, due: payments.PaidFor, payType: PayType): Promise<payments.PaymentRow> {
  const attempt = await payments.insert(then, due, { provider: 'sim', payType })
  const { outTradeNo, amountFen, channel, uid } = attempt
  await openSimGateway(then).prepay({ outTradeNo, amountFen, subject: `订单 ${due.orderNo}`, payType, channel, uid })
  return attempt
}

/** The money of an attempt comes. */
export async function arrive(then: Ctx, { outTradeNo, amountFen }: payments.PaymentRow): Promise<void> {
  const paidAt = then.now()
  const transactionId = transactionOf(outTradeNo)
  await sims.end(then, outTradeNo, { state: 1, transactionId, paidFen: amountFen, paidAt })
  await takeMoney(then, {
    ...{ provider: 'sim', outTradeNo, amountFen, isOurs: true, state: 'paid', transactionId, paidAt },
  })
}

/** 28 digits, as WeChat gives them. */
function transactionOf(outTradeNo: string): string {
  const [no = '', attempt = ''] = outTradeNo.split('-')
  return `420000${no.startsWith('E') ? 1 : 0}${attempt.slice(-1)}${no.replace(/\D/g, '')}`
}

/** To be paid at the door or the counter. */
export async function owe(then: Ctx, orderNo: string): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (order) await payLater(then, order)
}
