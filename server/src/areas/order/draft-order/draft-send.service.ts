import { draftOrder, MAX_DRAFT_LINES } from '@zhanggui/contract/order/draft-order.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { canClose, canPay } from '@zhanggui/domain/order/order-state.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { keyedNumberOf, nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { insertPaid } from '../../payment/payment/payment.service.ts'
import { findChoosable } from '../../setting/region/region.service.ts'
import { takeReveal } from '../../setting/reveal/reveal.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { isOpenFor } from '../../store/store/store.service.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import { approvable, askApproval, asksBelowCost } from '../../work/approval/approval.service.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder } from '../order/order-change.service.ts'
import {
  closeOrder,
  lockOrder,
  markPaid,
  WHAT as ORDER,
  paidFor,
  refuseBy,
  takenText,
} from '../order/order-transition.service.ts'
import { payLinkOf } from '../order/pay-link.service.ts'
import type { NewOrder } from '../order-create/order-create.repository.ts'
import { MAX_UNPAID, nowhere, ordinary, storeCreated, toLines } from '../order-create/order-create.service.ts'
import { refuseFirst } from '../pre-order/pre-order.service.ts'
import * as drafts from './draft-order.repository.ts'
import { lockDraft, trailDraft, WHAT } from './draft-order.service.ts'
import type { DraftItem } from './draft-order.tables.ts'
import { costOf, draftConflict, type PricedDraft, priceTerms, refuseTerms } from './draft-price.service.ts'

const HOUR_MS = 3600_000
const BATCH = 200
type Named = { id: number; version?: number | undefined }
type Conversion = RouteInput<typeof draftOrder.convert>['body']

/**
 * T1 of a draft: its customer gets an order to pay until the draft's time is over, with the stock held. Sent again, the answer is
 * that order's.
 * @throws 400 for a receiver that is not said, 404, 409 SOLD_OUT or for one that was paid or ended, 422
 */
export async function sendDraft(ctx: Ctx, named: Named) {
  const sent = await retried(ctx, async (tx) => {
    const draft = await lockDraft(tx, named)
    if (draft.state === 1) return { id: draft.id, version: draft.version, orderNo: draft.orderNo }
    return approvable(tx, { route: draftOrder.send, input: named, reason: draft.discountReason }, async (own) => {
      const { orderNo, payPriceFen } = await createFrom(own, draft)
      await trailDraft(own, draft.id, 'send', { orderNo, payPrice: toYuan(payPriceFen) }, draft.draftNo)
      return { ...(await versionOf(own, draft.id)), orderNo }
    })
  })
  if (sent instanceof Accepted) return sent
  return { ...sent, ...(await payLinkOf(ctx, sent)) }
}

/**
 * T1, unless it was sent, and T2 offline: the money for a draft was taken already.
 * @throws as {@link sendDraft}, 403 without the right to make drafts, and 400 where neither the way nor a voucher is named
 */
export async function convertDraft(ctx: Ctx, form: Conversion) {
  const { reason = '', voucher = '', ...named } = form
  const { permission } = draftOrder.send
  if (!holds(ctx.actor, permission)) throw forbidden(permission)
  if (!reason && !voucher) throw new BadInput('请填写怎么收的', 'reason')
  // The order of a sent draft is locked before it.
  const found = await drafts.find(ctx, named.id)
  if (!found) throw notFound(WHAT)
  return retried(ctx, async (tx) => {
    const sentOrder = found.orderId === null ? undefined : await lockOrder(tx, { id: found.orderId })
    const draft = await lockDraft(tx, named)
    if (draft.state > 1 || (draft.state === 1 && !sentOrder)) throw draftConflict(draft.state)
    const call = { route: draftOrder.convert, input: form, reason: draft.discountReason }
    return approvable(tx, call, async (own) => {
      const made = sentOrder ?? (await createFrom(own, draft))
      if (!made.paid) {
        refuseBy(canPay(made))
        await insertPaid(own, { ...paidFor(made), channel: 'admin' }, 'offline', 'offline')
        const message = `代客下单${takenText(made.payPriceFen, { reason, voucher })}`
        if (!(await markPaid(own, made, 'offline', { message, extra: { reason, voucher } })))
          throw new Error(`order ${made.id} was not paid`)
      }
      const after = { orderNo: made.orderNo, payPrice: toYuan(made.payPriceFen), reason, voucher }
      await trailDraft(own, draft.id, 'paid', after, draft.draftNo)
      return { ...(await versionOf(own, draft.id)), orderNo: made.orderNo }
    })
  })
}

/** Ends a draft; one that was sent by closing its order (T5). @throws 404, 409 for one that was paid or ended */
export async function cancelDraft(ctx: Ctx, named: Named) {
  const found = await drafts.find(ctx, named.id)
  if (!found) throw notFound(WHAT)
  return retried(ctx, async (tx) => {
    const order = found.orderId === null ? undefined : await lockOrder(tx, { id: found.orderId })
    const draft = await lockDraft(tx, named)
    if (draft.state > 1 || (draft.state === 1 && !order)) throw draftConflict(draft.state)
    if (order) {
      refuseBy(canClose(order))
      await closeOrder(tx, order, 3, { reason: '代客下单取消' })
    } else await drafts.change(tx, draft.id, { state: 4 })
    await trailDraft(tx, draft.id, 'cancel', {}, draft.draftNo)
    return versionOf(tx, draft.id)
  })
}

async function versionOf(tx: Ctx, id: number) {
  const row = await drafts.lock(tx, id)
  if (!row) throw notFound(WHAT)
  return { id, version: row.version }
}

/** Makes the order of a locked draft that was not sent. */
async function createFrom(tx: Ctx, draft: drafts.DraftRow): Promise<orders.OrderRow> {
  if (draft.state !== 0) throw draftConflict(draft.state)
  const { uid, shippingType, storeId } = draft
  const opened = await drafts.open(tx, uid, shippingType === 2 ? storeId : 0)
  if (!opened.isEnabled) throw new Refusal('该用户已被禁用，不能下单')
  if (opened.unpaid >= MAX_UNPAID) throw new Refusal('该用户有太多未付款的订单，请先付款或取消')
  const receiver = await readReceiver(tx, draft, opened)
  const priced = await priceTerms(tx, uid, draft)
  refuseTerms(priced)
  refuseFirst(priced.quoted.problems)
  const { quoted, price } = priced
  await askBelowCost(tx, draft, priced)
  const lines = toLines(draft.items, quoted).map((line, at) => {
    const adjustShareFen = price.adjustFen[at] ?? 0
    return { ...line, adjustShareFen, payShareFen: line.payShareFen + adjustShareFen }
  })
  const expireTime = new Date(tx.now().getTime() + draft.expireHours * HOUR_MS)
  const order: NewOrder = {
    id: opened.id,
    orderNo: keyedNumberOf(tx, '', tx.now(), opened.drawn),
    uid,
    channel: 'admin',
    source: 'draft',
    ...ordinary,
    fromOrderNo: '',
    ...receiver,
    shippingType,
    mark: draft.mark,
    remark: draft.remark,
    tagIds: draft.tagIds,
    preOrderNo: null,
    lineCount: lines.length,
    totalNum: lines.reduce((sum, { num }) => sum + num, 0),
    couponId: draft.couponId,
    couponPriceFen: quoted.couponFen,
    proTotalPriceFen: quoted.goodsFen,
    useIntegral: quoted.points,
    deductionPriceFen: quoted.pointsFen,
    freightPriceFen: quoted.freightFen,
    payPostageFen: priced.freightFen,
    payPriceFen: priced.payFen,
    costFen: lines.reduce((sum, { num, costFen }) => sum + num * costFen, 0),
    gainIntegral: priced.gainIntegral,
    payDeadline: expireTime,
  }
  // Before the order, whose payment moves it on when it costs nothing.
  const { payPriceFen } = order
  await drafts.change(tx, draft.id, { state: 1, orderId: order.id, orderNo: order.orderNo, expireTime, payPriceFen })
  const message = `代客下单 ${draft.draftNo}${draft.discountReason && `，优惠原因：${draft.discountReason}`}`
  await storeCreated(tx, order, lines, { message, trace: quoted.trace })
  return lockOrder(tx, { id: order.id })
}

/** Goods for which staff take less than they cost may have to wait for a second person. */
async function askBelowCost(
  tx: Ctx,
  { id, draftNo, items, version }: drafts.DraftRow,
  { quoted, price, payFen, freightFen }: PricedDraft,
): Promise<void> {
  const isLowered = price.adjustFen.some((fen) => fen < 0)
  const costFen = costOf(items, quoted)
  const goodsFen = payFen - freightFen
  if (!isLowered || goodsFen >= costFen || !(await asksBelowCost(tx))) return
  await askApproval(tx, {
    kind: 'draft',
    amountFen: costFen - goodsFen,
    title: `代客下单 …${draftNo.slice(-6)}，应付 ${yuanText(payFen)}`,
    object: { type: 'draft-order', id, name: draftNo, link: `/order/draft?edit=${id}` },
    rule: '商品实收低于成本',
    pinned: { version },
    changes: [
      { name: '应付金额', now: yuanText(quoted.goodsFen + freightFen), after: yuanText(payFen) },
      { name: '低于成本', now: '', after: yuanText(costFen - goodsFen) },
    ],
  })
}

/** Who gets the goods, and where. @throws 400 for what is not said, 422 for a store where nothing is picked up */
async function readReceiver(tx: Ctx, draft: drafts.DraftRow, { store }: drafts.Opened) {
  const { shippingType, realName, phone: userPhone, cityId, detail, storeId } = draft
  if (!realName) throw new BadInput(shippingType === 1 ? '请输入收货人' : '请输入提货人姓名', 'realName')
  if (!userPhone) throw new BadInput(shippingType === 1 ? '请输入收货电话' : '请输入提货人手机号', 'phone')
  if (shippingType === 2) {
    const { store_self_mention } = await getSettings(tx)
    if (!store_self_mention) throw new Refusal('暂不支持到店自提')
    if (!storeId) throw new BadInput('请选择自提门店', 'storeId')
    if (!isOpenFor(store, toWireDay(tx.now()))) throw new Refusal('该门店暂不支持自提，请选择其他门店')
    return { ...nowhere, realName, userPhone, storeId }
  }
  const names = cityId ? await findChoosable(tx, cityId) : undefined
  if (!names) throw new BadInput(cityId ? '所在地区不可选择，请选到最末一级' : '请选择所在地区', 'cityId')
  if (!detail) throw new BadInput('请输入详细地址', 'detail')
  const [province = '', city = '', ...below] = names
  return { realName, userPhone, province, city, district: below.join(''), detail, cityId, storeId: 0 }
}

/**
 * Begins a draft like another, or like an order; prices are those of the day it is sent. Phone and address of the receiver come
 * with it for those who may see them, which is counted and recorded as when they are revealed; others ask the customer.
 * @throws 400, 404, 422
 */
export function copyDraft(ctx: Ctx, { id, orderNo }: RouteInput<typeof draftOrder.copy>['body']) {
  return retried(ctx, async (tx) => {
    const row = id ? await copyOfDraft(tx, id) : await copyOfOrder(tx, orderNo)
    const expireTime = new Date(tx.now().getTime() + 7 * 24 * HOUR_MS)
    const draftNo = await nextNo(tx, 'G')
    const saved = await drafts.insert(tx, { ...row, draftNo, creatorId: tx.actor.userId, expireTime })
    await trailDraft(tx, saved.id, 'create', { draftNo }, draftNo)
    return saved
  })
}

/** Phone and address of what shows them masked; the trail says who took them over. */
async function receiverOf(
  tx: Ctx,
  { phone, detail }: { phone: string; detail: string },
  object: { objectType: string; objectId: number; objectName: string },
) {
  if (!phone && !detail) return { phone, detail }
  const { objectType, objectId } = object
  const mayShow = holds(tx.actor, SEE_SENSITIVE) && (await takeReveal(tx, `${objectType} ${objectId} receiver`))
  if (!mayShow) return { phone: '', detail: '' }
  await audit(tx, { ...object, action: 'unmask', objectName: `${object.objectName}的收货信息` })
  return { phone, detail }
}

/** What a copy takes over; its number, its author and its time are its own. */
type Copied = Omit<drafts.NewDraft, 'draftNo' | 'creatorId' | 'expireTime'>

async function copyOfDraft(tx: Ctx, id: number): Promise<Copied> {
  const draft = await drafts.find(tx, id)
  if (!draft) throw notFound(WHAT)
  const { draftNo, creatorId, state } = draft
  const isShown = state === 0 || creatorId === tx.actor.userId
  const object = { objectType: 'draft-order', objectId: id, objectName: draftNo }
  const receiver = isShown ? draft : await receiverOf(tx, draft, object)
  const { uid, items, discountType, discountValue, discountReason, freightFen, shippingType, payPriceFen } = draft
  const { cityId, storeId, realName, mark, remark, tagIds, expireHours } = draft
  const { phone, detail } = receiver
  return {
    uid,
    items,
    discountType,
    discountValue,
    discountReason,
    freightFen,
    shippingType,
    payPriceFen,
    cityId,
    detail,
    storeId,
    realName,
    phone,
    mark,
    remark,
    tagIds,
    expireHours,
    ...unused,
  }
}

/** Points and coupon are the customer's of the day: they are chosen anew. */
const unused = { useIntegral: false, couponId: 0 }

async function copyOfOrder(tx: Ctx, orderNo: string | undefined): Promise<Copied> {
  if (!orderNo) throw new BadInput('请提供订单号', 'orderNo')
  const order = await orders.findOrder(tx, { orderNo })
  if (!order || !seesOrder(tx, order)) throw notFound(ORDER)
  const sums = new Map<number, number>()
  for (const { skuId, num } of await orders.linesOf(tx, order.id)) sums.set(skuId, (sums.get(skuId) ?? 0) + num)
  if (sums.size > MAX_DRAFT_LINES) throw new Refusal(`代客下单一次最多${MAX_DRAFT_LINES}种商品`)
  const items: DraftItem[] = [...sums].map(([skuId, num]) => ({ skuId, num: Math.min(num, 999) }))
  items.sort((one, other) => one.skuId - other.skuId)
  const { uid, shippingType, cityId, storeId, realName, mark, payPriceFen } = order
  const object = { objectType: 'order', objectId: order.id, objectName: orderNo }
  const { phone, detail } = await receiverOf(tx, { phone: order.userPhone, detail: order.detail }, object)
  return {
    uid,
    items,
    shippingType: shippingType === 2 ? 2 : 1,
    cityId,
    detail,
    storeId,
    realName,
    phone,
    mark,
    payPriceFen,
    ...unused,
    discountType: 0,
    discountValue: 0,
    discountReason: '',
    freightFen: null,
    remark: '',
    tagIds: [],
    expireHours: 24,
  }
}

/** Ends drafts that were never sent and whose time is over; those that were sent end with their orders. */
export async function expireDrafts(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let ended = 0
  while (!signal.aborted) {
    const ids = await drafts.listOver(ctx, BATCH)
    ended += await inTransaction(ctx, (tx) => drafts.expire(tx, ids))
    if (ids.length < BATCH) break
  }
  return ended
}
