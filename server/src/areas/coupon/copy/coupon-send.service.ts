import type { CouponSend } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { previewSegment, segmentSize } from '../../user/segment/user-segment.service.ts'
import type { SendTarget } from './coupon-copy.tables.ts'
import { alreadyReceived, goneCoupon, grantCoupon, soldOut } from './coupon-grant.service.ts'
import * as sends from './coupon-send.repository.ts'

export const SEND_TASK = 'coupon-send'
/** More customers than this are sent to in the background. */
const MAX_AT_ONCE = 500
const UNDO_MINUTES = 10
export const UNDONE = '后台撤回'

type LockedCoupon = NonNullable<Awaited<ReturnType<typeof sends.lockCoupon>>>

/**
 * Sends a coupon to customers within the caller's scope: up to 500 named ones at once, all others in the background. Who is
 * unknown or has as many as one may is skipped.
 * @throws 400 without customers; 404 for a coupon or segment that is gone; 409 when fewer are left than there are to be sent,
 * and when all would be skipped; 422 for one that is over
 */
export function sendCoupon(ctx: Ctx, { couponId, remark = '', ...to }: CouponSend) {
  const target = readTarget(to)
  return retried(ctx, async (tx) => {
    const coupon = await sends.lockCoupon(tx, couponId)
    requireSendable(coupon, tx.now())
    const isSmall = 'uids' in target && target.uids.length <= MAX_AT_ONCE
    return isSmall ? sendNow(tx, coupon, target.uids, remark) : sendLater(tx, coupon, target, remark)
  })
}

function readTarget({ uid, segmentId, filter }: Omit<CouponSend, 'couponId' | 'remark'>): SendTarget {
  const given = [uid?.length, segmentId, filter].filter(Boolean)
  if (given.length > 1) throw new BadInput('指定用户、用户分群和筛选条件只能选择一种', 'uid')
  if (uid?.length) return { uids: [...uid].sort((a, b) => a - b) }
  if (segmentId) return { segmentId }
  if (filter) return { filter }
  throw new BadInput('请选择用户！', 'uid')
}

/** @throws 404 for a coupon that is closed or gone; 422 for one whose time is over; 409 for one without stock */
export function requireSendable(coupon: LockedCoupon | undefined, now: Date): asserts coupon is LockedCoupon {
  if (!coupon?.status) throw goneCoupon()
  const phase = couponPhase({ ...coupon, receiveFrom: coupon.receiveStart, receiveTo: coupon.receiveEnd }, now)
  const isSpent = coupon.useEnd !== null && now.getTime() >= coupon.useEnd.getTime() + 1000
  if (phase === 'over' || isSpent) throw new Refusal('已超过优惠券领取最后期限！')
  if (leftOf(coupon) <= 0) throw soldOut()
}

export const leftOf = ({ isLimited, total, received }: LockedCoupon): number =>
  isLimited ? total - received : Number.POSITIVE_INFINITY

function requireStock(coupon: LockedCoupon, wanted: number): void {
  const left = leftOf(coupon)
  if (left < wanted) throw new HttpError(409, 'SOLD_OUT', `当前剩余数量不够领取！需 ${wanted} 张，剩 ${left} 张`)
}

async function sendNow(tx: Ctx, coupon: LockedCoupon, uids: readonly number[], remark: string) {
  const { id: couponId, name, limitPerUser } = coupon
  const known = await sends.listKnown(tx, uids)
  const receivers = known.length ? await sends.listBelowLimit(tx, couponId, known, limitPerUser) : []
  if (!receivers.length) throw alreadyReceived()
  requireStock(coupon, receivers.length)
  const row = { couponId, target: { uids: [...uids] }, remark, count: uids.length, lastUid: uids.at(-1) ?? 0 }
  const sendId = await sends.insert(tx, { ...row, state: 'done', finishedAt: tx.now() })
  const { granted } = await grantCoupon(tx, { couponId, uids: receivers, source: 'send', sendId })
  if (!granted.length) throw alreadyReceived()
  const [sent, skipped] = [granted.length, uids.length - granted.length]
  await sends.update(tx, sendId, { sent, skipped })
  await audit(tx, { action: 'send', objectId: sendId, objectName: `${name} ${sent} 张` })
  return { sendId, sent, skipped }
}

async function sendLater(tx: Ctx, coupon: LockedCoupon, target: SendTarget, remark: string) {
  const { id: couponId, name } = coupon
  const count = await countReceivers(tx, target)
  if (!count) throw new BadInput('请选择用户！', 'uid')
  requireStock(coupon, count)
  const sendId = await sends.insert(tx, { couponId, target, remark, count, state: 'running' })
  const { taskId } = await startTask(tx, { type: SEND_TASK, title: `发放优惠券：${name}`, params: { sendId } })
  await sends.update(tx, sendId, { taskId })
  await audit(tx, { action: 'send', objectId: sendId, objectName: `${name} ${count} 人` })
  return new Accepted({ taskId, sendId })
}

/** How many customers there are to be sent to. @throws 404 for a segment that is gone */
async function countReceivers(tx: Ctx, target: SendTarget): Promise<number> {
  if ('uids' in target) return (await sends.listKnown(tx, target.uids)).length
  if ('segmentId' in target) return segmentSize(tx, target.segmentId)
  return (await previewSegment(tx, target.filter)).size
}

/**
 * Takes back what a send, named itself or by its task, gave out and nobody has used: stock and the limits of buyers are as
 * before.
 * @throws 400 for none named; 404, also for one out of reach; 409 while it is at work, ten minutes after its end, and for one
 * that was taken back before
 */
export function undoSend(
  ctx: Ctx,
  { sendId, taskId }: { sendId?: number; taskId?: string },
): Promise<{ undone: number; kept: number }> {
  if (!sendId && !taskId) throw new BadInput('请选择发放记录', 'sendId')
  return retried(ctx, async (tx) => {
    const found = sendId ? await sends.find(tx, sendId) : await sends.findByTask(tx, taskId ?? '')
    if (!found || !isWithinReach(tx, found)) throw notFound('发放记录')
    return undoOne(tx, found)
  })
}

async function undoOne(tx: Ctx, { id, couponId }: sends.Send) {
  // The coupon before its copies, as everything that gives them out.
  const coupon = await sends.lockCoupon(tx, couponId)
  const locked = await sends.lock(tx, id)
  if (!locked) throw notFound('发放记录')
  requireUndoable(locked, tx.now())
  const undone = await sends.endUnused(tx, id, UNDONE)
  if (undone) await sends.uncount(tx, couponId, undone)
  const kept = await sends.countUsed(tx, id)
  await sends.update(tx, id, { undoneAt: tx.now() })
  await audit(tx, { action: 'undo', objectId: id, objectName: `${coupon?.name ?? ''} ${undone} 张` })
  return { undone, kept }
}

/** Accounts that see their stores alone take back what they sent themselves. */
const isWithinReach = ({ actor }: Ctx, { createdBy }: sends.Send): boolean =>
  actor.scope.storeIds === undefined || createdBy === actor.userId

type LockedSend = NonNullable<Awaited<ReturnType<typeof sends.lock>>>

function requireUndoable({ send, task }: LockedSend, now: Date): void {
  if (send.undoneAt) throw stateConflict('该次发放已撤回')
  const isAtWork = task?.status === 'pending' || task?.status === 'running'
  if (isAtWork) throw stateConflict('优惠券正在发放，请等发放完再撤回')
  // A task that was cancelled ended without a word to its send.
  const end = send.finishedAt ?? task?.finishTime ?? send.createdAt
  if (now.getTime() - end.getTime() > UNDO_MINUTES * 60_000)
    throw stateConflict(`发放已超过${UNDO_MINUTES}分钟，不能撤回`)
}
