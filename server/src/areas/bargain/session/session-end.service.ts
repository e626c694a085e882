import { type OrderedSession, orderRefusal } from '@zhanggui/domain/promotion/bargain-session.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { announceQuota } from '../../promotion/activity/activity-skus.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import { tellFailed } from '../bargain/bargain.service.ts'
import * as ends from './session-end.repository.ts'

/** The job that ends sessions in time. */
export const BARGAIN_STATUS = 'bargainStatus'
const LATE = `${BARGAIN_STATUS} late`
const BATCH = 200

/**
 * Ends sessions that were not won in time, and won ones that were not ordered in time: the unit held for these is for sale again. Each in
 * a transaction of its own.
 * @returns how many ended
 */
export async function settleSessions(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const due = await each(ctx, BARGAIN_STATUS, signal, ends.listDue, endDue)
  return due + (await each(ctx, LATE, signal, ends.listLate, endLate))
}

async function each(
  ctx: Ctx,
  job: string,
  signal: AbortSignal,
  list: typeof ends.listDue,
  work: (ctx: Ctx, id: number) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (let after = 0; !signal.aborted; ) {
    const found = await list(ctx, job, after, BATCH)
    done += await eachRow(ctx, job, found, signal, ({ id }) => work(ctx, id))
    if (found.length < BATCH) break
    after = found.at(-1)?.id ?? after
  }
  return done
}

function endDue(ctx: Ctx, id: number): Promise<boolean> {
  return retried(ctx, async (tx) => {
    const ended = await ends.endDue(tx, id)
    if (ended) await tellFailed(tx, ended)
    return ended !== undefined
  })
}

function endLate(ctx: Ctx, id: number): Promise<boolean> {
  return retried(ctx, async (tx) => {
    const activitySkuId = await ends.endLate(tx, id)
    if (activitySkuId === undefined) return false
    await ends.release(tx, activitySkuId)
    announceQuota(tx, [activitySkuId])
    return true
  })
}

/** Ends the sessions of a buyer whose account ends: the units held for won ones are for sale again. */
export async function endSessionsOf(tx: Ctx, uid: number): Promise<void> {
  const activitySkuIds = await ends.endOf(tx, uid)
  for (const activitySkuId of activitySkuIds) await ends.release(tx, activitySkuId)
  announceQuota(tx, activitySkuIds)
}

/** The session of an order that is closed unpaid may be ordered again until it is too late; its unit stays held. */
export const freeSession = ends.free

/** Why an order of a session was not stored: it has one meanwhile, or it is too late. */
export async function refusalOfTaking(tx: Ctx, sessionId: number, uid: number): Promise<HttpError> {
  const found = await ends.findForOrder(tx, sessionId, uid)
  const session: OrderedSession | null = found
    ? { ...found, orderDeadline: found.orderDeadline === null ? null : new Date(found.orderDeadline) }
    : null
  const { status, message } = orderRefusal(session, tx.now()) ?? { status: 409, message: '砍价记录已变动，请重新提交' }
  return new HttpError(
    status,
    status === 404 ? 'NOT_FOUND' : status === 409 ? 'STATE_CONFLICT' : 'BUSINESS_RULE',
    message,
  )
}
