import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { addressIdOf } from '../checkout.ts'
import { between, fenUpTo, type Plan, payBy, personOf, pick, pickPerson, timesTold, tossed } from './money-plans.ts'
import type { OrderSeen, Said, Seen, World } from './money-world.ts'

type OrderPlan = (world: World, of: OrderSeen) => (() => Promise<Said | Said[]>) | undefined

/** A plan for one of the orders that fit. */
const forOrder =
  (fits: (of: OrderSeen) => boolean, plan: OrderPlan): Plan =>
  (world, { orders }: Seen) => {
    const of = pick(world, orders.filter(fits))
    return of && plan(world, of)
  }

const isUnpaid = ({ paid, status }: OrderSeen) => !paid && status === 0
const isToSend = ({ paid, status, refundStatus }: OrderSeen) => paid && status === 0 && refundStatus === 0
const isPaid = ({ paid }: OrderSeen) => paid

/** Some units of some lines. */
function someLines(world: World, { lines }: OrderSeen): { lineId: number; num: number }[] {
  const there = lines.filter(({ left }) => left > 0)
  const chosen = there.filter(() => tossed(world, 0.6))
  return (chosen.length ? chosen : there.slice(0, 1)).map(({ id, left }) => ({
    lineId: id,
    num: between(world, 1, left),
  }))
}

function refundBy({ clerk }: World, { orderNo }: OrderSeen, more: object): Promise<Said> {
  const body = { orderNo, reason: '协商一致', voucher: '收据 1', ...more }
  return clerk.call(refund.start, { body })
}

export async function buyAt(
  world: World,
  { uid, skuId, num, way }: { uid: number; skuId: number; num: number; way: 'yue' | 'weixin' | undefined },
): Promise<Said[]> {
  const buyer = personOf(world, uid)
  const pre = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'buyNow', orderDetails: [{ attrValueId: skuId, productNum: num }] },
  })
  if (pre.status !== 200) return [pre]
  const { preOrderNo } = pre.body
  const body = { preOrderNo, shippingType: 1, addressId: await addressIdOf(buyer) } as const
  const made = await buyer.call(frontOrder.create, { body })
  return made.status === 200 && way ? [pre, made, ...(await payBy(world, buyer, made.body.orderNo, way))] : [pre, made]
}

/** Of a paid order what staff, its buyer and time may do next. */
export const ship = ({ clerk, next }: World, { orderNo }: Pick<OrderSeen, 'orderNo'>): Promise<Said> =>
  clerk.call(shipment.send, {
    body: { orderNo, deliveryType: 'express', expressCode: 'SF', expressNumber: `SF${1_000_000_000 + next()}` },
  })
export const receive = (world: World, { orderNo, uid }: Pick<OrderSeen, 'orderNo' | 'uid'>): Promise<Said> =>
  personOf(world, uid).call(frontShipment.take, { body: { orderNo } })
export const refuseCase = ({ clerk }: World, { orderNo }: Pick<OrderSeen, 'orderNo'>): Promise<Said> =>
  clerk.call(afterSales.refuse, { body: { orderNo, reason: '与约定不符' } })
export const cancelEdit = ({ clerk }: World, { orderNo }: Pick<OrderSeen, 'orderNo'>): Promise<Said> =>
  clerk.call(orderEdit.cancel, { body: { orderNo } })
export const cancel = (world: World, { orderNo, uid }: Pick<OrderSeen, 'orderNo' | 'uid'>): Promise<Said> =>
  personOf(world, uid).call(frontOrder.cancel, { body: { orderNo } })
export const again = ({ clerk }: World, refundNo: string, method?: 'balance' | 'offline'): Promise<Said> =>
  clerk.call(refund.again, { body: { refundNo, voucher: '收据 1', ...(method && { method }) } })

export const orderPlans: Record<string, Plan> = {
  buy(world, seen) {
    const who = pickPerson(world, seen)
    const way = tossed(world, 0.3) ? undefined : tossed(world, 0.5) ? 'yue' : 'weixin'
    const [skuId = 0, num] = [pick(world, world.skuIds), between(world, 1, 3)]
    return who && (() => buyAt(world, { uid: who.uid, skuId, num, way }))
  },
  pay: forOrder(
    (of) => isUnpaid(of) || of.isEdited,
    (world, { uid, orderNo }) => {
      const [way, times] = [tossed(world, 0.4) ? 'yue' : 'weixin', timesTold(world)] as const
      return () => payBy(world, personOf(world, uid), orderNo, way, times)
    },
  ),
  reprice: forOrder(isUnpaid, (world, { orderNo, payPrice }) => {
    const body = { orderNo, payPrice: Math.max(1, Math.floor((payPrice * between(world, 50, 150)) / 100)) / 100 }
    return () => world.clerk.call(order.updatePrice, { body })
  }),
  cancel: forOrder(isUnpaid, (world, of) => () => cancel(world, of)),
  edit: forOrder(isToSend, (world, { orderNo, lines }) => {
    const line = pick(world, lines)
    const isAdding = tossed(world, 0.6)
    const add = isAdding && { add: [{ skuId: pick(world, world.skuIds) ?? 0, num: between(world, 1, 2) }] }
    const change = line &&
      (!isAdding || tossed(world, 0.4)) && { change: [{ lineId: line.id, num: between(world, 0, line.left + 1) }] }
    const body = { orderNo, reason: '客户要求', voucher: '收据 1', ...add, ...change }
    return () => world.clerk.call(orderEdit.confirm, { body })
  }),
  takeDifference: forOrder(
    ({ isEdited }) => isEdited,
    ({ clerk }, { orderNo }) =>
      () =>
        clerk.call(orderEdit.paid, { body: { orderNo, reason: '转账已到' } }),
  ),
  cancelEdit: forOrder(
    ({ isEdited }) => isEdited,
    (world, of) => () => cancelEdit(world, of),
  ),
  ship: forOrder(isToSend, (world, of) => () => ship(world, of)),
  receive: forOrder(
    ({ status }) => status === 1,
    (world, of) => () => receive(world, of),
  ),
  refundUnits: forOrder(isPaid, (world, of) => {
    const lines = someLines(world, of)
    const method = pick(world, ['origin', 'balance', 'offline'] as const)
    return lines.length ? () => refundBy(world, of, { lines, method }) : undefined
  }),
  refundSome: forOrder(isPaid, (world, of) => {
    const amount = fenUpTo(world, Math.min(of.payPrice, between(world, 1, 40_00))) / 100
    return () => refundBy(world, of, { amount })
  }),
  refundAll: forOrder(isPaid, (world, of) => () => refundBy(world, of, { amount: (of.payPrice - of.back) / 100 })),
  again(world, { refunds }) {
    const failed = pick(
      world,
      refunds.filter(({ orderNo }) => orderNo),
    )
    const method = pick(world, [undefined, 'balance', 'offline'] as const)
    return failed && (() => again(world, failed.refundNo, method))
  },
  applyForMoney: forOrder(isPaid, (world, of) => {
    const lines = someLines(world, of)
    const body = { orderNo: of.orderNo, serviceType: 0, reason: '与描述不符', lines } as const
    return lines.length ? () => personOf(world, of.uid).call(frontAfterSales.apply, { body }) : undefined
  }),
  decideCase: forOrder(
    ({ caseId }) => caseId !== null,
    (world, of) => {
      const pass = tossed(world, 0.7)
      return () =>
        pass ? world.clerk.call(afterSales.check, { body: { id: of.caseId ?? 0, pass } }) : refuseCase(world, of)
    },
  ),
}
