import {
  type activityCalendar,
  activityKinds,
  type CalendarRow,
  type LowestRow,
} from '@zhanggui/contract/promotion/activity-calendar.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { lowestWithin, mostByPoints, type SaleWay } from '@zhanggui/domain/promotion/lowest-price.ts'
import { pointRulesOf } from '@zhanggui/domain/promotion/point-rules.ts'
import { memberFen } from '@zhanggui/domain/promotion/quote.ts'
import { parseWireTime, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { calendarSources } from './calendar.repository.ts'
import { listWays } from './goods-calendar.repository.ts'
import { findProduct, listOpenCoupons, type PricedSku } from './lowest.repository.ts'
import { type Margins, readKey, readMargins } from './margin.repository.ts'

const DAY_MS = 24 * 3600_000
const MAX_DAYS = 92

/**
 * Everything that runs within some days, by its start. Costs, and whether a price falls below them,
 * only for holders of their permission.
 * @throws 400 for days that are none, in the wrong order or more than 92
 */
export async function getCalendar(
  ctx: Ctx,
  { start, end, types, productId, cateId }: RouteInput<typeof activityCalendar.calendar>['query'],
): Promise<CalendarRow[]> {
  const [from, to] = [readDay(start, 'start'), new Date(readDay(end, 'end').getTime() + DAY_MS)]
  requireRange(from, to)
  const { vip_open: vipOpen, activity_allow_coupon: allowCoupon } = await getSettings(ctx)
  const media = await readMedia(ctx)
  const rows: { at: Date; row: CalendarRow }[] = []
  const kinds = types?.length ? [...new Set(types)] : activityKinds
  const margins = productId || !kinds.includes(4) ? undefined : await getMargins(ctx, vipOpen)
  for (const type of kinds) {
    const found = await calendarSources[type](ctx, { from, end: to, productId, cateId, vipOpen, allowCoupon, margins })
    for (const item of found) {
      const { id, title, status, isLimited, total, received, lowestFen, costFen, lowestOf } = item
      const belowCost = lowestFen !== null && costFen !== null && lowestFen < costFen
      const row: CalendarRow = {
        type,
        id,
        title,
        productId: item.productId,
        image: item.image && media.toWire(item.image),
        startTime: toWireTime(item.from),
        stopTime: wireTime(item.to),
        phase: item.phase ?? couponPhase(item, ctx.now()),
        ...(item.styleType !== undefined && { styleType: item.styleType }),
        status,
        quota: isLimited ? total - received : null,
        quotaShow: isLimited ? total : null,
        lowest: lowestFen === null ? null : toYuan(lowestFen),
        lowestOf,
        ...(maySeeCost(ctx) && { cost: costFen === null ? null : toYuan(costFen), belowCost }),
        conflicts: [],
      }
      rows.push({ at: item.from, row })
    }
  }
  return rows.sort((one, other) => one.at.getTime() - other.at.getTime()).map(({ row }) => row)
}

/** Of a million SKUs they take a second to read. */
const MARGINS = { ttlSeconds: 30, max: 4 }

/**
 * The SKUs that decide for the coupons of now. Kept until goods, categories, coupons or levels change; at most half a minute,
 * as a change that was noted before another may be stored after it.
 */
async function getMargins(ctx: Ctx, vipOpen: boolean): Promise<Margins> {
  const { changed, ...key } = await readKey(ctx, vipOpen)
  const kept = ctx.platform.caches.named<Margins>('calendar-margins', MARGINS)
  return kept.get(JSON.stringify([key, changed]), () => readMargins(ctx, key))
}

/**
 * What one unit of each SKU of a product may cost a buyer, now or at the best moment of some days (docs/prices.md, The lowest price).
 * @throws 404 for an unknown product; 400 as {@link getCalendar}
 */
export async function getLowest(
  ctx: Ctx,
  { productId, start, end }: RouteInput<typeof activityCalendar.lowest>['query'],
): Promise<LowestRow[]> {
  const { from, to } = readStretch(ctx, start, end)
  const settings = await getSettings(ctx)
  const product = await findProduct(ctx, productId, settings.vip_open)
  if (!product) throw notFound('商品')
  const { categoryIds, discount, skus } = product
  const coupons = await listOpenCoupons(ctx, productId, from, to)
  const others = await listWays(ctx, productId, { from, to, allowCoupon: settings.activity_allow_coupon })
  const points = pointRulesOf(settings, 0)
  return skus.map((sku) => {
    const ways = [ordinary(sku, discount), ...others.filter(({ skuId }) => skuId === sku.id)]
    const lowest = lowestWithin({ productId, categoryIds }, { ways, coupons, from, to })
    const { fen, way, coupon } = lowest
    return {
      skuId: sku.id,
      suk: sku.suk,
      price: toYuan(sku.listFen),
      lowest: toYuan(fen),
      lowestWithPoints: toYuan(fen - mostByPoints(fen, points)),
      way: { type: way.type, id: way.id, title: way.title },
      coupon: coupon && { id: coupon.id, name: coupon.name },
      from: toWireTime(laterOf(lowest.from, from)),
      to: wireTime(lowest.to),
      ...(maySeeCost(ctx) && { cost: toYuan(sku.costFen), belowCost: fen < sku.costFen }),
    }
  })
}

/** A SKU as it is always sold, at the price of the best level. */
function ordinary({ listFen, vipFen }: PricedSku, discount: number | null): SaleWay {
  const unitFen = discount === null ? listFen : memberFen({ listFen, vipFen }, discount)
  return { type: 0, id: 0, title: '日常购买', unitFen, allowsCoupon: true, from: null, to: null }
}

/** Some days, or this moment; a range that has begun is judged from its first second. */
function readStretch(ctx: Ctx, start: string | undefined, end: string | undefined): { from: Date; to: Date } {
  const from = start === undefined ? ctx.now() : readDay(start, 'start')
  if (end === undefined) return { from, to: start === undefined ? from : new Date(from.getTime() + DAY_MS - 1) }
  const to = new Date(readDay(end, 'end').getTime() + DAY_MS - 1)
  requireRange(from, to)
  return { from, to }
}

function readDay(text: string, field: 'start' | 'end'): Date {
  const at = parseWireTime(text)
  if (!at) throw new BadInput(field === 'start' ? '开始日期不存在' : '结束日期不存在', field)
  return at
}

function requireRange(from: Date, to: Date): void {
  if (to <= from) throw new BadInput('结束日期不能早于开始日期', 'end')
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) throw new BadInput(`最多查看 ${MAX_DAYS} 天`, 'end')
}

const laterOf = (one: Date | null, other: Date) => (one && one > other ? one : other)
