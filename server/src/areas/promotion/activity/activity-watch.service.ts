import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type OrderTab, orderStateOf, type RefundStatus } from '@zhanggui/domain/order/order-state.ts'
import {
  type ActivityNotice,
  type ActivityPhase,
  activityNotices,
  activityPhases,
} from '@zhanggui/domain/promotion/activity.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { isToldOrders } from '../../user/scope/told-order.parts.ts'
import * as activities from './activity.repository.ts'
import { describeActivities } from './activity-describe.service.ts'
import { countAlive } from './activity-going.service.ts'
import { kindOf, requireKind, requireNotice, requireRight } from './activity-kinds.service.ts'
import * as money from './activity-money.repository.ts'

/** How many of its orders the page of an activity shows. */
const WATCHED_ORDERS = 20

/**
 * How many activities of a kind there are of each phase, and with what staff should notice, under the filters of its list. What only
 * costs tell is left out for those who may not see them.
 */
export async function countPhases(
  ctx: Ctx,
  { query: { type, ...filter } }: RouteInput<typeof activity.headers>,
): Promise<RouteAnswer<typeof activity.headers>> {
  requireRight(ctx, kindOf(ctx, type), 'list')
  const counts = await activities.countPhases(ctx, { type, ...filter })
  const countOf = (key: ActivityPhase | ActivityNotice) => counts[key] ?? 0
  const phases = namesIn(activityPhases).map(([phase, name]) => ({ phase, name, count: countOf(phase) }))
  const notices = namesIn(activityNotices)
    .filter(([notice]) => notice !== 'belowCost' || maySeeCost(ctx))
    .map(([notice, name]) => ({ phase: notice, name, count: countOf(notice) }))
  const all = phases.reduce((sum, { count }) => sum + count, 0)
  return [{ phase: 'all', name: '全部', count: all }, ...phases, ...notices]
}

const namesIn = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.entries(names) as [Key, string][]

/** What today's orders brought in the activities of a list. @throws 403 */
export async function sumToday(
  ctx: Ctx,
  { query: { type, ...filter } }: RouteInput<typeof activity.today>,
): Promise<RouteAnswer<typeof activity.today>> {
  requireRight(ctx, kindOf(ctx, type), 'list')
  requireNotice(ctx, filter.notice)
  const { orderCount, units, payFen, discountFen } = await money.sumToday(ctx, { type, ...filter })
  return { orderCount, units, payAmount: toYuan(payFen), discount: toYuan(discountFen) }
}

/** How an activity sells now: quota, money and, for those who may see orders, its newest ones. @throws 403, 404 */
export async function watchActivity(
  ctx: Ctx,
  { query: { id } }: RouteInput<typeof activity.watch>,
): Promise<RouteAnswer<typeof activity.watch>> {
  const kind = await requireKind(ctx, id, 'list')
  const row = await activities.find(ctx, id)
  const [described] = row ? await describeActivities(ctx, [row]) : []
  if (!described) throw notFound('活动')
  const { payFen, refundFen, ...counts } = await money.sumOrders(ctx, id)
  const alive = await countAlive(ctx, kind, id)
  // Orders are listed for staff who may see orders, within their stores.
  const orders = isToldOrders(ctx) ? await money.listOrders(ctx, id, WATCHED_ORDERS) : []
  const { title, phase, phaseName, quotaShow, left, reserved, sales, soldOutTime } = described
  return {
    title,
    phase,
    phaseName,
    quotaShow,
    left,
    reserved,
    sales,
    soldOutTime,
    ...counts,
    payAmount: toYuan(payFen),
    refundAmount: toYuan(refundFen),
    unpaidCount: alive.unpaid,
    teamCount: alive.team,
    sessionCount: alive.session,
    orders: orders.map(({ payFen: fen, tab, refundStatus, createdAt, ...order }) => ({
      ...order,
      payPrice: toYuan(fen),
      state: orderStateOf(tab as OrderTab, refundStatus as RefundStatus)?.value ?? '',
      createTime: toWireTime(new Date(createdAt)),
    })),
  }
}
