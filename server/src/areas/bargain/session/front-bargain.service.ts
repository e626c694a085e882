import type {
  BargainCard,
  FrontBargain,
  FrontHelp,
  FrontSession,
  frontBargain,
} from '@zhanggui/contract/bargain/front-bargain.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { maskName } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase, percentGone } from '@zhanggui/domain/promotion/activity.ts'
import {
  type BargainFacts,
  bargainState,
  recordState,
  type ShownSession,
} from '@zhanggui/domain/promotion/bargain-session.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { readMember } from '../../product/window/window.service.ts'
import { missing } from '../../promotion/activity/activity-kinds.service.ts'
import { countActivityView } from '../../promotion/activity/activity-view.service.ts'
import { describeFront } from '../../promotion/activity/front-activity.service.ts'
import * as bargains from '../bargain/bargain.repository.ts'
import { bargainKind } from '../bargain/bargain.service.ts'
import { listHelps } from './bargain-session.repository.ts'
import { noSession } from './cut.service.ts'
import * as fronts from './front-bargain.repository.ts'

/** How many the home page shows; winners above the list; cuts on the page of a session. */
const ON_HOME = 6
const WINNERS = 7
const HELPS_SHOWN = 20
/** What lists of buyers show is a second behind. */
const KEPT = { ttlSeconds: 1, max: 200 }
/** How many have won is counted over all sessions, and may be a minute old. */
const WON_KEPT = { ttlSeconds: 60, max: 1 }

/** The home page: the first bargains, hot ones before others. */
export async function getBargainIndex(ctx: Ctx) {
  return { productList: (await readCards(ctx, true, { limit: ON_HOME, offset: 0 })).list }
}

/** The head of the list: who has won. */
export async function getBargainHeader(ctx: Ctx): Promise<RouteAnswer<typeof frontBargain.header>> {
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.readWon>>>('bargains-won', WON_KEPT)
  const { total, rows } = await kept.get('all', () => fronts.readWon(ctx, WINNERS))
  const media = await readMedia(ctx)
  const successList = rows.map(({ nickname, avatar, title, minPriceFen }) => ({
    title,
    nickname: maskName(nickname),
    avatar: media.toWire(avatar),
    price: toYuan(minPriceFen),
  }))
  return { total, successList }
}

/** A page of the bargains that run. */
export async function listFrontBargains(ctx: Ctx, { query }: RouteInput<typeof frontBargain.list>) {
  const { page, limit, offset } = readPage(query)
  return { ...(await readCards(ctx, false, { limit, offset })), page, limit }
}

async function readCards(ctx: Ctx, isHotFirst: boolean, page: { limit: number; offset: number }) {
  const { finds } = await readMember(ctx)
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.listCards>>>('bargain-cards', KEPT)
  const { rows, total } = await kept.get(JSON.stringify([finds, isHotFirst, page]), () =>
    fronts.listCards(ctx, { finds, isHotFirst }, page),
  )
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describeCard(row, media)), total }
}

function describeCard(
  { priceFen, minPriceFen, otPriceFen, productFen, stopAt, ...row }: fronts.CardRow,
  media: Media,
): BargainCard {
  return {
    ...row,
    image: media.toWire(row.image),
    price: toYuan(priceFen),
    minPrice: toYuan(minPriceFen),
    otPrice: toYuan(otPriceFen),
    productPrice: toYuan(productFen),
    endTime: toWireTime(new Date(stopAt)),
    percent: percentGone(row),
  }
}

/**
 * A bargain as its page shows it.
 * @throws 404 for one that is deleted or closed, and for members alone when the caller is none
 */
export async function getFrontBargain(ctx: Ctx, id: number): Promise<FrontBargain> {
  const { row, activity, detail } = await describeFront(ctx, bargainKind, id)
  const { bargain: own } = row
  if (!own) throw missing(bargainKind)
  if (activity.phase === 'closed') throw new HttpError(404, 'NOT_FOUND', '砍价商品已下架')
  countActivityView(ctx, id)
  const { priceFen, minPriceFen, peopleNum, bargainNum, num } = own
  const price = toYuan(priceFen)
  const media = await readMedia(ctx)
  return {
    activity: {
      ...activity,
      price,
      productPrice: detail.productPrice,
      minPrice: toYuan(minPriceFen),
      endTime: toWireTime(row.stopAt),
      peopleNum,
      bargainNum,
      num,
      countPeopleAll: await fronts.countStarted(ctx, id),
      rule: media.toWireHtml((await bargains.find(ctx, id))?.rule ?? ''),
    },
    ...detail,
    // Cutting begins with its price, whatever the shelf says.
    attrValue: detail.attrValue.map((sku) => (sku.id === null ? sku : { ...sku, price })),
  }
}

/** What the caller can do in a bargain, with the session that is named, or the own one. @throws 404 */
export async function getBargainUser(
  ctx: Ctx,
  { query: { bargainId, bargainUserId } }: RouteInput<typeof frontBargain.user>,
): Promise<RouteAnswer<typeof frontBargain.user>> {
  const uid = ctx.shopper?.uid ?? 0
  const [start] = await fronts.listStartFacts(ctx, [bargainId], uid)
  if (!start) throw missing(bargainKind)
  const found = bargainUserId
    ? await fronts.findShown(ctx, bargainUserId, bargainId, uid)
    : uid
      ? await fronts.findOwn(ctx, bargainId, uid)
      : undefined
  if (bargainUserId && !found) throw noSession()
  const media = await readMedia(ctx)
  const session = found ? describeSession(found, uid, media) : null
  return {
    state: bargainState(factsOf(ctx, start, found), found ? shownOf(found, uid) : null, ctx.now()),
    session,
    helps: found ? await readHelps(ctx, found.id, { limit: HELPS_SHOWN, offset: 0 }, media) : [],
    orderDeadline: session?.orderDeadline ?? null,
    serverTime: toWireTime(ctx.now()),
  }
}

/** @param session whose quota counts, that of its SKU; undefined for none */
function factsOf({ now }: Ctx, row: fronts.StartRow, session?: fronts.ShownRow): BargainFacts {
  const times = { status: row.status, startAt: new Date(row.startAt), stopAt: new Date(row.stopAt) }
  return {
    isRunning: row.onSale && activityPhase(times, now()) === 'running',
    quota: (session ?? row).quota,
    isStartUsedUp: row.started >= row.num,
  }
}

function shownOf(row: fronts.ShownRow, uid: number): ShownSession {
  return {
    isOwn: row.uid === uid,
    status: row.status,
    stopAt: new Date(row.stopAt),
    orderDeadline: row.orderDeadline === null ? null : new Date(row.orderDeadline),
    order: orderStateOf(row),
    hasHelped: row.hasHelped,
    isHelpUsedUp: row.helped >= row.helpNum,
  }
}

function orderStateOf({ order }: fronts.ShownRow): '' | 'unpaid' | 'paid' | 'closed' {
  if (!order) return ''
  if (order.isClosed) return 'closed'
  return order.paid ? 'paid' : 'unpaid'
}

/** A session as anyone with its link sees it; only its owner sees the order number. @param uid 0 for a visitor who is not signed in */
function describeSession(row: fronts.ShownRow, uid: number, media: Media): FrontSession {
  const { id, activityId, title, priceFen, minPriceFen, cutFen, peopleNum, cutCount, status, isCancelled, order } = row
  const isOwn = row.uid === uid
  const totalFen = priceFen - minPriceFen
  return {
    bargainUserId: id,
    bargainId: activityId,
    attrValueId: row.activitySkuId,
    isOwn,
    title,
    peopleNum,
    status,
    isCancelled,
    hasHelped: row.hasHelped,
    nickname: maskName(row.nickname),
    avatar: media.toWire(row.avatar),
    image: media.toWire(row.image),
    price: toYuan(priceFen),
    minPrice: toYuan(minPriceFen),
    cutPrice: toYuan(cutFen),
    nowPrice: toYuan(priceFen - cutFen),
    leftPrice: toYuan(totalFen - cutFen),
    percent: Math.floor((100 * cutFen) / totalFen),
    cutNum: cutCount,
    leftNum: peopleNum - cutCount,
    stopTime: toWireTime(new Date(row.stopAt)),
    orderDeadline: wireTime(row.orderDeadline === null ? null : new Date(row.orderDeadline)),
    orderNo: isOwn && order && !order.isClosed ? order.orderNo : '',
  }
}

/** A page of the cuts of a session, the newest first. @throws 404 */
export async function listFrontHelps(ctx: Ctx, { query }: RouteInput<typeof frontBargain.helps>) {
  const { bargainUserId, ...left } = query
  const { page, limit, offset } = readPage(left)
  const total = await fronts.findCutCount(ctx, bargainUserId)
  if (total === undefined) throw noSession()
  const list = await readHelps(ctx, bargainUserId, { limit, offset }, await readMedia(ctx))
  return { list, total, page, limit }
}

async function readHelps(
  ctx: Ctx,
  sessionId: number,
  page: { limit: number; offset: number },
  media: Media,
): Promise<FrontHelp[]> {
  return (await listHelps(ctx, sessionId, page)).map(({ nickname, avatar, cutFen, createdAt }) => ({
    nickname: maskName(nickname),
    avatar: media.toWire(avatar),
    price: toYuan(cutFen),
    createTime: toWireTime(new Date(createdAt)),
  }))
}

/** A page of the calling buyer's sessions, the newest first. */
export async function listRecords(ctx: Ctx, { query }: RouteInput<typeof frontBargain.record>) {
  const { uid } = ctx.buyer
  const { page, limit, offset } = readPage(query)
  const { rows, total } = await fronts.listOwn(ctx, uid, { limit, offset })
  const ids = [...new Set(rows.map(({ activityId }) => activityId))]
  const starts = new Map((await fronts.listStartFacts(ctx, ids, uid)).map((each) => [each.activityId, each]))
  const media = await readMedia(ctx)
  const list = rows.flatMap((row) => {
    const start = starts.get(row.activityId)
    if (!start) return []
    const state = recordState(factsOf(ctx, start, row), shownOf(row, uid), ctx.now())
    return [{ ...describeSession(row, uid, media), state }]
  })
  return { list, total, page, limit }
}
