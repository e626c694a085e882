import { sql } from 'drizzle-orm'
import * as orders from '../order/order.repository.ts'
import { lockWaiting } from '../order-edit/order-edit.repository.ts'
import { paidForEdit } from '../order-edit/order-edit.service.ts'
import { cancelEdit, confirmEdit } from '../order-edit/order-edit-confirm.service.ts'
import { expireEdits } from '../order-edit/order-edit-expiry.service.ts'
import { confirmEditOffline } from '../order-payment/offline-payment.service.ts'
import { fulfil } from './order-life.demo.ts'
import { payBySim } from './order-pay.demo.ts'
import { settle } from './order-refund.demo.ts'
import { HOUR_MS, type Life, MINUTE_MS, type Stage, takeGoods } from './order-stage.demo.ts'
import { orderOf } from './order-story.demo.ts'

/** An order is edited so long after it was paid. */
const EDITED_MS = HOUR_MS

/** Orders edited before anything was sent: the buyer has to pay, has paid, got money back, never paid, or has another SKU. */
export async function editSome(stage: Stage): Promise<void> {
  // First, as the job ends all that are over by then.
  const { byNobody } = await addMore(stage, 40)
  await expireEdits(byNobody(EDITED_MS + 25 * HOUR_MS), new AbortController().signal)
  const { orderNo, byStaff } = await addMore(stage, 12)
  await cancelEdit(byStaff(3 * HOUR_MS, 'manager'), { orderNo })
  for (const hours of [2, 4, 7]) await addMore(stage, hours)
  for (const hours of [30, 80]) await payMore(await addMore(stage, hours))
  const byCash = await addMore(stage, 34)
  const cash = { orderNo: byCash.orderNo, voucher: '微信转账 0619', reason: '买家转账补差价' }
  await confirmEditOffline(byCash.byStaff(2 * HOUR_MS, 'manager'), cash)
  for (const hours of [9, 31, 82]) await takeOff(stage, hours)
  await exchange(stage)
  for (const hours of [8, 33, 90]) await swap(stage, hours)
}

async function addMore(stage: Stage, hours: number): Promise<Life> {
  const life = await orderOf(stage, { hours })
  const add = [takeGoods(stage, 1, ({ price }) => price > 2000)]
  await confirmEdit(life.byStaff(EDITED_MS, 'manager'), { orderNo: life.orderNo, add, reason: '买家想再加一件' })
  return life
}

async function payMore(life: Life): Promise<void> {
  const then = life.byBuyer(EDITED_MS + 20 * MINUTE_MS)
  const order = await orders.lockOrder(then, { orderNo: life.orderNo })
  const edit = order && (await lockWaiting(then, order.id))
  if (!order || !edit) return
  await payBySim(then, paidForEdit(order, edit), 'weixin')
  await fulfil(life)
}

async function takeOff(stage: Stage, hours: number): Promise<void> {
  const life = await orderOf(stage, { hours, num: 3 })
  const [line] = await linesOf(life)
  if (!line) return
  const change = [{ lineId: line.id, num: 1 }]
  await confirmEdit(life.byStaff(EDITED_MS, 'manager'), { orderNo: life.orderNo, change, reason: '买家只要一件' })
  await giveDifferenceBack(life)
  await fulfil(life)
}

/** One thing for another that is cheaper: what is left of the money goes back. */
async function exchange(stage: Stage): Promise<void> {
  const life = await orderOf(stage, { hours: 35, num: 2 })
  const [line] = await linesOf(life)
  if (!line) return
  const change = [{ lineId: line.id, num: 0 }]
  const add = [takeGoods(stage, 1, ({ price, skuId }) => price <= line.priceFen && skuId !== line.skuId)]
  const reason = '换成另一款，退差价'
  await confirmEdit(life.byStaff(EDITED_MS, 'manager'), { orderNo: life.orderNo, change, add, reason })
  await giveDifferenceBack(life)
}

/** 换规格: another SKU of the same product at the same price. */
async function swap(stage: Stage, hours: number): Promise<void> {
  const isTwin = (one: (typeof stage.goods)[number], other: typeof one) =>
    one.skuId !== other.skuId && one.productId === other.productId && one.price === other.price && other.left > 30
  const pair = stage.goods.find((item) => item.left > 30 && stage.goods.some((other) => isTwin(item, other)))
  if (!pair) return
  const life = await orderOf(stage, { hours, goods: takeGoods(stage, 1, ({ skuId }) => skuId === pair.skuId) })
  const [line] = await linesOf(life)
  const other = takeGoods(stage, 1, (item) => isTwin(pair, item))
  if (!line) return
  const wish = { orderNo: life.orderNo, swap: [{ lineId: line.id, skuId: other.skuId }] }
  await confirmEdit(life.byStaff(EDITED_MS, 'manager'), { ...wish, reason: '买家拍错规格' })
  await fulfil(life)
}

async function linesOf({ orderNo, byNobody, age }: Life): Promise<orders.LineRow[]> {
  const order = await orders.findOrder(byNobody(age), { orderNo })
  return order ? orders.linesOf(byNobody(age), order.id) : []
}

async function giveDifferenceBack({ orderNo, byNobody }: Life): Promise<void> {
  const then = byNobody(EDITED_MS + 2 * MINUTE_MS)
  const { rows } = await then.db.execute<{ refundNo: string }>(sql`
    select refund_no as "refundNo" from refund join store_order as o on o.id = order_id
    where order_no = ${orderNo} and refund.state = 0`)
  for (const { refundNo } of rows) await settle(then, refundNo, 'done')
}
