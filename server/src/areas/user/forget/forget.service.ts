import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { forgetNext } from './forget.repository.ts'

const QUEUE = 'user-forget'
/** Customers per transaction. */
const BATCH = 1000

export type Forgotten = { kind: 'group' | 'tag'; id: number }

/** The job that takes a deleted group or tag off its customers. */
export function registerForgetting({ jobs }: Platform): void {
  jobs.handle<Forgotten>(QUEUE, { retries: 5, retrySeconds: 60 }, async (ctx, what, { signal }) => {
    while (!signal.aborted) {
      const taken = await inTransaction(ctx, (tx) => forgetNext(tx, what, BATCH))
      if (taken < BATCH) return
    }
  })
}

/**
 * Takes a group or tag that is deleted in this transaction off its customers, in the background.
 * @param tx a transaction
 */
export async function forget(tx: Ctx, what: Forgotten): Promise<void> {
  await tx.platform.jobs.enqueue(tx, QUEUE, what)
}
