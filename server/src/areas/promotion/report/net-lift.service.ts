import type { GoodsReport, NetLift } from '@zhanggui/contract/promotion/activity-report.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { dayStart } from '@zhanggui/domain/promotion/activity.ts'
import { netLift, USUAL_DAYS } from '@zhanggui/domain/promotion/net-lift.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as lifts from './net-lift.repository.ts'

const DAY_MS = 24 * 3600_000
const later = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)

type Run = { id: number; productId: number; startAt: Date; stopAt: Date }

/** What the product of an activity sold at its usual price around it, and what the activity brought beyond that, for those who may see costs. */
export async function describeLift(ctx: Ctx, run: Run): Promise<Pick<GoodsReport, 'usual' | 'lift'>> {
  const { id, productId } = run
  const today = dayStart(ctx.now())
  const start = dayStart(run.startAt)
  // The day on which it ends early is one of its own.
  const end = later(dayStart(new Date(run.stopAt.getTime() - 1)), 1)
  const days = await lifts.listLiftDays(ctx, {
    activityId: id,
    productId,
    from: later(start, -USUAL_DAYS),
    to: later(today, 1),
  })
  const last = toWireDay(later(end, USUAL_DAYS))
  const usual = days
    .filter(({ day, usualFen }) => day < last && usualFen !== 0)
    .map(({ day, usualFen }) => ({ day, amount: toYuan(usualFen) }))
  if (!maySeeCost(ctx)) return { usual }
  const over = new Date(Math.min(today.getTime(), end.getTime()))
  const count = Math.round((over.getTime() - start.getTime()) / DAY_MS)
  if (count < 1) return { usual, lift: null }
  return { usual, lift: await compare(ctx, { id, count, start, over, today, days }) }
}

async function compare(
  ctx: Ctx,
  of: { id: number; count: number; start: Date; over: Date; today: Date; days: readonly lifts.LiftDay[] },
): Promise<NetLift> {
  const [start, over, today] = [of.start, of.over, of.today].map(toWireDay) as [string, string, string]
  const sum = (from: string, to: string, what: Exclude<keyof lifts.LiftDay, 'day'>) =>
    of.days.reduce((total, row) => total + (row.day >= from && row.day < to ? row[what] : 0), 0)
  const usualIn = (from: string, to: string) => ({
    fen: sum(from, to, 'usualFen'),
    costFen: sum(from, to, 'usualCostFen'),
  })
  const { integral_ratio: ratio } = await getSettings(ctx)
  const { soldFen, fewerFen, extraCostFen, giftsFen, netFen } = netLift({
    days: of.count,
    // Orders of its last day may be paid on the next ones.
    activity: { fen: sum('', today, 'activityFen'), costFen: sum('', today, 'activityCostFen') },
    before: usualIn('', start),
    during: usualIn(start, over),
    giftsFen: Math.round(sum('', today, 'points') * ratio * 100) + (await lifts.sumGiftedFen(ctx, of.id, of.today)),
  })
  return {
    days: of.count,
    sold: toYuan(soldFen),
    fewer: toYuan(fewerFen),
    extraCost: toYuan(extraCostFen),
    gifts: toYuan(giftsFen),
    net: toYuan(netFen),
  }
}
