import type { GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { describeActivities } from '../activity/activity-describe.service.ts'
import { findActivity } from '../activity/activity-read.service.ts'
import * as goods from './goods-report.repository.ts'
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
  const { orders, paidOrders, refundedOrders, participants, newBuyers, units } = figures
  const { gmvFen, discountFen, refundFen, costFen } = figures
  const { title, image, startTime, stopTime, phaseName, quotaShow, sales } = described
  const paidFen = gmvFen + refundFen
  const lasting = paidOrders - refundedOrders
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
    soldOutTime: wireTime((await goods.findSoldOut(ctx, id)) ?? null),
    orders,
    paidOrders,
    participants,
    newBuyers,
    units,
    gmv: toYuan(gmvFen),
    discount: toYuan(discountFen),
    refundAmount: toYuan(refundFen),
    refundRate: paidFen ? Math.round((refundFen * 10_000) / paidFen) / 100 : 0,
    avgOrder: lasting ? toYuan(Math.round(gmvFen / lasting)) : 0,
    ...(maySeeCost(ctx) && {
      cost: toYuan(costFen),
      margin: toYuan(gmvFen - costFen),
      roi: discountFen ? Math.round(((gmvFen - costFen) * 100) / discountFen) / 100 : null,
    }),
    daily: days.map((day) => ({
      day: day.day,
      paidOrders: day.paidOrders,
      units: day.units,
      gmv: toYuan(day.gmvFen),
      discount: toYuan(day.discountFen),
    })),
  }
}
