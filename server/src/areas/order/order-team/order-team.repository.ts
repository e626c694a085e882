import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Ending, endingTeam } from '../../combination/team/team.parts.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { notingOrders } from '../order/order.parts.ts'

/** Locks the orders of those who are in a team, in the order of their ids. The team is locked. */
export async function lockOrders({ db }: Ctx, teamId: number): Promise<void> {
  await db.execute(sql`select id from store_order where id in (
    select order_id from team_member where team_id = ${teamId} and status = 1) order by id for update`)
}

const said = { 2: '拼团成功，可以发货', 3: '拼团未成功，款项将自动退回' } as const

/** A locked team ends, its members and their locked orders with it, by one statement, however many they are. */
export async function end({ db, now }: Ctx, ending: Ending): Promise<void> {
  const at = now().toISOString()
  const { status } = ending
  const moment = sql`${at}::timestamptz`
  await db.execute(sql`
    with ${endingTeam({ ...ending, at })}, ended_orders as (
      update store_order set pink_status = ${status}::smallint, version = version + 1, updated_at = ${moment}
      where id in (select order_id from ended_members) returning id
    )
    ${notingOrders({ ids: sql`select id from ended_orders`, changeType: 'team', message: said[status], at: moment })}`)
}

/** A buyer's order that is in a team, or has left it: the newest. */
export async function findOwn({ db }: Ctx, uid: number, teamId: number): Promise<{ orderNo: string } | undefined> {
  const { rows } = await db.execute<{ orderNo: string }>(sql`
    select order_no as "orderNo" from team_member as member join store_order on store_order.id = member.order_id
    where team_id = ${teamId} and member.uid = ${uid} order by member.status = 3, member.id desc limit 1`)
  return rows[0]
}

/**
 * Refunds that ask for all that is left of an order: of its team, or one that its gateway refused. The latter is sent again by staff, so that
 * what it owes is not asked twice.
 */
const askingAll = (orderId: SQL) => sql`
  select from refund where refund.order_id = ${orderId} and (cause = 'team' or state = 2 and not surplus and not exists (
    select from order_line as line where line.order_id = ${orderId}
      and refund_num + coalesce((select sum(num) from refund_line where refund_id = refund.id and line_id = line.id), 0) < line.num))`

/** Paid orders whose team failed and of which money is to go back because of that, that a job still tries, after one. */
export async function listFailed(ctx: Ctx, job: string, after: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    select id from store_order where pink_status = 3 and refund_status < 2 and paid and id > ${after}
      and not exists (${askingAll(sql`store_order.id`)})
      and ${isTried(ctx, job, sql`store_order.id`)}
    order by id limit ${limit}`)
  return rows
}

/** Whether all of an order went back, or is to, because of its team or by staff. */
export async function hasRefund({ db }: Ctx, orderId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`${askingAll(sql`${orderId}::bigint`)} limit 1`)
  return rows.length > 0
}
