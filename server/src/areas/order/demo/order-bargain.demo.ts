import { sql } from 'drizzle-orm'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { cancelSession, cutNow, startSession } from '../../bargain/session/cut.service.ts'
import { settleSessions } from '../../bargain/session/session-end.service.ts'
import * as orders from '../order/order.repository.ts'
import { paidFor } from '../order/order-transition.service.ts'
import { fulfil } from './order-life.demo.ts'
import { payBySim } from './order-pay.demo.ts'
import { type Customer, HOUR_MS, type Life, MINUTE_MS, place, type Stage } from './order-stage.demo.ts'

type Sale = { activityId: number; activitySkuId: number; peopleNum: number; isOver: boolean }

/** Numbers of orders that were won, apart from those of others. */
const FIRST = 60_000_000

/**
 * Bargains at every stage, the oldest first: in the one that is over, one bought, one that was not finished, and one that was won and not
 * ordered; in those that run, one given up, one sent, one that waits for its money, one to be ordered, one cut short of its last cut, and
 * some that have just begun.
 */
export async function bargainSome(stage: Stage): Promise<void> {
  const sales = await findSales(stage)
  const over = sales.find(({ isOver }) => isOver)
  const [three, six] = [3, 6].map((people) => sales.find(({ peopleNum, isOver }) => peopleNum === people && !isOver))
  if (!over || !three || !six || stage.customers.length < 20) return
  const bought = await cut(stage, over, { hours: 150, owner: 2, cuts: 2 })
  await fulfil(await order(stage, over, bought, { hours: 149, isPaid: true }))
  await cut(stage, over, { hours: 130, owner: 5, cuts: 1 })
  await cut(stage, over, { hours: 120, owner: 8, cuts: 2 })
  await settleAt(stage, 12)
  const givenUp = await cut(stage, six, { hours: 80, owner: 11, cuts: 2 })
  await cancelSession(buyerAt(stage, givenUp.customer, 70), six.activityId)
  const sent = await cut(stage, three, { hours: 75, owner: 14, cuts: 3 })
  await fulfil(await order(stage, three, sent, { hours: 74, isPaid: true }))
  const waiting = await cut(stage, three, { hours: 6, owner: 17, cuts: 3 })
  await order(stage, three, waiting, { hours: 0.3, isPaid: false })
  await cut(stage, three, { hours: 20, owner: 3, cuts: 3 })
  await cut(stage, three, { hours: 9, owner: 6, cuts: 2 })
  await cut(stage, six, { hours: 30, owner: 9, cuts: 5 })
  await cut(stage, six, { hours: 8, owner: 12, cuts: 3 })
  await cut(stage, six, { hours: 2, owner: 15, cuts: 0 })
}

async function findSales({ tx }: Stage): Promise<Sale[]> {
  const { rows } = await tx.db.execute<Sale>(sql`
    select activity.id as "activityId", taking.id as "activitySkuId", people_num as "peopleNum",
      stop_at <= ${tx.now().toISOString()}::timestamptz as "isOver"
    from activity join bargain on bargain.activity_id = activity.id
    join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    where activity.status and not activity.is_del order by activity.id`)
  return rows
}

/** A customer some hours ago. */
function buyerAt({ tx }: Stage, { id: uid, nickname: name, type: channel }: Customer, hours: number): Ctx {
  const at = new Date(tx.now().getTime() - hours * HOUR_MS)
  return withContext(tx, { caller: undefined, shopper: { uid, name, sessionId: '', channel }, now: () => at })
}

type Session = { id: number; customer: Customer }

/** A session is started, and cut by its owner and then others, a few minutes apart. */
async function cut(
  stage: Stage,
  { activityId }: Sale,
  { hours, owner, cuts }: { hours: number; owner: number; cuts: number },
): Promise<Session> {
  const who = (n: number) => stage.customers[(owner + n * 4) % stage.customers.length] as Customer
  const customer = who(0)
  const { bargainUserId: id } = await startSession(buyerAt(stage, customer, hours), activityId)
  for (let n = 0; n < cuts; n++) await cutNow(buyerAt(stage, who(n), hours - 0.1 * (n + 1)), id)
  return { id, customer }
}

/** The owner orders a won session. */
async function order(
  stage: Stage,
  { activityId, activitySkuId }: Sale,
  { id: sessionId, customer }: Session,
  { hours, isPaid }: { hours: number; isPaid: boolean },
): Promise<Life> {
  const at = new Date(stage.tx.now().getTime() - hours * HOUR_MS)
  const sale = { activityId, activitySkuId, num: 1, type: 2 as const, sessionId }
  const life = await place(stage, { n: FIRST + sessionId, at, customer, sale })
  if (!isPaid || life.paid) return life
  const { orderNo, byBuyer } = life
  const placed = await orders.lockOrder(byBuyer(3 * MINUTE_MS), { orderNo })
  if (placed) await payBySim(byBuyer(3 * MINUTE_MS), paidFor(placed), 'weixin')
  return life
}

/** What the job of bargains did some hours ago. */
async function settleAt({ tx }: Stage, hours: number): Promise<void> {
  const at = new Date(tx.now().getTime() - hours * HOUR_MS)
  const then = withContext(tx, { caller: undefined, shopper: undefined, now: () => at })
  await settleSessions(then, new AbortController().signal)
}
