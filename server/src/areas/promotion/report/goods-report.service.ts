import type { activityReport, GoodsRank, GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { lastDayOf, saleTime } from '@zhanggui/domain/promotion/activity.ts'
import { toWireDay, wireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { describeActivities } from '../activity/activity-describe.service.ts'
import { findActivity, listActivitySkus } from '../activity/activity-read.service.ts'
import * as goods from './goods-report.repository.ts'
import { describeLift } from './net-lift.service.ts'
import { requireWholeShop } from './whole-shop.ts'

/** Days of payment that are told one by one. */
const MAX_DAYS = 366

/**
 * What an activity with goods of its own brought: sums over its orders, their lines and refunds.
 * @throws 403 for an account that sees its stores alone; 404
 */
export async function getGoodsReport(ctx: Ctx, { id }: { id: number }): Promise<GoodsReport> {
  requireWholeShop(ctx)
  const row = await findActivity(ctx, id)
  const [described] = row ? await describeActivities(ctx, [row]) : []
  if (!row || !described) throw notFound('活动')
  const figures = await goods.sumGoods(ctx, id)
  const days = await goods.listGoodsDays(ctx, id, MAX_DAYS)
  const { title, image, startTime, stopTime, phaseName, quotaShow, sales, soldOutTime, budget, budgetUsed } = described
  return {
    id,
    type: row.type,
    title,
    image,
    startTime,
    stopTime,
    phaseName,
    quotaShow,
    sales,
    budget,
    budgetUsed,
    soldOutTime,
    views: row.browse,
    orders: figures.orders,
    ...describe(ctx, figures),
    buyers: await goods.countBuyers(ctx, id),
    daily: days.map((day) => ({
      day: day.day,
      paidOrders: day.paidOrders,
      units: day.units,
      gmv: toYuan(day.gmvFen),
      discount: toYuan(day.discountFen),
    })),
    ...(await describeLift(ctx, row)),
    skus: (await listActivitySkus(ctx, id, row.productId)).flatMap(({ skuId, suk, taking }) => {
      if (!taking) return []
      const { quotaShow, quota, sold, soldOutAt } = taking
      const at = quota === 0 ? soldOutAt : null
      const soldOutSeconds = at && Math.round(saleTime(row, at) / 1000)
      return [{ skuId, suk, quotaShow, sold, soldOutTime: wireTime(at), soldOutSeconds }]
    }),
  }
}

/** A page of the activities by what they brought, those with the highest sales first unless asked otherwise. */
export async function rankGoods(ctx: Ctx, query: RouteInput<typeof activityReport.goodsList>['query']) {
  const { page: number, limit: asked, ...filter } = query
  const { page, limit, offset } = readPage({ page: number, limit: asked })
  const { rows, total } = await readGoodsRanking(ctx, filter, { limit, offset })
  return { list: rows, total, page, limit }
}

/** The same for any page. @throws 403 for an account that sees its stores alone */
export async function readGoodsRanking(
  ctx: Ctx,
  { type, name, dateLimit, ids, sort = 'gmv', ...left }: RouteInput<typeof activityReport.goodsDownload>['query'],
  page: { limit: number; offset: number },
): Promise<{ rows: GoodsRank[]; total: number }> {
  allRead(left)
  requireWholeShop(ctx)
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const [by, direction] = sort.split(',')
  const order = { sort: by as goods.GoodsRanking, isAscending: direction === 'asc' }
  const { rows, total } = await goods.rankGoods(ctx, { type, name: name?.trim(), ids, from, to, ...order }, page)
  return {
    rows: rows.map(({ id, type: of, title, startAt, stopAt, ...figures }) => ({
      id,
      type: of,
      title,
      startTime: toWireDay(new Date(startAt)),
      stopTime: lastDayOf(new Date(stopAt)),
      ...describe(ctx, figures),
    })),
    total,
  }
}

function describe(ctx: Ctx, figures: goods.GoodsFigures) {
  const { paidOrders, refundedOrders, participants, newBuyers, units, points, coupons } = figures
  const { gmvFen, discountFen, refundFen, costFen } = figures
  const paidFen = gmvFen + refundFen
  const lasting = paidOrders - refundedOrders
  return {
    paidOrders,
    participants,
    newBuyers,
    units,
    gmv: toYuan(gmvFen),
    discount: toYuan(discountFen),
    refundAmount: toYuan(refundFen),
    refundRate: paidFen ? Math.round((refundFen * 10_000) / paidFen) / 100 : 0,
    avgOrder: lasting ? toYuan(Math.round(gmvFen / lasting)) : 0,
    points,
    coupons,
    ...(maySeeCost(ctx) && {
      cost: toYuan(costFen),
      margin: toYuan(gmvFen - costFen),
      roi: discountFen ? Math.round(((gmvFen - costFen) * 100) / discountFen) / 100 : null,
    }),
  }
}
