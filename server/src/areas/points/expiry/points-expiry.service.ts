import { expiryCutoff, expiryMonth } from '@zhanggui/domain/promotion/points.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers, takeManyPoints } from '../../user/ledger/ledger.service.ts'
import * as expiry from './points-expiry.repository.ts'

/** Customers per transaction. */
const BATCH = 500

/**
 * Takes the points that are over this month from all customers, once a month from each.
 * @returns from how many
 */
export async function expirePoints(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const { integral_expire_month: months } = await getSettings(ctx)
  if (!months) return 0
  const due = { cutoff: expiryCutoff(ctx.now(), months), month: expiryMonth(ctx.now()) }
  let done = 0
  for (let last = 0; !signal.aborted; ) {
    const uids = await expiry.listNext(ctx, last, BATCH)
    if (!uids.length) break
    last = uids.at(-1) ?? last
    const found = await expiry.listExpired(ctx, uids, due)
    if (found.length) done += await expireBatch(ctx, found, due)
  }
  return done
}

function expireBatch(ctx: Ctx, found: readonly expiry.Expiring[], due: { cutoff: Date; month: string }) {
  return retried(ctx, async (tx) => {
    const uids = found.map(({ uid }) => uid)
    await lockCustomers(tx, uids)
    // What is over now that nobody else moves their points.
    const records = (await expiry.listExpired(tx, uids, due)).map(({ uid, integral }) => ({
      ...({ uid, integral, linkType: 'expire', title: '积分过期' } as const),
      bizKey: `expire:${uid}:${due.month}`,
    }))
    return records.length ? takeManyPoints(tx, records) : 0
  })
}
