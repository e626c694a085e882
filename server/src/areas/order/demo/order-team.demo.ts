import { sql } from 'drizzle-orm'
import { withContext } from '../../../platform/http/context.ts'
import { settleTeams } from '../order-team/order-team.service.ts'
import { fulfil } from './order-life.demo.ts'
import { HOUR_MS, type Stage } from './order-stage.demo.ts'
import { orderOf } from './order-story.demo.ts'

type Sale = { activityId: number; activitySkuId: number; people: number; virtualRation: number }

/**
 * Teams at every stage, the oldest first: completed ones whose goods were sent, one whose last places the system filled, one that failed and is
 * paid back, one that misses a single buyer, and one that has just begun.
 */
export async function buyTogether(stage: Stage): Promise<void> {
  const sales = await findSales(stage)
  const [three, two, five] = [3, 2, 5].map((people) => sales.find((sale) => sale.people === people))
  if (!three || !two || !five) return
  await fill(stage, three, { hours: 80, members: 3, who: 5 })
  await fill(stage, five, { hours: 74, members: 3, who: 15 })
  await settleAt(stage, 49)
  await fill(stage, two, { hours: 48, members: 1, who: 31 })
  await settleAt(stage, 23)
  await fill(stage, two, { hours: 20, members: 2, who: 41 })
  await fill(stage, three, { hours: 9, members: 2, who: 51 })
  await fill(stage, five, { hours: 5, members: 2, who: 61 })
  await fill(stage, three, { hours: 2, members: 1, who: 71 })
}

async function findSales({ tx }: Stage): Promise<Sale[]> {
  const { rows } = await tx.db.execute<Sale>(sql`
    select activity.id as "activityId", min(taking.id) as "activitySkuId", people, virtual_ration as "virtualRation"
    from activity join combination on combination.activity_id = activity.id
    join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    where activity.status and not activity.is_del and start_at < ${tx.now().toISOString()}::timestamptz - interval '3 days'
    group by activity.id, people, virtual_ration order by activity.id`)
  return rows
}

/** A team is opened, and others join it an hour apart. */
async function fill(
  stage: Stage,
  { activityId, activitySkuId }: Sale,
  { hours, members, who }: { hours: number; members: number; who: number },
): Promise<void> {
  let pinkId = 0
  for (let at = 0; at < members; at++) {
    const sale = { activityId, activitySkuId, num: 1, pinkId, type: 3 as const }
    const life = await orderOf(stage, { hours: hours - at * 0.5, who: who + at, sale })
    const { rows } = await stage.tx.db.execute<{ pinkId: number }>(
      sql`select pink_id as "pinkId" from store_order where order_no = ${life.orderNo}`,
    )
    pinkId = Number(rows[0]?.pinkId ?? 0)
    if (at === members - 1) await fulfil(life)
  }
}

/** What the job of teams did some hours ago. */
async function settleAt({ tx }: Stage, hours: number): Promise<void> {
  const at = new Date(tx.now().getTime() - hours * HOUR_MS)
  const then = withContext(tx, { caller: undefined, shopper: undefined, now: () => at })
  await settleTeams(then, new AbortController().signal)
}
