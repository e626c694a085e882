import { collectWays, type PickupOrder, type VerifyForm } from '@zhanggui/contract/order/pickup.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { canVerify, type Guard } from '@zhanggui/domain/order/order-state.ts'
import { toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError, tooMany } from '../../../platform/http/errors.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { insertPaid } from '../../payment/payment/payment.service.ts'
import { findClerk } from '../../store/store-staff/store-staff.service.ts'
import type { OrderRow } from '../order/order.repository.ts'
import * as orders from '../order/order.repository.ts'
import { stateOf, toWireLine } from '../order/order-describe.service.ts'
import { eventOf, lockOrder, markPaid, paidFor, receiveOrder, refuseBy } from '../order/order-transition.service.ts'
import * as pickups from './pickup.repository.ts'

const FORCE = 'admin:order:write:force'
/** Wrong codes of an account. */
const WRONG_CODES: Limit = { max: 20, seconds: 600 }

/** Who stands at the counter. */
export type Clerk = {
  /** The stores whose orders they see; undefined for all. */
  storeIds: readonly number[] | undefined
  /** The account; null in the mini-program. */
  adminId: number | null
  /** Verifies after the store's time to pick up is over. */
  mayForce: boolean
  /** Their row at a store, if any. */
  staffAt(ctx: Ctx, storeId: number): Promise<{ id: number; staffName: string; verifyStatus: boolean } | undefined>
  /** How many wrong codes they may type. */
  guesses: { key: string; limit: Limit }
}

/** The account that calls, at the counter. */
export function clerkOf({ actor }: Ctx): Clerk {
  const { userId: adminId, scope } = actor
  return {
    storeIds: scope.storeIds,
    adminId,
    mayForce: holds(actor, FORCE),
    staffAt: (ctx, storeId) => findClerk(ctx, { adminId }, storeId),
    guesses: { key: `verify ${adminId}`, limit: WRONG_CODES },
  }
}

/**
 * The order of a code or number, and why it cannot be verified if it cannot.
 * @throws 404 for a wrong code, also of a closed order or another store; 422 without the right to verify there; 429
 */
export function findPickup(ctx: Ctx, clerk: Clerk, code: string): Promise<PickupOrder> {
  return guessing(ctx, clerk, async () => {
    const found = await pickups.findByCode(ctx, code)
    const order = await seenBy(ctx, clerk, found?.order)
    if (!found) throw wrongCode()
    await mayVerifyAt(ctx, clerk, order.storeId)
    const lines = await orders.linesOf(ctx, order.id)
    const media = await readMedia(ctx)
    const { id, version, orderNo, uid, realName, refundStatus, paid, cod, totalNum, mark, remark, storeId } = order
    const { nickname, clerkName, storeName } = found
    return {
      id,
      version,
      orderNo,
      createTime: toWireTime(order.createdAt),
      uid,
      nickname,
      avatar: media.toWire(found.avatar),
      realName,
      userPhone: maskPhone(order.userPhone),
      visits: found.visitsBefore + 1,
      statusStr: stateOf(order),
      refundStatus,
      payPrice: toYuan(order.payPriceFen),
      payTypeStr: payTypeText(order.payType),
      paid,
      cod,
      toCollect: toYuan(toCollectFen(order)),
      totalNum,
      mark,
      remark,
      storeId,
      storeName,
      verifyCode: order.verifyTime || !pickups.isOrderNo(code) ? order.verifyCode : order.verifyCode.slice(-4),
      verifyTime: wireTime(order.verifyTime),
      clerkName,
      lines: lines.map((line) => toWireLine(line, media)),
      refusal: judge(ctx, clerk, order, found)?.message ?? '',
    }
  })
}

/**
 * T14: the buyer has the goods. An order to be paid at the counter is paid first, if the clerk has taken the money.
 * @throws 404 for a wrong code, also of a closed order or another store; 409 for one verified already or under refund; 422
 * without the right to verify there, after the store's time is over, or before the money was taken; 429
 */
export function verifyPickup(ctx: Ctx, clerk: Clerk, code: string, { collected = false, collectedBy }: VerifyForm) {
  return guessing(ctx, clerk, () =>
    retried(ctx, async (tx) => {
      const order = await seenBy(tx, clerk, await pickups.lockByCode(tx, code))
      const staff = await mayVerifyAt(tx, clerk, order.storeId)
      const around = await pickups.besides(tx, order.id)
      refuseBy(judge(tx, clerk, order, around))
      const dueFen = toCollectFen(order)
      if (!order.paid && !collected) throw new Refusal(`请先收款 ${yuanText(dueFen)}`)
      const paidOrder = order.paid ? order : await collect(tx, order, collectedBy)
      const { storeName } = around
      await orders.noteOrder(tx, order.id, {
        changeType: 'verify',
        message: `${staff ? `店员「${staff.staffName}」` : ''}在「${storeName}」核销${order.paid ? '' : `，收款 ${yuanText(dueFen)}`}${pickups.isOrderNo(code) ? '，按订单号，没有出示核销码' : ''}`,
        extra: { storeId: order.storeId, ...(staff && { staffId: staff.id }) },
      })
      const sentNum = await pickups.handOver(tx, order.id)
      const verified = { verifyTime: tx.now(), clerkId: clerk.adminId, verifyStaffId: staff?.id ?? null, sentNum }
      const saved = await receiveOrder(tx, paidOrder, '核销提货，确认收货', verified, 'verified')
      await emit(tx, 'order.verified', eventOf(order))
      await audit(tx, {
        action: 'verify',
        objectType: 'order',
        objectId: order.id,
        objectName: order.orderNo,
        after: { storeName, ...(!order.paid && { collected: toYuan(dueFen) }) },
        labels: { storeName: '核销门店', collected: '收款金额' },
      })
      return saved
    }),
  )
}

/** T2 at the counter. */
async function collect(tx: Ctx, order: OrderRow, way: VerifyForm['collectedBy']): Promise<OrderRow> {
  const by = way ? `（${collectWays[way]}）` : ''
  await insertPaid(tx, { ...paidFor(order), channel: 'admin' }, 'offline', 'offline')
  const paid = await markPaid(tx, order, 'offline', {
    message: `到店收款 ${yuanText(order.payPriceFen)}${by}`,
    ...(way && { extra: { collectedBy: way } }),
  })
  if (!paid) throw new Error(`order ${order.id} was not paid`)
  return await lockOrder(tx, { id: order.id })
}

/** Counts wrong codes: whoever has typed too many finds nothing more for a while, not even by a right one. */
async function guessing<Result>(ctx: Ctx, { guesses }: Clerk, work: () => Promise<Result>): Promise<Result> {
  const { key, limit } = guesses
  const { allowed, resetSeconds } = await ctx.platform.limits.take(key, limit)
  if (!allowed) throw tooMany(resetSeconds)
  const isWrong = (error: unknown) => error instanceof HttpError && error.status === 404
  try {
    const result = await work()
    ctx.platform.limits.giveBack(key, limit)
    return result
  } catch (error) {
    if (!isWrong(error)) ctx.platform.limits.giveBack(key, limit)
    throw error
  }
}

const wrongCode = () => new HttpError(404, 'NOT_FOUND', '核销码无效')

/** @throws 404 for a code of nothing, of a closed order, and of a store that the clerk does not see, whose name is told */
async function seenBy(ctx: Ctx, { storeIds }: Clerk, order: OrderRow | undefined): Promise<OrderRow> {
  const isThere = order && !order.closeType && !order.isSystemDel && (order.paid || order.cod)
  if (!isThere || order.shippingType !== 2) throw wrongCode()
  if (!storeIds || storeIds.includes(order.storeId)) return order
  const { storeName } = await pickups.besides(ctx, order.id)
  throw storeName ? new HttpError(404, 'NOT_FOUND', `这是「${storeName}」的提货单，请买家到该门店提货`) : wrongCode()
}

/** The clerk's row at a store; those limited to stores need one that may verify. @throws 422 */
async function mayVerifyAt(ctx: Ctx, clerk: Clerk, storeId: number) {
  const staff = await clerk.staffAt(ctx, storeId)
  if (clerk.storeIds && !staff?.verifyStatus) throw new Refusal('您没有该门店的核销权限')
  return staff
}

type Around = { clerkName: string; validTo: string | null; isEdited: boolean }

/** Why an order cannot be verified, but for money to take. */
function judge({ now }: Ctx, { mayForce }: Clerk, order: OrderRow, { clerkName, validTo, isEdited }: Around): Guard {
  if (order.verifyTime) {
    const who = clerkName && ` ${clerkName}`
    return { status: 409, message: `该订单已核销（${toWireTime(order.verifyTime)}${who}）` }
  }
  const guard = canVerify({ ...order, isEdited })
  if (guard) return guard
  const isOver = validTo !== null && toWireDay(now()) > validTo
  return isOver && !mayForce ? { status: 422, message: '已超过核销有效期' } : undefined
}

const toCollectFen = ({ paid, payPriceFen }: OrderRow) => (paid ? 0 : payPriceFen)
