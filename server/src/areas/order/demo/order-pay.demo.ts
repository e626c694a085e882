import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { arriveSim, balanceOf, beginSim } from '../../payment/demo/sim.demo.ts'
import { insertPaid, type PaidFor } from '../../payment/payment/payment.service.ts'
import * as orders from '../order/order.repository.ts'
import { markPaid, paidFor, payLater } from '../order/order-transition.service.ts'

/** Pays an order as its buyer does, most of them by WeChat; who has too little balance as well. */
export async function pay(then: Ctx, orderNo: string, chance: number): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (!order) return
  const payType = chance < 0.22 ? 'yue' : chance < 0.34 ? 'alipay' : 'weixin'
  const isRich = payType === 'yue' && (await balanceOf(then, order.uid)) >= order.payPriceFen
  if (!isRich) return payBySim(then, paidFor(order), payType === 'alipay' ? payType : 'weixin')
  if (!(await markPaid(then, order, 'yue'))) throw new Error(`${orderNo} was not paid`)
  await insertPaid(then, paidFor(order), 'balance', 'yue')
}

/** Pays by the simulated gateway. */
export async function payBySim(then: Ctx, due: PaidFor, payType: PayType): Promise<void> {
  await arriveSim(then, await beginSim(then, due, `订单 ${due.bizNo}`, payType))
}

/** To be paid at the door or the counter. */
export async function owe(then: Ctx, orderNo: string): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (order) await payLater(then, order)
}
