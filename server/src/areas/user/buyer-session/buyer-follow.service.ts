import type { Ctx } from '../../../platform/http/context.ts'
import * as customers from './buyer-account.repository.ts'

/** Notes that customers follow the official account, or do so no more. @param tx a transaction */
export async function noteFollowing(tx: Ctx, uids: readonly number[], subscribe: boolean): Promise<void> {
  await customers.setSubscribe(tx, uids, subscribe)
}
