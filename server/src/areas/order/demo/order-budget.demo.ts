import { toYuan } from '@zhanggui/domain/money.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { type BudgetKey, changeBudget, readyBudget } from '../../coupon/budget/budget.service.ts'
import type { Stage } from './order-stage.demo.ts'

/** The share of its budget that is used. */
const USED = 0.85
const WHOLE_YUAN = 100

/** The flash sale that runs and the coupon that gave most away get a budget, most of which is used. */
export async function limitSome({ tx }: Stage): Promise<void> {
  await limit(
    tx,
    'activity',
    sql`select activity_id as id, sum(activity_discount_fen - activity_discount_fen * refund_num / num)::int as fen
      from store_order as o join order_line on order_id = o.id join activity on activity.id = activity_id
      where activity_id > 0 and activity.type = 1 and activity.status and close_type = 0
        and (select sum(quota) from activity_sku where activity_sku.activity_id = activity.id) > 0
      group by activity_id order by 2 desc, 1 limit 1`,
  )
  await limit(
    tx,
    'coupon',
    sql`select from_coupon_id as id, sum(coupon_share_fen - coupon_share_fen * refund_num / num)::int as fen
      from store_order as o join order_line on order_id = o.id
      where from_coupon_id > 0 and close_type = 0 group by from_coupon_id order by 2 desc, 1 limit 1`,
  )
}

async function limit(tx: Ctx, kind: BudgetKey['kind'], most: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number; fen: number }>(most)
  const [row] = rows
  if (!row?.fen) return
  const key = { kind, refId: row.id }
  const budget = toYuan(Math.ceil(row.fen / USED / WHOLE_YUAN) * WHOLE_YUAN)
  await changeBudget(tx, key, budget, await readyBudget(tx, budget, key))
}
