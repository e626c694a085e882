import type { StaffPickupQuery } from '@zhanggui/contract/order/front-staff.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import { findClerk, listClerks } from '../../store/store-staff/store-staff.service.ts'
import * as lists from '../order-list/order-list.repository.ts'
import { listPickups, readPickupFilter } from '../order-list/pickup-list.service.ts'
import type { Clerk } from './pickup.service.ts'

/** Wrong codes of a customer who works in a store. */
const WRONG_CODES: Limit = { max: 30, seconds: 24 * 3600 }

/** The rows by which the calling customer works in stores. @throws 404 for whoever does not */
async function workOf(ctx: Ctx) {
  const work = await listClerks(ctx, { uid: ctx.buyer.uid })
  const [first] = work
  if (!first) throw new HttpError(404, 'NOT_FOUND', '您不是门店店员')
  return { work, first, storeIds: work.map(({ storeId }) => storeId) }
}

/** Where the calling customer works. @throws 404 */
export async function getOwnWork(ctx: Ctx) {
  const { work, first } = await workOf(ctx)
  return {
    staffName: first.staffName,
    stores: work.map(({ storeId: id, storeName: name }) => ({ id, name })),
    verifyStatus: work.some(({ verifyStatus }) => verifyStatus),
  }
}

/**
 * Does something as the clerk that the calling customer is; logs name the row by which they work, not the customer.
 * @throws 404 for a customer who works in no store now
 */
export async function asClerk<Result>(ctx: Ctx, work: (ctx: Ctx, clerk: Clerk) => Promise<Result>): Promise<Result> {
  const { uid } = ctx.buyer
  const { first, storeIds } = await workOf(ctx)
  const clerk: Clerk = {
    storeIds,
    adminId: null,
    mayForce: false,
    staffAt: (tx, storeId) => findClerk(tx, { uid }, storeId),
    guesses: { key: `verify buyer ${uid}`, limit: WRONG_CODES },
  }
  return work(withContext(ctx, { shopper: { ...ctx.buyer, name: `店员 ${first.staffName}` } }), clerk)
}

/** A page of the orders picked up where the calling customer works. @throws 400, 404 */
export async function listOwnPickups(ctx: Ctx, query: StaffPickupQuery) {
  const { storeIds } = await workOf(ctx)
  const { summary: _, ...page } = await listPickups(ctx, query, storeIds)
  return page
}

/** What was verified where the calling customer works, today and this month. @throws 404 */
export async function countOwnPickups(ctx: Ctx) {
  const { work, storeIds } = await workOf(ctx)
  const sum = async (dateLimit: 'today' | 'month', staffId?: number) => {
    const query = { dateLimit: [dateLimit], dateField: 'verify' as const, ...(staffId && { staffId }) }
    const { parts } = await lists.sumPickups(ctx, await readPickupFilter(ctx, query, storeIds))
    return {
      count: parts.reduce((all, { orders }) => all + orders, 0),
      collected: toYuan(parts.reduce((all, { collectedFen }) => all + collectedFen, 0)),
    }
  }
  // A customer has one row at most.
  const staffId = work[0]?.id
  const counts = await lists.countTabs(ctx, { storeIds })
  return {
    toVerify: Math.max(0, counts.get(4) ?? 0),
    today: await sum('today'),
    month: await sum('month'),
    ownToday: await sum('today', staffId),
    ownMonth: await sum('month', staffId),
  }
}
