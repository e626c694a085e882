import type { activityReport, CouponReport, RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type CouponSource, couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import type { CouponDay, CouponFigures, Ranking } from './coupon-stat.repository.ts'
import * as stats from './coupon-stat.repository.ts'
import { dayAfter, firstLiveDay } from './coupon-stat.service.ts'
import { requireWholeShop } from './whole-shop.ts'

const MAX_DAYS = 366
/** Before the first and after the last day of any shop. */
const [EVER, NEVER] = ['2000-01-01', '2999-12-31']

/**
 * What a coupon brought on some days, in sum, by source and by day (docs/figures.md, What coupons brought). Only holders of the permission
 * for costs get `roi`.
 * @throws 403 for an account that sees its stores alone; 404 for an unknown coupon; 400 for days that are none, in the wrong
 * order or more than 366
 */
export async function getReport(
  ctx: Ctx,
  { id, start, end }: RouteInput<typeof activityReport.report>['query'],
): Promise<CouponReport> {
  requireWholeShop(ctx)
  const [from, to] = readDays(start, end, MAX_DAYS)
  const title = await stats.findName(ctx.db, id)
  if (title === undefined) throw notFound('优惠券')
  const found = await stats.listDays(ctx.db, id, { from, to, live: firstLiveDay(ctx) }, ctx.now())
  const days = eachDay(from, to).map((day) => found.find((row) => row.day === day) ?? { ...nothing, day, sources: {} })
  return {
    title,
    ...describe(ctx, sumOf(days)),
    bySource: sumSources(days),
    daily: days.map(({ day, received, used, expired, amountFen, discountFen }) => ({
      day,
      received,
      used,
      expired,
      orderAmount: toYuan(amountFen),
      discount: toYuan(discountFen),
    })),
  }
}

/** A page of the coupons by what they brought, those with the highest amount of orders first unless asked otherwise. */
export async function rankCoupons(ctx: Ctx, query: RouteInput<typeof activityReport.list>['query']) {
  const { page: number, limit: asked, ...filter } = query
  const { page, limit, offset } = readPage({ page: number, limit: asked })
  const { rows, total } = await readRanking(ctx, filter, { limit, offset })
  return { list: rows, total, page, limit }
}

/** The same for any page. @throws 403 for an account that sees its stores alone */
export async function readRanking(
  ctx: Ctx,
  // Of one type alone so far.
  { type: _, name, dateLimit, ids, sort = 'orderAmount', ...left }: RouteInput<typeof activityReport.download>['query'],
  page: { limit: number; offset: number },
): Promise<{ rows: RankRow[]; total: number }> {
  allRead(left)
  requireWholeShop(ctx)
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const days = { from: from ? toWireDay(from) : EVER, to: to ? toWireDay(to) : NEVER, live: firstLiveDay(ctx) }
  const [by, direction] = sort.split(',')
  const order = { sort: by as Ranking, isAscending: direction === 'asc' }
  const { rows, total } = await stats.rank(ctx.db, { ...days, ...order, name: name?.trim(), ids }, ctx.now(), page)
  return { rows: rows.map(({ id, title, ...figures }) => ({ id, title, ...describe(ctx, figures) })), total }
}

/**
 * Reads two days of a query, both included.
 * @throws {BadInput} for what is no day, an end before the start, or more days than `most`
 */
export function readDays(start: string, end: string, most: number): [from: string, to: string] {
  if (!parseWireTime(start)) throw new BadInput('开始日期不存在', 'start')
  if (!parseWireTime(end)) throw new BadInput('结束日期不存在', 'end')
  if (end < start) throw new BadInput('结束日期不能早于开始日期', 'end')
  if (dayAfter(start, most) <= end) throw new BadInput(`最多查看 ${most} 天`, 'end')
  return [start, end]
}

const nothing: CouponFigures = {
  received: 0,
  used: 0,
  expired: 0,
  orders: 0,
  newBuyers: 0,
  amountFen: 0,
  discountFen: 0,
  costFen: 0,
  refundFen: 0,
}

function eachDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
  return days
}

function sumOf(days: readonly CouponFigures[]): CouponFigures {
  const sums = { ...nothing }
  for (const day of days) for (const name of Object.keys(nothing) as (keyof CouponFigures)[]) sums[name] += day[name]
  return sums
}

function sumSources(days: readonly CouponDay[]): CouponReport['bySource'] {
  return (Object.keys(couponSources) as CouponSource[]).flatMap((source) => {
    const [received, used] = [0, 1].map((at) =>
      days.reduce((sum, { sources }) => sum + (sources[source]?.[at] ?? 0), 0),
    )
    return received || used ? [{ source, received: received ?? 0, used: used ?? 0 }] : []
  })
}

function describe(ctx: Ctx, figures: CouponFigures): Omit<RankRow, 'id' | 'title'> {
  const { received, used, expired, orders, newBuyers, amountFen, discountFen, costFen, refundFen } = figures
  const roi = discountFen ? Math.round(((amountFen - costFen) * 100) / discountFen) / 100 : null
  return {
    received,
    used,
    expired,
    orders,
    newBuyers,
    useRate: received ? Math.round((used * 10_000) / received) / 100 : 0,
    orderAmount: toYuan(amountFen),
    discount: toYuan(discountFen),
    refundAmount: toYuan(refundFen),
    avgOrder: orders ? toYuan(Math.round(amountFen / orders)) : 0,
    ...(maySeeCost(ctx) && { cost: toYuan(costFen), roi }),
  }
}
