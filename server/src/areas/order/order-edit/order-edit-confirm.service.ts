import { type EditForm, type EditQuestion, type EditSum, orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { type EditSteps, planEdit } from '@zhanggui/domain/order/order-edit.ts'
import { canEdit } from '@zhanggui/domain/order/order-state.ts'
import { keptOf, quoteRefund } from '@zhanggui/domain/order/refund-quote.ts'
import { usualMethodOf } from '@zhanggui/domain/payment/payment.ts'
import { MAX_ORDER_FEN, TOO_MUCH } from '@zhanggui/domain/promotion/quote.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { refuseSentBack, shareParts, sumOfWay } from '../../payment/refund/refund-parts.service.ts'
import { lockGoods, takeStock } from '../../product/stock/product-stock.service.ts'
import { type Goods, nameOf, quoteBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { approvable } from '../../work/approval/approval.service.ts'
import { moneyOf, type NewLine } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder, withOrder } from '../order/order-change.service.ts'
import { linkOf, refuseBy, WHAT } from '../order/order-transition.service.ts'
import { addressOf, payLinkOf } from '../order/pay-link.service.ts'
import { toLines } from '../order-create/order-create.service.ts'
import { refuseFirst } from '../pre-order/pre-order.service.ts'
import { MAY_REFUND, needsApproval, needsProof } from '../refund/refund.service.ts'
import * as edits from './order-edit.repository.ts'
import { endEdit, heldBy, refOf } from './order-edit.service.ts'
import type { EditPlan, SwapStep } from './order-edit.tables.ts'
import { applyEdit, earnedBy, editText } from './order-edit-apply.service.ts'

/** How long the buyer may pay a difference. */
const WAIT_MS = 24 * 3600_000

/** An edit as it is judged now. */
type Judged = {
  lines: readonly orders.LineRow[]
  steps: EditSteps
  plan: EditPlan
  addedFen: number
  removedFen: number
  differenceFen: number
  refundText: string
}

/**
 * Judges an edit of an order by today's prices and stock.
 * @throws 400 for lines that are not there, 409 for an order that cannot be edited or goods that are not there, 422
 */
async function judge(ctx: Ctx, order: orders.OrderRow, wish: EditQuestion): Promise<Judged> {
  refuseBy(canEdit({ ...order, isEdited: await orders.isEdited(ctx, order.id) }))
  const lines = await orders.linesOf(ctx, order.id)
  const steps = planEdit(lines, wish)
  const add = await newLines(ctx, order, lines, steps)
  const swap = await swapSteps(ctx, order, lines, steps.swap)
  const addedFen = add.reduce((sum, { payShareFen }) => sum + payShareFen, 0)
  // What is removed stays in the price, as a refund of it.
  if (order.payPriceFen + addedFen > MAX_ORDER_FEN) throw new Refusal(TOO_MUCH)
  const untouched = { sentNum: 0, refundNum: 0, cutNum: 0, afterNum: 0, refundMoneyFen: 0, compensatedFen: 0 }
  const all = [...lines, ...add.map((line, at) => ({ ...line, ...untouched, id: -1 - at }))]
  const payPriceFen = order.payPriceFen + addedFen
  const more = { ...order, payPriceFen, gainIntegral: await earnedBy(ctx, all, payPriceFen) }
  const pointsGiven = keptOf(more.gainIntegral, more, all) - keptOf(order.gainIntegral, order, lines)
  const refund = steps.remove.length ? quoteRefund(more, all, { lines: steps.remove, pointsGiven }) : undefined
  const removedFen = refund?.totalFen ?? 0
  refuseSentBack(await shareParts(ctx, moneyOf(order), removedFen, usualMethodOf(order.payType)))
  const remove = steps.remove.map((step) => ({
    ...step,
    moneyFen: refund?.lines.find(({ lineId }) => lineId === step.lineId)?.moneyFen ?? 0,
  }))
  return {
    lines,
    steps,
    plan: { add, remove, swap },
    addedFen,
    removedFen,
    differenceFen: addedFen - removedFen,
    refundText: refund?.text ?? '',
  }
}

/** The lines that an edit adds, at today's prices, without coupon, points and freight. */
async function newLines(
  ctx: Ctx,
  { uid, shippingType, cityId }: orders.OrderRow,
  lines: readonly orders.LineRow[],
  { add, remove }: EditSteps,
): Promise<NewLine[]> {
  if (!add.length) return []
  const place = cityId ? { cityId } : {}
  const quoted = await quoteBasket(ctx, { uid, items: add, shippingType, ...place, usePoints: false })
  const keeps = (productId: number) =>
    lines.some(({ id, productId: own, num, refundNum }) => {
      const gone = remove.find(({ lineId }) => lineId === id)?.num ?? 0
      return own === productId && num - refundNum > gone
    })
  // What is ordered at least counts with what the order keeps of it.
  const isMet = (key: string | undefined) => keeps(quoted.goods.get(Number(key))?.productId ?? 0)
  refuseFirst(quoted.problems.filter(({ code, key }) => !(code === 'MIN_QTY' && isMet(key))))
  const last = Math.max(...lines.map(({ lineNo }) => lineNo))
  return toLines(add, quoted).map((line, at) => ({ ...line, lineNo: last + 1 + at, freightShareFen: 0 }))
}

/** Whole lines that become another SKU of their product, at the same price today. */
async function swapSteps(
  ctx: Ctx,
  { uid }: orders.OrderRow,
  lines: readonly orders.LineRow[],
  wished: EditSteps['swap'],
): Promise<SwapStep[]> {
  if (!wished.length) return []
  const pairs = wished.map((step) => ({ ...step, line: lines.find(({ id }) => id === step.lineId) as orders.LineRow }))
  const skuIds = new Set(pairs.flatMap(({ skuId, line }) => [skuId, line.skuId]))
  const items = [...skuIds].map((skuId) => ({ skuId, num: 1 }))
  const quoted = await quoteBasket(ctx, { uid, items, shippingType: 2, usePoints: false })
  const unitOf = (skuId: number) => quoted.lines.find(({ key }) => key === String(skuId))?.unitFen
  return pairs.map(({ lineId, skuId, num, line }) => {
    const goods = quoted.goods.get(skuId)
    if (!goods) throw notFound('商品规格')
    if (goods.productId !== line.productId) throw new Refusal('只能换为同一商品的其他规格')
    if (unitOf(skuId) !== unitOf(line.skuId)) throw new Refusal('规格价格不同，请用增减商品')
    requireStock(goods, num)
    const { unique, image, sku, barCode, costFen, weight, volume, brokerageFen, brokerageTwoFen } = goods
    const set = { unique, image, sku, barCode, costFen, weight, volume, brokerageFen, brokerageTwoFen }
    return { lineId, skuId, oldSkuId: line.skuId, num, set }
  })
}

function requireStock(goods: Goods, num: number): void {
  if (!goods.onSale) throw stateConflict(`「${nameOf(goods)}」已下架`)
  if (goods.stock >= num) return
  const message = `「${nameOf(goods)}」库存不足，仅剩${goods.stock}件`
  throw new HttpError(409, 'SOLD_OUT', message, { skuId: goods.skuId })
}

/** What an edit would come to. @throws as {@link judge}, 404 */
export async function previewEdit(ctx: Ctx, wish: EditQuestion): Promise<EditSum> {
  const order = await orders.findOrder(ctx, { orderNo: wish.orderNo })
  if (!order || !seesOrder(ctx, order)) throw notFound(WHAT)
  const judged = await judge(ctx, order, wish)
  const media = await readMedia(ctx)
  const { plan, addedFen, removedFen, differenceFen } = judged
  const cashFen = await toHandOver(ctx, order, -differenceFen)
  const kept = judged.lines
    .filter(({ num, refundNum }) => num > refundNum)
    .map((line) => {
      const gone = plan.remove.find(({ lineId }) => lineId === line.id)
      const swap = plan.swap.find(({ lineId }) => lineId === line.id)
      const oldNum = line.num - line.refundNum
      return {
        lineId: line.id,
        skuId: swap?.skuId ?? line.skuId,
        storeName: line.storeName,
        image: media.toWire(swap?.set.image ?? line.image),
        sku: swap?.set.sku ?? line.sku,
        oldSku: swap ? line.sku : '',
        unitPrice: toYuan(line.unitPriceFen),
        oldNum,
        num: oldNum - (gone?.num ?? 0),
        money: toYuan(-(gone?.moneyFen ?? 0)),
      }
    })
  const added = plan.add.map((line) => ({
    lineId: null,
    skuId: line.skuId,
    storeName: line.storeName,
    image: media.toWire(line.image),
    sku: line.sku,
    oldSku: '',
    unitPrice: toYuan(line.unitPriceFen),
    oldNum: 0,
    num: line.num,
    money: toYuan(line.payShareFen),
  }))
  return {
    lines: [...kept, ...added],
    added: toYuan(addedFen),
    removed: toYuan(removedFen),
    difference: toYuan(differenceFen),
    handOver: toYuan(cashFen),
    refused: differenceFen < 0 && !holds(ctx.actor, MAY_REFUND) ? NO_REFUNDS : '',
    effects: [...effectsOf(judged, cashFen), ...(await proofOf(ctx, order, -differenceFen))],
    asksFirst: await needsApproval(ctx, order, -differenceFen),
  }
}

const NO_REFUNDS = '改单后要退款给买家，需要「退款」权限，请由有权限的同事改单'

/** What a large sum that goes back needs, in words. */
async function proofOf(ctx: Ctx, order: orders.OrderRow, fen: number): Promise<string[]> {
  return [
    ...((await needsProof(ctx, order, fen)) ? ['退款金额较大，确认时须验证身份'] : []),
    ...((await needsApproval(ctx, order, fen)) ? ['退款金额较大，提交后由另一位同事审批，同意后才改单'] : []),
  ]
}

/** What of a sum that goes back staff hand over themselves. */
async function toHandOver(ctx: Ctx, order: orders.OrderRow, fen: number): Promise<number> {
  if (fen <= 0) return 0
  const { parts } = await shareParts(ctx, moneyOf(order), fen, usualMethodOf(order.payType))
  return sumOfWay(parts, 'offline')
}

function effectsOf({ plan, addedFen, removedFen, differenceFen, refundText }: Judged, cashFen: number): string[] {
  const netted = Math.min(addedFen, removedFen)
  return [
    ...(plan.swap.length ? ['换规格的商品价格不变'] : []),
    ...(plan.add.length ? ['增加的商品按今日售价计算，不用优惠券和积分，不另收运费'] : []),
    ...(refundText ? [`减少的商品：${refundText}`] : []),
    ...(netted ? [`减少的 ${yuanText(netted)} 先抵扣增加的商品`] : []),
    differenceFen > 0
      ? `买家需补 ${yuanText(differenceFen)}，24小时内付款后改单生效，期间订单不能发货`
      : differenceFen < 0
        ? `退给买家 ${yuanText(-differenceFen)}`
        : '不用补款，也不退款，立即生效',
    ...(cashFen ? [`其中 ${yuanText(cashFen)} 请线下退给买家（现金或转账），并填写退款凭证`] : []),
  ]
}

/**
 * 改单: at once, with a refund of what it takes off, or once the buyer has paid what it costs more; until then its stock is held.
 * @throws as {@link judge}; 404, 409 for another version; 403, 428 as refunds do
 */
export async function confirmEdit(ctx: Ctx, form: EditForm) {
  const { orderNo, version, reason } = form
  const done = await withOrder(ctx, { orderNo, version }, (tx, order) =>
    approvable(tx, { route: orderEdit.confirm, input: form, reason }, (own) => doEdit(own, order, form)),
  )
  if (done instanceof Accepted) return done
  const link = done.state ? { payUrl: '', qrcode: '' } : await payLinkOf(ctx, { orderNo })
  return { ...done, ...link }
}

async function doEdit(tx: Ctx, order: orders.OrderRow, { reason, voucher, ...wish }: EditForm) {
  const { plan, lines, addedFen, removedFen, differenceFen } = await judge(tx, order, wish)
  const waits = differenceFen > 0
  const edit = await edits.insert(tx, {
    editNo: await nextNo(tx, 'E'),
    orderId: order.id,
    plan,
    addedFen,
    removedFen,
    differenceFen,
    reason,
    state: waits ? 0 : 1,
    expireTime: waits ? new Date(tx.now().getTime() + WAIT_MS) : null,
  })
  const text = editText(plan, lines)
  await audit(tx, {
    action: 'edit',
    objectType: 'order',
    objectId: order.id,
    objectName: order.orderNo,
    after: { text, difference: toYuan(differenceFen), reason },
    labels: { text: '改单内容', difference: '差额', reason: '原因' },
  })
  const saved = waits ? await wait(tx, order, edit, text) : await applyEdit(tx, order, edit, { voucher })
  if (!saved) throw new Error(`edit ${edit.id} asked for money`)
  const held = heldBy(plan)
  // What comes back at the end of the transaction is locked with it.
  await lockGoods(tx, [...held.map(({ skuId }) => skuId), ...(waits ? [] : goingFrom(plan, lines))])
  if (held.length) await takeStock(tx, held, { reason: 'order_create', ...refOf(edit) })
  const state = waits ? (0 as const) : (1 as const)
  return { ...saved, editId: edit.id, state, difference: toYuan(differenceFen) }
}

/** The SKUs of which an edit takes units off the order. */
const goingFrom = ({ remove, swap }: EditPlan, lines: readonly orders.LineRow[]): number[] => [
  ...remove.flatMap(({ lineId }) => lines.find(({ id }) => id === lineId)?.skuId ?? []),
  ...swap.map(({ oldSkuId }) => oldSkuId),
]

/** From now on the order cannot leave: what the buyer would pay for could be gone. The buyer is told what to pay, and where. */
async function wait(tx: Ctx, order: orders.OrderRow, edit: edits.EditRow, text: string) {
  const { id, editNo, differenceFen, reason, expireTime } = edit
  const saved = await orders.changeOrder(tx, order.id, order.printTime ? { printStale: true } : {})
  const message = `改单待买家补 ${yuanText(differenceFen)}：${text}，原因：${reason}`
  await orders.noteOrder(tx, order.id, { changeType: 'edit', message, extra: { editNo } })
  const { site_url } = await getSettings(tx)
  await tellBuyer(tx, {
    mark: 'modifyOrderPrice',
    uid: order.uid,
    bizId: `edit:${id}`,
    link: linkOf(order),
    values: {
      orderNo: order.orderNo,
      payPrice: amountText(differenceFen),
      deadline: toWireTime(expireTime ?? tx.now()),
      payUrl: site_url && addressOf(site_url, order),
    },
  })
  return saved
}

/** The edit of an order that waits for its money, with where it is paid. @throws 404 */
export async function getWaitingEdit(ctx: Ctx, orderNo: string) {
  const order = await orders.findOrder(ctx, { orderNo })
  if (!order || !seesOrder(ctx, order)) throw notFound(WHAT)
  const edit = await edits.findWaiting(ctx, order.id)
  if (!edit) return { edit: null }
  const { id, editNo, differenceFen, reason, expireTime, plan } = edit
  const text = cutText(editText(plan, await orders.linesOf(ctx, order.id)), 2000)
  const until = toWireTime(expireTime ?? ctx.now())
  return {
    edit: {
      id,
      editNo,
      difference: toYuan(differenceFen),
      reason,
      expireTime: until,
      text,
      ...(await payLinkOf(ctx, order)),
    },
  }
}

/** The shop gives up an edit that waits. @throws 404, 409 where none waits */
export function cancelEdit(ctx: Ctx, named: { orderNo: string; version?: number | undefined }) {
  return withOrder(ctx, named, async (tx, order) => {
    const edit = await edits.lockWaiting(tx, order.id)
    if (!edit) throw stateConflict('没有等待付款的改单')
    const saved = await orders.changeOrder(tx, order.id, {})
    await endEdit(tx, edit, 3, '商家取消改单')
    await audit(tx, { action: 'editCancel', objectType: 'order', objectId: order.id, objectName: order.orderNo })
    return saved
  })
}
