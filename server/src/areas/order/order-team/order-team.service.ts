import type { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import type { team } from '@zhanggui/contract/combination/team.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { endOf } from '@zhanggui/domain/promotion/team.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import {
  findTeam,
  listDueTeams,
  lockDueTeam,
  lockTeam,
  type TeamRow,
} from '../../combination/team/team-read.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import { lockOpen } from '../after-sales/after-sales.repository.ts'
import { endCase } from '../after-sales/after-sales-flow.service.ts'
import * as orders from '../order/order.repository.ts'
import { teamEventOf } from '../order/order-transition.service.ts'
import { startRefund } from '../refund/refund.service.ts'
import * as ofTeams from './order-team.repository.ts'

/** The job that ends teams whose time is over, and has the money of failed ones go back. */
export const COMBINATION_STATUS = 'combinationStatus'
const BATCH = 200
const FAILED = '拼团失败，自动退款'

/**
 * Ends the teams whose time is over, each in a transaction of its own; then has the money of orders whose team failed go back, an order a
 * transaction. A killed process leaves a due team as it is, or a failed one whose orders the next run finds.
 * @returns how many teams ended and orders are refunded
 */
export async function settleTeams(ctx: Ctx, signal: AbortSignal): Promise<number> {
  return (await endDue(ctx, signal)) + (await refundFailed(ctx, signal))
}

async function endDue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let done = 0
  let after: { id: number; stopAt: Date } | undefined
  while (!signal.aborted) {
    const due = await listDueTeams(ctx, COMBINATION_STATUS, after, BATCH)
    done += await eachRow(ctx, COMBINATION_STATUS, due, signal, ({ id }) => endOne(ctx, id))
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return done
}

function endOne(ctx: Ctx, id: number): Promise<boolean> {
  return retried(ctx, async (tx) => {
    const team = await lockDueTeam(tx, id)
    const end = team && endOf(team, tx.now())
    if (!team || !end) return false
    const virtualCount = end.status === 2 ? end.virtualCount : 0
    const reason = end.status === 3 ? 'due' : virtualCount ? 'virtual' : 'full'
    await endTeam(tx, team, { status: end.status, virtualCount, reason })
    return true
  })
}

type HowEnded = { status: 2 | 3; virtualCount: number; reason: 'due' | 'virtual' | 'full' | 'staff' }

/** A team ends with its members and their orders. @param team locked */
async function endTeam(tx: Ctx, { id, activityId }: TeamRow, how: HowEnded): Promise<void> {
  await ofTeams.lockOrders(tx, id)
  await ofTeams.end(tx, { teamId: id, ...how })
  const news = teamEventOf({ teamId: id, activityId })
  if (how.status === 2) await emit(tx, 'team.completed', news)
  else await emit(tx, 'team.failed', news)
}

/** 提前成团: staff fill the places that are missing. @throws 404; 409 for a team that has ended, or whose time is over */
export function finishTeam(
  ctx: Ctx,
  { body: { id, reason } }: RouteInput<typeof team.finish>,
): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const seen = await findTeam(tx, id)
    const row = seen && (await lockTeam(tx, id))
    if (!row) throw notFound('拼团')
    if (row.status !== 1 || row.stopAt <= tx.now()) throw stateConflict('该团已结束，不能提前成团')
    const virtualCount = row.people - row.memberCount
    await endTeam(tx, row, { status: 2, virtualCount, reason: 'staff' })
    await audit(tx, {
      action: 'finish',
      objectType: 'team',
      objectId: id,
      objectName: seen.title,
      after: { virtualCount, reason },
      labels: { virtualCount: '补齐人数', reason: '原因' },
    })
    return {}
  })
}

/** The money of orders whose team failed goes back. One that is on its way already is waited for. */
async function refundFailed(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const job = `${COMBINATION_STATUS} refund`
  let done = 0
  for (let after = 0; !signal.aborted; ) {
    const failed = await ofTeams.listFailed(ctx, job, after, BATCH)
    done += await eachRow(ctx, job, failed, signal, ({ id }) => refundOne(ctx, id))
    if (failed.length < BATCH) break
    after = failed.at(-1)?.id ?? after
  }
  return done
}

function refundOne(ctx: Ctx, id: number): Promise<boolean> {
  return retried(ctx, async (tx) => {
    const order = await orders.lockOrder(tx, { id })
    const waits = order?.paid && order.pinkStatus === 3 && (order.refundStatus === 0 || order.refundStatus === 1)
    if (!order || !waits || (await ofTeams.hasRefund(tx, id))) return false
    await refundWhole(tx, order, FAILED)
    return true
  })
}

/** All that is left of an order goes back because of its team; an open case ends first, as what was agreed there is not all of it. */
async function refundWhole(tx: Ctx, order: orders.OrderRow, reason: string): Promise<void> {
  const open = order.refundStatus === 1 ? await lockOpen(tx, order.id) : undefined
  if (open) await endCase(tx, order, open, { salesState: 1, message: reason, forTeam: true })
  const refundStatus = open ? 0 : order.refundStatus
  await startRefund(tx, { ...order, refundStatus }, { reason, cause: 'team', mayWait: true })
}

/**
 * The calling buyer leaves a team that runs, and the money goes back.
 * @throws 404; 409 once the team is complete or over, and while money of the order is on its way back
 */
export function leaveOwnTeam(
  ctx: Ctx,
  { body: { pinkId } }: RouteInput<typeof frontCombination.remove>,
): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const { uid } = tx.buyer
    const own = await ofTeams.findOwn(tx, uid, pinkId)
    const order = own && (await orders.lockOwn(tx, uid, own.orderNo))
    if (!order) throw notFound('拼团')
    if (order.pinkStatus === 2) throw stateConflict('拼团已完成，无法取消')
    if (order.pinkStatus !== 1) throw stateConflict('您已不在该团中')
    if (order.refundStatus === 3) throw stateConflict('订单正在退款')
    await refundWhole(tx, order, '退出拼团，自动退款')
    return {}
  })
}
