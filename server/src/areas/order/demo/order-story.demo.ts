import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { withContext } from '../../../platform/http/context.ts'
import { reship } from '../draft-order/reship.service.ts'
import * as orders from '../order/order.repository.ts'
import { changeAddress, deleteForGood, markOrder } from '../order/order-change.service.ts'
import { paidFor } from '../order/order-transition.service.ts'
import { holdOrder, tagOrder } from '../order-note/order-note.service.ts'
import { deleteOwnOrder, remindOwnOrder } from '../order-own/order-own.service.ts'
import { printOrders } from '../order-print/order-print.service.ts'
import { shipInTx, shipOrder } from '../shipment/shipment.service.ts'
import { changeShipment, withdrawShipment } from '../shipment/shipment-change.service.ts'
import { parcelOf, report } from './order-life.demo.ts'
import { owe, payBySim } from './order-pay.demo.ts'
import {
  DAY_MS,
  HOUR_MS,
  type Life,
  MINUTE_MS,
  nameOf,
  place,
  type Sale,
  type Stage,
  staffAt,
  takeGoods,
} from './order-stage.demo.ts'
import { holdReasons } from './order-words.demo.ts'

/** Numbers of orders with a story of their own; so far apart, all of them go by carriers, whole and in time. */
const FIRST = 10_000
const STEP = 2 * 3 * 7 * 31

type Wish = {
  hours: number
  num?: number
  goods?: { skuId: number; num: number }
  sale?: Sale
  who?: number
  storeId?: number | undefined
  cod?: boolean
}

/** An order of some hours ago, paid by WeChat a few minutes later; of a customer who may come twice. */
export async function orderOf(
  stage: Stage,
  { hours, num = 1, goods, sale, who, storeId, cod = false }: Wish,
): Promise<Life> {
  const nth = stage.told++
  const n = FIRST + STEP * nth
  const at = new Date(stage.tx.now().getTime() - hours * HOUR_MS)
  const customer = stage.customers[(who ?? nth * 7) % Math.min(90, stage.customers.length)]
  if (!customer) throw new Error('the demo has no customers')
  const life = await place(stage, {
    n,
    at,
    customer,
    storeId,
    ...(sale ? { sale } : { goods: [goods ?? takeGoods(stage, num)] }),
  })
  const { orderNo, byBuyer } = life
  if (cod) await owe(byBuyer(3 * MINUTE_MS), orderNo)
  else {
    const order = await orders.lockOrder(byBuyer(3 * MINUTE_MS), { orderNo })
    if (order) await payBySim(byBuyer(3 * MINUTE_MS), paidFor(order), 'weixin')
  }
  return life
}

/** What the desk has before it today: each queue of the shop has something in it, whatever chance brought. */
export async function tellStories(stage: Stage): Promise<void> {
  await keepWaiting(stage)
  await sendTogether(stage)
  await sendMore(stage)
  await correctParcels(stage)
  await printSome(stage)
  await sendAgain(stage)
}

/** Late ones, asked for; put aside; a part sent; at the counter. */
async function keepWaiting(stage: Stage): Promise<void> {
  for (const hours of [54, 62, 77, 101]) {
    const { orderNo, byBuyer, byStaff } = await orderOf(stage, { hours })
    if (hours > 60) await remindOwnOrder(byBuyer(50 * HOUR_MS), orderNo)
    if (hours > 70) await tagOrder(byStaff(51 * HOUR_MS, 'service'), { orderNo, add: [1] })
  }
  for (const [place, reason] of holdReasons.entries()) {
    const { orderNo, byStaff } = await orderOf(stage, { hours: 20 + 4 * place })
    const until = place ? toWireDay(new Date(stage.tx.now().getTime() + (place + 1) * DAY_MS)) : undefined
    await holdOrder(byStaff(4 * HOUR_MS, 'service'), { orderNo, reason, until })
  }
  for (const hours of [28, 33, 39]) {
    const life = await orderOf(stage, { hours, num: 3 })
    const then = life.byStaff(20 * HOUR_MS, 'warehouse')
    const order = await orders.lockOrder(then, { orderNo: life.orderNo })
    const [line] = order ? await orders.linesOf(then, order.id) : []
    if (!order || !line) continue
    const command = { ...parcelOf(life.n, 0), lines: [{ lineId: line.id, num: 1 }] }
    await report(life, (await shipInTx(then, order, command)).deliveryNo, 20 * HOUR_MS)
  }
  const [here, there] = [stage.storeIds[0], stage.storeIds.at(-1)]
  for (const hours of [2, 7, 19, 26]) await orderOf(stage, { hours, storeId: hours % 2 ? here : there })
  await orderOf(stage, { hours: 5, storeId: here, cod: true })
  await orderOf(stage, { hours: 6, cod: true })
}

/** Two orders of one customer: some left in one parcel, some still may. */
async function sendTogether(stage: Stage): Promise<void> {
  for (const [who, hours] of [
    [3, 9],
    [11, 15],
    [19, 52],
    [27, 76],
    [35, 100],
  ] as const) {
    const first = await orderOf(stage, { hours, who })
    const second = await orderOf(stage, { hours: hours - 1, who })
    if (hours < 24) continue
    const [orderNo, withOrders] = [first.orderNo, [second.orderNo]]
    const parcel = { orderNo, withOrders, ...parcelOf(first.n, 0) }
    const { deliveryNo } = await shipOrder(first.byStaff(20 * HOUR_MS, 'warehouse'), parcel)
    for (const parcelNo of [deliveryNo, await parcelNoOf(second)]) await report(first, parcelNo, 20 * HOUR_MS)
  }
}

async function parcelNoOf({ orderNo, byNobody, age }: Life): Promise<string> {
  const { rows } = await byNobody(age).db.execute<{ no: string }>(sql`
    select delivery_no as no from shipment join store_order as o on o.id = order_id where order_no = ${orderNo} and state <> 2`)
  return rows[0]?.no ?? ''
}

/** A box that was left out follows with a number of its own. */
async function sendMore(stage: Stage): Promise<void> {
  for (const hours of [50, 74, 98]) {
    const life = await sent(stage, hours)
    const then = life.byStaff(26 * HOUR_MS, 'warehouse')
    const order = await orders.lockOrder(then, { orderNo: life.orderNo })
    if (!order) continue
    const more = { ...parcelOf(life.n, 1), lines: [], mark: '赠品礼盒单独一箱' }
    await report(life, (await shipInTx(then, order, more)).deliveryNo, 26 * HOUR_MS)
  }
}

/** An order that left 20 hours after it came. */
async function sent(stage: Stage, hours: number): Promise<Life> {
  const life = await orderOf(stage, { hours, num: 2 })
  const { n, orderNo, byStaff } = life
  const { deliveryNo } = await shipOrder(byStaff(20 * HOUR_MS, 'warehouse'), { orderNo, ...parcelOf(n, 0) })
  await report(life, deliveryNo, 20 * HOUR_MS)
  return life
}

/** A number typed wrong, and parcels taken back before they left. */
async function correctParcels(stage: Stage): Promise<void> {
  const [typo, early, back] = [
    await orderOf(stage, { hours: 27 }),
    await orderOf(stage, { hours: 31 }),
    await orderOf(stage, { hours: 23 }),
  ]
  const ship = ({ n, orderNo, byStaff }: Life) =>
    shipOrder(byStaff(20 * HOUR_MS, 'warehouse'), { orderNo, ...parcelOf(n, 0) })
  const wrong = await ship(typo)
  const right = { deliveryNo: wrong.deliveryNo, ...parcelOf(typo.n, 2) }
  await changeShipment(typo.byStaff(20 * HOUR_MS + 9 * MINUTE_MS, 'warehouse'), right)
  for (const life of [early, back]) {
    const { deliveryNo } = await ship(life)
    await withdrawShipment(life.byStaff(20 * HOUR_MS + 12 * MINUTE_MS, 'warehouse'), { deliveryNo })
  }
  const again = { orderNo: early.orderNo, ...parcelOf(early.n, 3) }
  await shipOrder(early.byStaff(21 * HOUR_MS, 'warehouse'), again)
}

/** Notes of orders to send are printed; what the paper says of some has changed since. */
async function printSome(stage: Stage): Promise<void> {
  const lives: Life[] = []
  for (const hours of [6, 8, 10, 12, 13, 14, 16]) lives.push(await orderOf(stage, { hours }))
  const orderNos = lives.map(({ orderNo }) => orderNo)
  const now = stage.tx.now().getTime()
  const ago = (hours: number) => new Date(now - hours * HOUR_MS)
  await printOrders(staffAt(stage, ago(5), 'warehouse'), { orderNos, kind: 'pick' })
  await printOrders(staffAt(stage, ago(4.9), 'warehouse'), { orderNos: orderNos.slice(0, 5), kind: 'note' })
  const [first = '', second = '', third = ''] = orderNos
  const service = staffAt(stage, ago(3), 'service')
  await markOrder(service, { orderNo: first, remark: '买家改要礼盒装，请换包装' })
  await holdOrder(service, { orderNo: second, reason: '买家来电，先不发，等确认' })
  const cityId = stage.places[5 % stage.places.length] ?? 0
  const moved = { realName: nameOf(17), userPhone: '13812345678', cityId, detail: '文苑街 88 号 3 幢 1204 室' }
  await changeAddress(service, { orderNo: third, ...moved })
}

/** 补发 of what was lost or left out: two on their way, one to be sent. */
async function sendAgain(stage: Stage): Promise<void> {
  for (const [hours, reason] of [
    [150, '快递破损，补发一件'],
    [126, '漏发一件'],
    [90, '买家收到的颜色发错'],
  ] as const) {
    const life = await sent(stage, hours)
    const then = life.byStaff(60 * HOUR_MS, 'manager')
    const order = await orders.findOrder(then, { orderNo: life.orderNo })
    const [line] = order ? await orders.linesOf(then, order.id) : []
    if (!order || !line) continue
    const owner = life.byStaff(60 * HOUR_MS)
    const { orderNo } = await reship(owner, { orderNo: life.orderNo, lines: [{ lineId: line.id, num: 1 }], reason })
    if (hours > 100) await shipOrder(life.byStaff(64 * HOUR_MS, 'warehouse'), { orderNo, ...parcelOf(life.n, 4) })
  }
}

/** Buyers take some of what has ended out of their lists, and the shop one of those for good. */
export async function forgetSome(stage: Stage): Promise<void> {
  const { rows } = await stage.tx.db.execute<{ orderNo: string; uid: number }>(sql`
    (select order_no as "orderNo", uid from store_order where tab = 7 order by id limit 4)
    union all (select order_no, uid from store_order where tab = 10 order by id limit 3)`)
  for (const { orderNo, uid } of rows) {
    const shopper = { uid: Number(uid), name: '', sessionId: '', channel: 'h5' as const }
    await deleteOwnOrder(withContext(stage.tx, { caller: undefined, shopper }), orderNo)
  }
  const last = rows.at(-1)
  if (last) await deleteForGood(stage.tx, last)
}
