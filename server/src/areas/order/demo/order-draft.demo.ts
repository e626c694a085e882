import type { DraftForm } from '@zhanggui/contract/order/draft-order.ts'
import { doneAtOnce } from '../../../platform/http/accepted.ts'
import { withContext } from '../../../platform/http/context.ts'
import { saveDraft } from '../draft-order/draft-order.service.ts'
import { cancelDraft, convertDraft, expireDrafts, sendDraft } from '../draft-order/draft-send.service.ts'
import * as orders from '../order/order.repository.ts'
import { closeOrder, paidFor } from '../order/order-transition.service.ts'
import { fulfil } from './order-life.demo.ts'
import { payBySim } from './order-pay.demo.ts'
import { HOUR_MS, type Life, lifeOf, MINUTE_MS, nameOf, type Stage, staffAt, takeGoods } from './order-stage.demo.ts'

const FIRST = 20_000

/** Orders composed for customers on the phone: begun, sent with a link to pay, paid, over, and given up. */
export async function draftSome(stage: Stage): Promise<void> {
  const now = stage.tx.now().getTime()
  const ago = (hours: number) => new Date(now - hours * HOUR_MS)
  // First, as the job ends all that are over by then.
  await save(stage, 0, ago(8.5 * 24))
  const nobody = withContext(stage.tx, { caller: undefined, shopper: undefined })
  await expireDrafts(nobody, new AbortController().signal)

  await save(stage, 1, ago(3), { discountType: 2, discountValue: 10, discountReason: '老客九折' })
  const caller = { customerName: '何女士', customerPhone: '18616887301', realName: '何丽华', phone: '18616887301' }
  await save(stage, 2, ago(27), caller)
  await save(stage, 3, ago(51), { shippingType: 2, storeId: stage.storeIds[0] ?? 0, remark: '周末来取' })
  await cancelDraft(staffAt(stage, ago(29), 'manager'), await save(stage, 4, ago(30)))

  for (const [place, hours] of [2, 8, 21].entries())
    await send(stage, 5 + place, ago(hours), { expireHours: 48, remark: '客户电话下单，已发付款链接' })
  for (const [place, hours] of [60, 130].entries()) {
    const life = await send(stage, 8 + place, ago(hours))
    if (!life) continue
    const then = life.byNobody(24 * HOUR_MS + MINUTE_MS)
    const order = await orders.lockOrder(then, { orderNo: life.orderNo })
    if (order) await closeOrder(then, order, 2)
  }
  for (const [place, hours] of [11, 35, 100, 260].entries()) {
    const at = ago(hours)
    const { id } = await save(stage, 10 + place, at, { discountType: 1, discountValue: 2, discountReason: '抹零' })
    const later = new Date(at.getTime() + HOUR_MS)
    const voucher = `对公转账 20${hours}`
    const { orderNo } = doneAtOnce(await convertDraft(staffAt(stage, later, 'manager'), { id, voucher }))
    const life = await lifeOfDraft(stage, 10 + place, later, orderNo)
    if (life) await fulfil(life)
  }
  const paid = await send(stage, 14, ago(55))
  const order = paid && (await orders.lockOrder(paid.byBuyer(HOUR_MS), { orderNo: paid.orderNo }))
  if (!order) return
  await payBySim(paid.byBuyer(HOUR_MS), paidFor(order), 'weixin')
  await fulfil(paid)
}

async function save(stage: Stage, nth: number, at: Date, change: Partial<DraftForm> = {}) {
  const customer = stage.customers[(nth * 13 + 5) % Math.min(80, stage.customers.length)]
  const phone = customer?.phone ?? `137${String(20_000_000 + nth * 7919)}`
  const goods = takeGoods(stage, 1 + (nth % 2), ({ price }) => price > 1500)
  const form: DraftForm = {
    ...(!change.customerPhone && customer && { uid: customer.id }),
    items: [goods, ...more(stage, nth, goods.skuId)],
    shippingType: 1,
    cityId: stage.places[nth % stage.places.length] ?? 0,
    detail: `建设大道 ${100 + nth} 号 5 幢 ${301 + nth} 室`,
    realName: nameOf(customer?.id ?? nth),
    phone,
    mark: '',
    remark: '客户电话下单',
    ...change,
  }
  return saveDraft(staffAt(stage, at, 'manager'), form)
}

/** Some want two things. */
function more(stage: Stage, nth: number, first: number) {
  return nth % 3 ? [] : [takeGoods(stage, 1, ({ skuId }) => skuId !== first)]
}

async function send(stage: Stage, nth: number, at: Date, change: Partial<DraftForm> = {}): Promise<Life | undefined> {
  const saved = await save(stage, nth, new Date(at.getTime() - HOUR_MS / 4), change)
  const { orderNo } = doneAtOnce(await sendDraft(staffAt(stage, at, 'manager'), saved))
  return lifeOfDraft(stage, nth, at, orderNo)
}

async function lifeOfDraft(stage: Stage, nth: number, at: Date, orderNo: string): Promise<Life | undefined> {
  const order = await orders.findOrder(stage.tx, { orderNo })
  if (!order) return undefined
  const buyer = { uid: order.uid, name: '', sessionId: '', channel: 'h5' as const }
  return lifeOf(stage, { n: FIRST + 42 * nth, orderNo, paid: order.paid, at, buyer })
}
