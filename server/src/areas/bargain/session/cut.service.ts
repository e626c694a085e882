import { randomInt } from 'node:crypto'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import { nextCut } from '@zhanggui/domain/promotion/bargain.ts'
import { cutRefusal, startRefusals } from '@zhanggui/domain/promotion/bargain-session.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, HttpError, stateConflict, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import { readMember } from '../../product/window/window.service.ts'
import { missing } from '../../promotion/activity/activity-kinds.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { bargainKind, linkOfSession } from '../bargain/bargain.service.ts'
import * as cuts from './cut.repository.ts'

/** Cuts a minute: of a buyer, and from an address. */
const BUYER_LIMIT = { max: 10, seconds: 60 }
const ADDRESS_LIMIT = { max: 30, seconds: 60 }
const HOUR_MS = 3600_000

export const noSession = () => new HttpError(404, 'NOT_FOUND', '砍价记录不存在')
const soldOut = (message: string) => new HttpError(409, 'SOLD_OUT', message)

/**
 * The calling buyer starts a session; its terms are those of the activity now.
 * @throws 404; 422 for an activity that does not run, a product that is not for sale, and one session too many; 409 for one that is sold
 *   out, or while a session of the buyer runs
 */
export async function startSession(ctx: Ctx, bargainId: number): Promise<{ bargainUserId: number }> {
  const { finds } = await readMember(ctx)
  return retried(ctx, async (tx) => {
    const { uid } = tx.buyer
    const found = await cuts.lockActivity(tx, bargainId)
    if (!found || found.isDel) throw missing(bargainKind)
    const stopAt = new Date(found.stopAt)
    const phase = activityPhase({ status: found.status, startAt: new Date(found.startAt), stopAt }, tx.now())
    const refusal = startRefusals[found.onSale ? phase : 'closed']
    if (refusal) throw new Refusal(refusal)
    if (found.isForMembers && finds !== 'members') throw new Refusal('该商品仅会员可购买')
    if (found.quota < 1) throw soldOut('砍价商品已售罄')
    // Starts of one buyer are counted one after the other.
    await lockCustomers(tx, [uid])
    const { started, runs, isEnabled } = await cuts.countStarted(tx, bargainId, uid)
    // An account that ended while this call waited for it.
    if (!isEnabled) throw new Refusal('账号已被禁用，请联系商家')
    if (runs) throw inProgress()
    if (started >= found.num) throw new Refusal('您的参与次数已达上限', 'LIMIT_REACHED')
    const { activitySkuId, priceFen, minPriceFen, peopleNum, bargainNum: helpNum, cutMinFen, cutMaxFen } = found
    const bargainUserId = await cuts.start(tx, {
      activityId: bargainId,
      uid,
      activitySkuId,
      priceFen,
      minPriceFen,
      peopleNum,
      cutLoFen: cutMinFen ?? 1,
      cutHiFen: cutMaxFen ?? priceFen - minPriceFen,
      helpNum,
      stopAt,
    })
    if (bargainUserId === undefined) throw inProgress()
    return { bargainUserId }
  })
}

const inProgress = () => conflict('您有进行中的砍价')

/**
 * The calling buyer cuts the price of a session, their own or another's, once. The last cut wins it, and a unit is held for it.
 * @throws 404; 422 for one that is over, a product that is not for sale, and more sessions than one may help; 409 for a second cut and when
 *   nothing is left; 429
 */
export async function cutSession(ctx: Ctx, bargainUserId: number) {
  await requireTurn(ctx)
  return cutNow(ctx, bargainUserId)
}

/** The same, however often. */
export function cutNow(ctx: Ctx, bargainUserId: number) {
  return retried(ctx, async (tx) => {
    const { uid } = tx.buyer
    const session = await cuts.lock(tx, bargainUserId)
    if (!session) throw noSession()
    const { id, activityId, activitySkuId, cutCount, peopleNum, stopAt, priceFen, minPriceFen } = session
    const { helpedBefore, ...facts } = await cuts.findCutFacts(tx, session, uid)
    refuse(cutRefusal({ ...session, ...facts, stopAt: new Date(stopAt) }, tx.now()))
    const isOwn = session.uid === uid
    if (!isOwn && !(await cuts.countHelp(tx, activityId, uid, session.helpNum - helpedBefore)))
      throw new Refusal('您的帮砍次数已达上限', 'LIMIT_REACHED')
    const finished = cutCount + 1 === peopleNum
    if (finished && !(await cuts.hold(tx, activitySkuId))) throw soldOut('砍价商品已抢光')
    const { bargain_first_cut_min: least, bargain_first_cut_max: most, bargain_grace_hours } = await getSettings(tx)
    const totalFen = priceFen - minPriceFen
    const terms = { totalFen, people: peopleNum, lowFen: session.cutLoFen, highFen: session.cutHiFen }
    const fen = nextCut(terms, { doneFen: session.cutFen, count: cutCount }, { least, most }, drawn)
    const grace = tx.now().getTime() + bargain_grace_hours * HOUR_MS
    const orderDeadline = finished ? new Date(Math.max(new Date(stopAt).getTime(), grace)) : undefined
    await cuts.cut(tx, { id, cutCount }, { uid, fen, orderDeadline })
    if (orderDeadline) await tellWon(tx, session, orderDeadline)
    const cutFen = session.cutFen + fen
    return {
      cut: toYuan(fen),
      cutPrice: toYuan(cutFen),
      leftPrice: toYuan(totalFen - cutFen),
      percent: Math.floor((100 * cutFen) / totalFen),
      finished,
    }
  })
}

const drawn = (least: number, most: number): number => (least < most ? randomInt(least, most + 1) : least)

async function requireTurn(ctx: Ctx): Promise<void> {
  const { limits } = ctx.platform
  for (const [key, limit] of [
    [`bargain cuts ${ctx.buyer.uid}`, BUYER_LIMIT],
    [`bargain cuts from ${limitedAddress(ctx.origin.ip)}`, ADDRESS_LIMIT],
  ] as const) {
    const { allowed, resetSeconds } = await limits.take(key, limit)
    if (!allowed) throw tooMany(resetSeconds)
  }
}

function refuse(refusal: ReturnType<typeof cutRefusal>): void {
  if (!refusal) return
  throw refusal.status === 422 ? new Refusal(refusal.message) : stateConflict(refusal.message)
}

function tellWon(tx: Ctx, { id, uid, title, minPriceFen }: cuts.LockedSession, orderDeadline: Date): Promise<void> {
  const values = { productName: title, minPrice: amountText(minPriceFen), deadline: toWireTime(orderDeadline) }
  return tellBuyer(tx, { mark: 'bargainingSuccess', uid, bizId: id, link: linkOfSession(id), values })
}

/** The calling buyer gives up their running session of a bargain. @throws 404 without one */
export function cancelSession(ctx: Ctx, bargainId: number): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const session = await cuts.lockRunning(tx, bargainId, tx.buyer.uid)
    if (!session) throw noSession()
    await cuts.end(tx, session.id, { isCancelled: true })
    return {}
  })
}
