import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { FrontSeckill, FrontSlot, frontSeckill, SeckillCard } from '@zhanggui/contract/seckill/front-seckill.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { dayStart, percentGone } from '@zhanggui/domain/promotion/activity.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { readMember } from '../../product/window/window.service.ts'
import { missing } from '../../promotion/activity/activity-kinds.service.ts'
import { countActivityView } from '../../promotion/activity/activity-view.service.ts'
import { describeFront } from '../../promotion/activity/front-activity.service.ts'
import * as fronts from './front-seckill.repository.ts'
import { seckillKind } from './seckill.service.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** How many the home page shows. */
const ON_HOME = 6
/** What lists of buyers show is a second behind what staff change. */
const KEPT = { ttlSeconds: 1, max: 200 }

/** Today's slots that have something to sell, those that are over too, and then tomorrow's first. */
export async function listFrontSlots(ctx: Ctx): Promise<FrontSlot[]> {
  const { finds } = await readMember(ctx)
  const today = dayStart(ctx.now())
  const kept = ctx.platform.caches.named<[fronts.DaySlot[], fronts.DaySlot[]]>('seckill-slots', KEPT)
  const [ofToday, ofTomorrow] = await kept.get(`${finds} ${today.getTime()}`, async () => [
    await fronts.listSlots(ctx, today, finds),
    await fronts.listSlots(ctx, new Date(today.getTime() + DAY_MS), finds),
  ])
  const media = await readMedia(ctx)
  const slots = [
    ...ofToday.map((slot) => describeSlot(ctx, slot, today, media)),
    ...ofTomorrow.slice(0, 1).map((slot) => describeSlot(ctx, slot, new Date(today.getTime() + DAY_MS), media)),
  ]
  const current =
    slots.find(({ phase }) => phase === 'running') ?? slots.find(({ phase }) => phase === 'upcoming') ?? slots.at(-1)
  return slots.map((slot) => ({ ...slot, isCurrent: slot === current }))
}

function describeSlot(ctx: Ctx, slot: fronts.DaySlot, day: Date, media: Media): FrontSlot {
  const { id, name, startHour, endHour } = slot
  const [from, to] = [startHour, endHour].map((hour) => new Date(day.getTime() + hour * HOUR_MS)) as [Date, Date]
  const now = ctx.now()
  return {
    id,
    name,
    startHour,
    endHour,
    sliderImgs: slot.sliderImgs.map(media.toWire),
    isTomorrow: day > now,
    phase: now < from ? 'upcoming' : now < to ? 'running' : 'ended',
    startTime: toWireTime(from),
    endTime: toWireTime(to),
    serverTime: toWireTime(now),
    isCurrent: false,
  }
}

/** The slot that runs now with its first flash sales, for the home page. */
export async function getIndex(ctx: Ctx) {
  const slot = (await listFrontSlots(ctx)).find(({ phase }) => phase === 'running') ?? null
  const productList = slot
    ? (await readCards(ctx, slot.id, dayStart(ctx.now()), { limit: ON_HOME, offset: 0 })).list
    : []
  return { slot, productList }
}

/** A page of a slot's flash sales, of today or tomorrow. */
export async function listFrontSeckills(
  ctx: Ctx,
  { params: { timeId }, query: { tomorrow, ...left } }: RouteInput<typeof frontSeckill.list>,
) {
  const { page, limit, offset } = readPage(left)
  const day = dayStart(ctx.now())
  const cards = await readCards(ctx, timeId, tomorrow ? new Date(day.getTime() + DAY_MS) : day, { limit, offset })
  return { ...cards, page, limit }
}

async function readCards(ctx: Ctx, timeId: number, day: Date, page: { limit: number; offset: number }) {
  const { finds } = await readMember(ctx)
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof fronts.listCards>>>('seckill-cards', KEPT)
  const key = JSON.stringify([timeId, day.getTime(), finds, page])
  const { rows, total } = await kept.get(key, () => fronts.listCards(ctx, { timeId, day, finds }, page))
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describeCard(row, media)), total }
}

function describeCard({ priceFen, otPriceFen, ...row }: fronts.CardRow, media: Media): SeckillCard {
  return {
    ...row,
    image: media.toWire(row.image),
    price: toYuan(priceFen),
    otPrice: toYuan(otPriceFen),
    percent: percentGone(row),
  }
}

/** A flash sale as its page shows it. @throws 404 for one that is deleted or closed, and for members alone when the caller is none */
export async function getFrontSeckill(ctx: Ctx, id: number): Promise<FrontSeckill> {
  const { row, activity, detail } = await describeFront(ctx, seckillKind, id)
  if (!row.seckill) throw missing(seckillKind)
  if (activity.phase === 'closed') throw new HttpError(404, 'NOT_FOUND', '秒杀商品已下架')
  countActivityView(ctx, id)
  const { timeId, num, onceNum, totalNum } = row.seckill
  return { activity: { ...activity, timeId, num, onceNum, totalNum }, ...detail }
}
