import { retried } from '../../../platform/data/retried.ts'
import { doneAtOnce } from '../../../platform/http/accepted.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as cases from '../after-sales/after-sales.repository.ts'
import { payCase, receiveReturn } from '../after-sales/after-sales.service.ts'
import { settleDeadlines } from '../after-sales/after-sales-deadline.service.ts'
import { approveMoney, approveReturn, openCase, refuseCase } from '../after-sales/after-sales-flow.service.ts'
import { changeOwn, revokeOwn, sendOwnBack } from '../after-sales/front-after-sales.service.ts'
import * as orders from '../order/order.repository.ts'
import { lockOrder } from '../order/order-transition.service.ts'
import { settle } from './order-refund.demo.ts'
import { DAY_MS, HOUR_MS, type Life } from './order-stage.demo.ts'

/** Larger sums ask staff to prove who they are. */
const MAX_FEN = 900_00
const place = { consignee: '退货组 李姐', phone: '0571-88886666', address: '浙江省杭州市西湖区文三路 478 号 3 号仓' }

/** A case of the demo: whose order it is about, how long its story takes, and the story. */
type Story = { of: 'unsent' | 'sent' | 'received'; lasts: number; tell(scene: Scene): Promise<unknown> }

/** Every step that a case can take; some wait for the shop twice. */
const stories: readonly Story[] = [
  { of: 'unsent', lasts: 1, tell: ({ ask }) => ask(0, '收货地址填错了', '地址写成老家了，麻烦退款我重新拍') },
  { of: 'unsent', lasts: 2, tell: changed },
  { of: 'sent', lasts: 1, tell: ({ ask }) => ask(1, '与描述不符', '实物比图片小一圈，想退货') },
  { of: 'sent', lasts: 3, tell: (scene) => approvedReturn(scene) },
  { of: 'sent', lasts: 30, tell: (scene) => sentBack(scene) },
  { of: 'received', lasts: 50, tell: (scene) => takenIn(scene, 1) },
  { of: 'received', lasts: 30, tell: failed },
  { of: 'unsent', lasts: 4, tell: (scene) => money(scene) },
  { of: 'received', lasts: 72, tell: finished },
  { of: 'received', lasts: 5, tell: refused },
  { of: 'sent', lasts: 5, tell: revoked },
  { of: 'received', lasts: 9 * 24, tell: timedOut },
  { of: 'received', lasts: 60, tell: emptyParcel },
]

/** Cases in every state, of orders of the last weeks. */
export async function openCases(tx: Ctx, lives: readonly Life[]): Promise<void> {
  const left = [...lives]
  for (const story of stories) {
    const at = await firstThat(left, (life) => fits(tx, life, story))
    const [life] = at < 0 ? [] : left.splice(at, 1)
    if (life) await story.tell(await sceneOf(tx, life, story))
  }
}

async function firstThat(lives: readonly Life[], test: (life: Life) => Promise<boolean>): Promise<number> {
  for (const [index, life] of lives.entries()) if (await test(life)) return index
  return -1
}

const sinceOf = ({ of }: Story, { payTime, shipTime, receiveTime }: orders.OrderRow) =>
  of === 'unsent' ? payTime : of === 'sent' ? shipTime : receiveTime

/** A paid order to deliver that stands there, untouched so far, with time enough for the story. */
async function fits(tx: Ctx, { orderNo }: Life, story: Story): Promise<boolean> {
  const order = await orders.findOrder(tx, { orderNo })
  if (!order?.paid || order.refundStatus || order.refundPriceFen || order.shippingType !== 1) return false
  if (order.payType !== 'weixin' || order.payPriceFen > MAX_FEN || order.hold) return false
  const stands = { unsent: order.status === 0 && !order.sentNum, sent: order.status === 1, received: order.status > 1 }
  const since = sinceOf(story, order)
  return stands[story.of] && since !== null && since.getTime() + (story.lasts + 2) * HOUR_MS < tx.now().getTime()
}

type Scene = {
  orderNo: string
  /** Of the goods, for what somebody shows. */
  picture: string
  /** The contexts of buyer, staff and jobs, so many hours after the buyer asked. */
  buyer(hours: number): Ctx
  staff(hours: number): Ctx
  nobody(hours: number): Ctx
  /** The buyer asks for one unit of the first line. */
  ask(serviceType: 0 | 1, reason: string, explain: string): Promise<number>
}

async function sceneOf(tx: Ctx, life: Life, story: Story): Promise<Scene> {
  const { orderNo, age, byBuyer, byStaff, byNobody } = life
  const order = await orders.findOrder(tx, { orderNo })
  const [line] = order ? await orders.linesOf(tx, order.id) : []
  if (!order || !line) throw new Error(`${orderNo} is gone`)
  // As late as the story allows, so that what waits has not waited for weeks; never before what it stands on.
  const since = (sinceOf(story, order) ?? order.createdAt).getTime() - order.createdAt.getTime()
  const latest = age - (story.lasts + 1) * HOUR_MS
  const begins = Math.min(latest, since + (story.of === 'received' ? 2 * DAY_MS : 12 * HOUR_MS))
  const after = (hours: number) => Math.max(since + HOUR_MS, begins) + hours * HOUR_MS
  return {
    orderNo,
    picture: line.image,
    buyer: (hours) => byBuyer(after(hours)),
    staff: (hours) => byStaff(after(hours)),
    nobody: (hours) => byNobody(after(hours)),
    ask: async (serviceType, reason, explain) => {
      const lines = [{ lineId: line.id, num: 1 }]
      const images = serviceType ? [line.image] : []
      const form = { serviceType, reason, explain, images, lines }
      // As the buyer asks, but with a picture of the shop: the demo uploads none for buyers.
      return retried(byBuyer(after(0)), async (own) => (await openCase(own, await lockOrder(own, order), form)).id)
    },
  }
}

/** Judges a case, in the name of staff. */
async function judge<Result>(
  then: Ctx,
  { orderNo }: Scene,
  id: number,
  work: (order: orders.OrderRow, row: cases.CaseRow) => Promise<Result>,
): Promise<Result> {
  const order = await orders.lockOrder(then, { orderNo })
  const row = order && (await cases.lockCase(then, id))
  if (!order || !row) throw new Error(`case ${id} is gone`)
  return work(order, row)
}

async function changed(scene: Scene) {
  const id = await scene.ask(0, '其它原因', '拍多了一件')
  const order = await orders.findOrder(scene.buyer(1), { orderNo: scene.orderNo })
  const rows = await orders.linesOf(scene.buyer(1), order?.id ?? 0)
  const lines = rows.map(({ id: lineId, num }) => ({ lineId, num }))
  const form = { serviceType: 0 as const, reason: '信息填错了，重新拍', explain: '还是整单退吧，规格也拍错了', lines }
  await changeOwn(scene.buyer(1), { id, ...form })
}

async function approvedReturn(scene: Scene, reason = '收到商品损坏了') {
  const id = await scene.ask(1, reason, '收到时外包装就破了')
  const then = scene.staff(2)
  await judge(then, scene, id, (order, row) => approveReturn(then, order, row, { place }))
  return id
}

async function sentBack(scene: Scene, expressNo = 'SF1400098001234') {
  const id = await approvedReturn(scene)
  await sendOwnBack(scene.buyer(24), { id, expressCode: 'SF', expressNo })
  return id
}

async function takenIn(scene: Scene, received: 1 | 2) {
  const id = await sentBack(scene, 'SF1400098005678')
  if (received === 1) await receiveReturn(scene.staff(48), { id, received })
  else {
    const row = await cases.findCase(scene.staff(48), id)
    const refundAmount = Math.max(1, Math.floor((row?.refundAmountFen ?? 0) * 0.8)) / 100
    const seen = { inspectMark: '有明显使用痕迹，吊牌已拆', inspectImages: [scene.picture] }
    await receiveReturn(scene.staff(48), { id, received, refundAmount, ...seen, restock: false })
  }
  return id
}

/** Money alone, approved; its gateway says done, or that it is refused. */
async function money(scene: Scene, outcome: 'done' | 'failed' = 'done') {
  const id = await scene.ask(0, '未按预定时间发货', '等不及了，线下已经买了')
  const then = scene.staff(2)
  const { refundNo, state } = await judge(then, scene, id, (order, row) => approveMoney(then, order, row, {}))
  if (state === 0) await settle(scene.nobody(2.1), refundNo, outcome)
}

async function failed(scene: Scene) {
  await money(scene, 'failed')
}

async function finished(scene: Scene) {
  const id = await takenIn(scene, 2)
  const { refundNo, state } = doneAtOnce(await payCase(scene.staff(49), { id }))
  if (state === 0) await settle(scene.nobody(49.1), refundNo, 'done')
}

async function refused(scene: Scene) {
  const id = await scene.ask(0, '与描述不符', '感觉颜色不对')
  const then = scene.staff(3)
  const reason = '照片看不出色差，请补充自然光下的照片后重新申请'
  await judge(then, scene, id, (order, row) => refuseCase(then, order, row, { reason, images: [] }))
}

async function revoked(scene: Scene) {
  await revokeOwn(scene.buyer(4), await scene.ask(1, '其它原因', '尺码好像不合适'))
}

async function timedOut(scene: Scene) {
  await approvedReturn(scene)
  await settleDeadlines(scene.nobody(8 * 24), new AbortController().signal)
}

async function emptyParcel(scene: Scene) {
  const id = await sentBack(scene, 'SF1400098009999')
  const then = scene.staff(50)
  const reason = '包裹里是空盒，请联系客服核实'
  await judge(then, scene, id, (order, row) => refuseCase(then, order, row, { reason, images: [scene.picture] }))
}
