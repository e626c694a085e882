import { demos } from '../../../platform/data/defaults.ts'
import { runSteps } from '../../../platform/hooks.ts'
import { type Ctx, type Platform, withContext } from '../../../platform/http/context.ts'
import { findActorByName } from '../admin-user/actor.service.ts'

const QUEUE = 'demo-fill'

/** Runs each area's demo filler as the shop's owner; without an owner nothing happens. */
export async function fillDemosAs(ctx: Ctx, username: string): Promise<void> {
  const caller = await findActorByName(ctx, username)
  if (caller) await runSteps(withContext(ctx, { caller }), demos)
}

/** The same in the background once the transaction has committed: it takes a while. */
export async function fillDemosLater(tx: Ctx, username: string): Promise<void> {
  await tx.platform.jobs.enqueue(tx, QUEUE, { username })
}

export function registerDemoFill({ jobs }: Platform): void {
  jobs.handle<{ username: string }>(QUEUE, { retries: 2, retrySeconds: 60 }, (ctx, { username }) =>
    fillDemosAs(ctx, username),
  )
}
