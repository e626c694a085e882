import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { sql } from 'drizzle-orm'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { adjustBrokerage } from '../../distribution/promoter/promoter.service.ts'
import { refundOrder } from '../../order/refund/refund.service.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { findActorByName } from '../../staff/admin-user/actor.service.ts'
import { changeFunds } from '../../user/shop-user/user-funds.service.ts'
import { expireApprovals, reviewApproval, withdrawApproval } from '../../work/approval/approval-review.service.ts'

const HOUR_MS = 3600_000
const LIMIT_FEN = 500_00

type Order = { orderNo: string; fen: number }
/** How many hours ago it was asked, why, and what became of it. */
type Told = { hours: number; reason: string; ends: 'waits' | 'done' | 'refused' | 'failed' | 'expired' | 'withdrawn' }

const told: readonly Told[] = [
  { hours: 240, reason: '买家说颜色发错，愿意留下，补他一部分', ends: 'expired' },
  { hours: 160, reason: '物流丢件，快递已确认赔付', ends: 'done' },
  { hours: 110, reason: '七天无理由，包装还没拆', ends: 'failed' },
  { hours: 62, reason: '买家嫌贵，想全退', ends: 'refused' },
  { hours: 30, reason: '与买家重新谈过，先不退了', ends: 'withdrawn' },
  { hours: 1, reason: '收到时外箱压坏，已发来照片，厂家同意整单退', ends: 'waits' },
]

/** Has staff of a demo shop ask for what needs a second person, once: three wait, the others ended each in its way. */
export async function fillApprovalDemo(ctx: Ctx): Promise<void> {
  if ((await ctx.db.execute(sql`select from approval limit 1`)).rowCount) return
  const [clerk, chief] = [await findActorByName(ctx, 'finance'), await findActorByName(ctx, 'manager')]
  if (!clerk || !chief) return
  await inTransaction(ctx, (tx) => writeSettings(tx, { approval_amount: LIMIT_FEN, approval_below_cost: true }))
  ctx.platform.caches.named('settings').dropHere()
  const as = (caller: typeof clerk, hours: number, route: Route) => {
    const at = new Date(ctx.now().getTime() - hours * HOUR_MS)
    return calling(withContext(ctx, { caller: { ...caller, reauthAt: at }, now: () => at }), route)
  }
  const { rows: orders } = await ctx.db.execute<Order>(sql`
    select order_no as "orderNo", pay_price_fen::int as fen from store_order
    where paid and status in (2, 3) and refund_status = 0 and refund_price_fen = 0 and uid > 0 and pay_price_fen > ${LIMIT_FEN}
      and created_at < ${new Date(ctx.now().getTime() - 300 * HOUR_MS).toISOString()}::timestamptz
    order by created_at desc limit ${told.length}`)
  const back = { method: 'balance' as const, reason: '补差价' }
  for (const [n, { orderNo, fen }] of orders.entries()) {
    const story = told[n]
    if (!story) break
    const { hours, reason, ends } = story
    const asked = await refundOrder(as(clerk, hours, refund.start), { ...back, orderNo, amount: toYuan(fen), reason })
    if (!(asked instanceof Accepted)) continue
    const id = asked.body.approvalId
    if (ends === 'failed') await refundOrder(as(clerk, hours - 1, refund.start), { ...back, orderNo, amount: 5 })
    const review = (pass: boolean, remark: string) =>
      reviewApproval(as(chief, hours - 2, approval.review), { id, pass, remark })
    if (ends === 'done' || ends === 'failed') await review(true, '同意，记得跟买家说到账时间')
    if (ends === 'refused') await review(false, '已过七天，按规则只能部分补偿，请和买家再谈')
    if (ends === 'withdrawn') await withdrawApproval(as(clerk, hours - 1, approval.withdraw), id)
  }
  await expireApprovals(ctx, new AbortController().signal)
  const { rows: people } = await ctx.db.execute<{ uid: number }>(sql`
    select id::int as uid from shop_user where status order by brokerage_price_fen desc, id limit 2`)
  const [one, other] = people
  const bonus = { type: 1 as const, price: 520, mark: '本月推广第一名，按约定奖励' }
  if (one) await adjustBrokerage(as(clerk, 3, promoter.adjust), { uid: one.uid, ...bonus })
  const gift = { moneyType: 1 as const, moneyValue: 6000, mark: '企业客户预存，已收对公转账' }
  if (other) await changeFunds(as(chief, 2, shopUser.funds), { uid: other.uid, ...gift })
}
