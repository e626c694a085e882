import { canReceive, canShip, canVerify } from '@zhanggui/domain/order/order-state.ts'
import { leftToSend } from '@zhanggui/domain/order/shipment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import type { Trace } from '../../../platform/outside/logistics.ts'
import * as orders from '../order/order.repository.ts'
import { closeByShop } from '../order/order-change.service.ts'
import { receiveOrder } from '../order/order-transition.service.ts'
import { confirmOffline } from '../order-payment/offline-payment.service.ts'
import { clerkOf, verifyPickup } from '../pickup/pickup.service.ts'
import { reviewOwnLine } from '../shipment/receipt.service.ts'
import * as shipments from '../shipment/shipment.repository.ts'
import { shipInTx } from '../shipment/shipment.service.ts'
import { storeTrace } from '../shipment/shipment-trace.repository.ts'
import { DAY_MS, HOUR_MS, type Life } from './order-stage.demo.ts'
import { reviews } from './order-words.demo.ts'

/** Nobody waits longer than this for what should have left. */
const FORGOTTEN_MS = 6 * DAY_MS
/** What nobody picked up in this time is fetched at last. */
const UNCLAIMED_MS = 30 * DAY_MS

const carriers = [
  ['SF', 'SF14'],
  ['ZTO', '7513'],
  ['YTO', 'YT88'],
  ['JD', 'JDVB'],
] as const
const couriers = ['周师傅', '小郑', '老吴']

/** From the warehouse to the buyer: what is older is further on its way, and some parcels go astray. */
export async function fulfil(life: Life): Promise<void> {
  const { n, age, orderNo, byNobody, byStaff } = life
  const order = await orders.findOrder(byNobody(age), { orderNo })
  if (!order || (!order.paid && !order.cod)) return
  if (order.shippingType === 2) return pickUp(order, life)
  const soon = 5 * HOUR_MS + (order.createdAt.getTime() % (26 * HOUR_MS))
  const sentAfter = n % 7 === 6 ? FORGOTTEN_MS + soon : soon
  if (age < sentAfter + HOUR_MS || canShip({ ...order, isEdited: false })) return
  const ahead = n % 6 === 3 ? await sendPart(byStaff(sentAfter, 'warehouse'), life) : undefined
  if (ahead) await report(life, ahead, sentAfter)
  // The rest of some is still awaited.
  const restAfter = ahead ? sentAfter + (n % 4 === 3 ? 4 : 1) * DAY_MS : sentAfter
  if (ahead && age < restAfter) return
  const { deliveryNo } = await send(byStaff(restAfter, 'warehouse'), life, ahead ? 1 : 0)
  await travel(deliveryNo, restAfter, life)
}

/** One unit goes ahead, of an order that has more. Returns the number of its parcel. */
async function sendPart(then: Ctx, { n, orderNo }: Life): Promise<string | undefined> {
  const order = await orders.lockOrder(then, { orderNo })
  const lines = order ? await orders.linesOf(then, order.id) : []
  const first = lines.find((line) => leftToSend(line) > 0)
  if (!order || !first || lines.reduce((sum, line) => sum + leftToSend(line), 0) < 2) return undefined
  const { deliveryNo } = await shipInTx(then, order, { ...parcelOf(n, 0), lines: [{ lineId: first.id, num: 1 }] })
  return deliveryNo
}

async function send(then: Ctx, { n, orderNo }: Life, parcel: number) {
  const order = await orders.lockOrder(then, { orderNo })
  if (!order) throw new Error(`${orderNo} is gone`)
  return shipInTx(then, order, parcelOf(n, parcel))
}

/** How the parcel of an order leaves; each of its parcels has a number of its own. */
export function parcelOf(n: number, parcel: number) {
  if (n % 31 === 8) {
    const deliveryName = couriers[n % couriers.length] ?? ''
    return { deliveryType: 'send' as const, deliveryName, deliveryTel: `138001${38_000 + (n % 1000)}` }
  }
  const [expressCode, prefix] = carriers[n % carriers.length] as (typeof carriers)[number]
  const digits = String(10_000_000_000 + n * 7919 + parcel * 13).slice(1)
  return { deliveryType: 'express' as const, expressCode, expressNumber: `${prefix}${digits}` }
}

/** What a parcel that went astray is said to be: 4 not delivered, 5 a problem, 6 on its way back. */
const troubles = [
  { state: 5, status: '收件地址无人，快件异常，待处理' },
  { state: 4, status: '派送失败，收件人电话无法接通' },
  { state: 6, status: '收件人拒收，快件退回途中' },
] as const

/** What the carrier says of the parcels, and whether the buyer has them. */
async function travel(deliveryNo: string, sentAfter: number, life: Life): Promise<void> {
  const { n, orderNo, age, byBuyer, byNobody, byStaff } = life
  const signedAfter = sentAfter + 3 * DAY_MS + (n % 5) * 7 * HOUR_MS
  const order = await orders.findOrder(byNobody(age), { orderNo })
  const isRefused = order?.paid === false && n % 2 === 0
  const trouble = isRefused ? troubles[2] : n % 23 === 17 && age < 20 * DAY_MS ? troubles[n % 3] : undefined
  await trace(byNobody(sentAfter), deliveryNo, stepsOf(life, sentAfter, signedAfter, trouble))
  if (age <= signedAfter || (trouble && !isRefused)) return
  if (isRefused) {
    const closing = { orderNo, reason: '买家拒收，货已退回', restock: true }
    if (age > signedAfter + 2 * DAY_MS) await closeByShop(byStaff(signedAfter + 2 * DAY_MS, 'service'), closing)
    return
  }
  if (order && !order.paid)
    await confirmOffline(byStaff(signedAfter, 'service'), { orderNo, reason: '快递代收货款', voucher: `DS${n}` })
  const receivedAfter = signedAfter + (n % 3) * DAY_MS + HOUR_MS
  if (age <= receivedAfter) return
  await receive(byBuyer(receivedAfter), orderNo)
  if (n % 4 === 0 && age > receivedAfter + 6 * HOUR_MS) await review(byBuyer(receivedAfter + 5 * HOUR_MS), orderNo, n)
}

/** What the carrier says of a parcel that goes without trouble. */
export async function report(life: Life, deliveryNo: string, sentAfter: number): Promise<void> {
  await trace(life.byNobody(sentAfter), deliveryNo, stepsOf(life, sentAfter, sentAfter + 3 * DAY_MS))
}

/** What a carrier has said of a parcel by now. */
function stepsOf({ age }: Life, sentAfter: number, signedAfter: number, trouble?: (typeof troubles)[number]): Step[] {
  const last = trouble ?? { status: '已签收，签收人：本人', state: 3 as const }
  const steps: Step[] = [
    { after: 4 * HOUR_MS, status: '快件已揽收', state: 0 },
    { after: DAY_MS, status: '快件已发往转运中心', state: 1 },
    { after: 2 * DAY_MS, status: '快件到达目的地城市，正在派送', state: 2 },
    { after: signedAfter - sentAfter, ...last },
  ]
  return steps.filter(({ after }) => sentAfter + after < age)
}

/** What some buyers say of what they got. */
async function review(then: Ctx, orderNo: string, n: number): Promise<void> {
  const order = await orders.findOrder(then, { orderNo })
  if (order?.status !== 2 || order.refundStatus) return
  const line = (await orders.linesOf(then, order.id)).find(({ num, refundNum }) => num > refundNum)
  const { comment, score } = reviews[n % reviews.length] as (typeof reviews)[number]
  if (line) await reviewOwnLine(then, { orderNo, lineId: line.id, productScore: score, serviceScore: 5, comment })
}

async function receive(then: Ctx, orderNo: string): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (order && !canReceive(order)) await receiveOrder(then, order, '买家确认收货')
}

type Step = { after: number; status: string; state: Trace['state'] }

/** The carrier's word on a parcel, stored as its answer is. */
async function trace(sent: Ctx, deliveryNo: string, steps: readonly Step[]): Promise<void> {
  const parcel = await shipments.find(sent, deliveryNo)
  const last = steps.at(-1)
  if (parcel?.deliveryType !== 'express' || !last) return
  const at = ({ after }: Step) => new Date(sent.now().getTime() + after)
  const isSigned = last.state === 3
  const told = steps.map((step) => ({ time: toWireTime(at(step)), status: step.status })).reverse()
  const then = withContext(sent, { now: () => at(last) })
  await storeTrace(
    then,
    parcel,
    { state: last.state, isSigned, steps: told },
    { signTime: isSigned ? at(last) : null, traceAt: null },
  )
}

/** At the counter, a day or two later; some are still awaited. */
async function pickUp(order: orders.OrderRow, { n, age, byStaff }: Life): Promise<void> {
  const after = n % 5 === 2 ? UNCLAIMED_MS : 20 * HOUR_MS + (n % 4) * 9 * HOUR_MS
  if (age < after || canVerify({ ...order, isEdited: false })) return
  const clerk = byStaff(after, 'verifier')
  const isHere = clerk.actor.scope.storeIds?.includes(order.storeId)
  const then = isHere ? clerk : byStaff(after)
  await verifyPickup(then, { ...clerkOf(then), mayForce: true }, order.verifyCode, { collected: order.cod })
}
