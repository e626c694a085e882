import type {
  CombinationCard,
  FrontCombination,
  FrontTeam,
  frontCombination,
} from '@zhanggui/contract/combination/front-combination.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { maskName } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { percentGone } from '@zhanggui/domain/promotion/activity.ts'
import { joinRefusal } from '@zhanggui/domain/promotion/team.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { readMember } from '../../product/window/window.service.ts'
import { missing } from '../../promotion/activity/activity-kinds.service.ts'
import { countActivityView } from '../../promotion/activity/activity-view.service.ts'
import { describeFront } from '../../promotion/activity/front-activity.service.ts'
import { combinationKind } from '../combination/combination.service.ts'
import * as fronts from './front-combination.repository.ts'

/** How many the home page shows; avatars there and above the list; teams on the page of an activity. */
const ON_HOME = 6
const AVATARS_ON_HOME = 3
const AVATARS_ON_LIST = 7
const TEAMS_SHOWN = 20
/** What lists of buyers show is a second behind. */
const KEPT = { ttlSeconds: 1, max: 200 }
/** How many have bought together is counted over all teams, and may be a minute old. */
const PEOPLE_KEPT = { ttlSeconds: 60, max: 4 }

/** The home page: who buys together, and the first team products, hot ones before others. */
export async function getCombinationIndex(ctx: Ctx) {
  const { list: productList } = await readCards(ctx, { isHotFirst: true }, { limit: ON_HOME, offset: 0 })
  return { ...(await readPeople(ctx, AVATARS_ON_HOME)), productList }
}

/** The head of the list. */
export const getCombinationHeader = (ctx: Ctx) => readPeople(ctx, AVATARS_ON_LIST)

async function readPeople(ctx: Ctx, limit: number) {
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.readPeople>>>(
    'combination-people',
    PEOPLE_KEPT,
  )
  const { avatars, people } = await kept.get(String(limit), () => fronts.readPeople(ctx, limit))
  const media = await readMedia(ctx)
  return { avatars: avatars.map(media.toWire), totalPeople: people }
}

/** A page of the team products that run. */
export async function listFrontCombinations(ctx: Ctx, { query }: RouteInput<typeof frontCombination.list>) {
  const { page, limit, offset } = readPage(query)
  return { ...(await readCards(ctx, {}, { limit, offset })), page, limit }
}

/** The same without one. */
export async function listMoreCombinations(ctx: Ctx, { query }: RouteInput<typeof frontCombination.more>) {
  const { combinationId: except, ...left } = query
  const { page, limit, offset } = readPage(left)
  return { ...(await readCards(ctx, { except }, { limit, offset })), page, limit }
}

async function readCards(
  ctx: Ctx,
  wish: { except?: number | undefined; isHotFirst?: boolean },
  page: { limit: number; offset: number },
) {
  const { finds } = await readMember(ctx)
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.listCards>>>('combination-cards', KEPT)
  const { rows, total } = await kept.get(JSON.stringify([finds, wish, page]), () =>
    fronts.listCards(ctx, { finds, ...wish }, page),
  )
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describeCard(row, media)), total }
}

function describeCard(
  { priceFen, otPriceFen, productFen, stopAt, ...row }: fronts.CardRow,
  media: Media,
): CombinationCard {
  return {
    ...row,
    image: media.toWire(row.image),
    price: toYuan(priceFen),
    otPrice: toYuan(otPriceFen),
    productPrice: toYuan(productFen),
    endTime: toWireTime(new Date(stopAt)),
    percent: percentGone(row),
  }
}

/**
 * A team product as its page shows it, with the teams that can be joined.
 * @throws 404 for one that is deleted or closed, and for members alone when the caller is none
 */
export async function getFrontCombination(ctx: Ctx, id: number): Promise<FrontCombination> {
  const { activity, detail, teams } = await describeOne(ctx, id)
  if (activity.phase === 'closed') throw new HttpError(404, 'NOT_FOUND', '拼团活动已结束')
  countActivityView(ctx, id)
  const media = await readMedia(ctx)
  return {
    activity,
    ...detail,
    teams: teams.open.map(({ nickname, avatar, stopAt, ...open }) => ({
      ...open,
      nickname: maskName(nickname),
      avatar: media.toWire(avatar),
      stopTime: toWireTime(new Date(stopAt)),
    })),
    doneTeams: teams.done.map(({ nickname, avatar, people, endTime }) => ({
      people,
      nickname: maskName(nickname),
      avatar: media.toWire(avatar),
      endTime: toWireTime(new Date(endTime)),
    })),
    doneCount: teams.doneCount,
  }
}

async function describeOne(ctx: Ctx, id: number, takesPart = false) {
  const { row, activity, detail } = await describeFront(ctx, combinationKind, id, takesPart)
  const { combination: own } = row
  if (!own) throw missing(combinationKind)
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.readTeams>>>('combination-teams', KEPT)
  const teams = await kept.get(String(id), () => fronts.readTeams(ctx, id, TEAMS_SHOWN))
  const { people, effectiveHours: effectiveTime, num, onceNum } = own
  const { productPrice } = detail
  const endTime = toWireTime(row.stopAt)
  const shown = { ...activity, productPrice, endTime, people, doneCount: teams.doneCount, effectiveTime, num, onceNum }
  return { activity: shown, detail, teams }
}

/** The page of a team, which its members keep whatever becomes of it, its activity or its product. @throws 404 */
export async function getFrontTeam(ctx: Ctx, pinkId: number): Promise<FrontTeam> {
  const uid = ctx.shopper?.uid ?? 0
  const team = await fronts.findTeam(ctx, pinkId, uid)
  if (!team) throw new HttpError(404, 'NOT_FOUND', '拼团不存在')
  const { activity, detail } = await describeOne(ctx, team.activityId, team.joined !== null)
  const { people, status, endReason, memberCount, virtualCount, isMember, joined } = team
  const stopAt = new Date(team.stopAt)
  const media = await readMedia(ctx)
  const members = team.members.map(({ nickname, avatar, isLeader }) => ({
    nickname: maskName(nickname),
    avatar: media.toWire(avatar),
    isLeader,
    isVirtual: false,
  }))
  const filled = { nickname: '**', avatar: '', isLeader: false, isVirtual: true }
  return {
    team: {
      pinkId,
      people,
      status,
      endReason,
      stopTime: toWireTime(stopAt),
      createTime: toWireTime(new Date(team.createdAt)),
    },
    members: [...members, ...Array.from({ length: virtualCount }, () => filled)],
    left: people - memberCount - virtualCount,
    joined: joined && { orderNo: joined.orderNo, refunded: joined.refundStatus === 2 },
    activity,
    attr: detail.attr,
    attrValue: detail.attrValue,
    productPrice: detail.productPrice,
    refusal: joinRefusal({ status, people, memberCount, stopAt, isMember }, ctx.now()) ?? '',
    serverTime: toWireTime(ctx.now()),
  }
}
