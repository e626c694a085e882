import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { frontSubscribe } from '@zhanggui/contract/wechat/front-message.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import * as permits from './subscribe-permit.repository.ts'

export const { has: hasPermit, use: usePermit, end: endPermit, openidOf } = permits

/** A person of the mini-program agreed to one message of a template, or wants none. What is said of templates not ours is dropped. */
export async function notePermit(tx: Ctx, openid: string, templateId: string, isAccepted: boolean): Promise<void> {
  const always = await permits.isLasting(tx, templateId)
  if (always === undefined) return
  if (!isAccepted) return permits.end(tx, openid, templateId)
  await permits.add(tx, { openid, templateId, always })
}

/**
 * What a buyer chose, as the mini-program tells it. The platform tells the same by its call-back, so this counts only for a shop that
 * never heard one: a consent is one message.
 */
export function reportPermits(
  ctx: Ctx,
  { items }: RouteInput<typeof frontSubscribe.report>['body'],
): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const openid = await permits.openidOf(tx, tx.buyer.uid, 'routine')
    if (!openid || (await permits.hasHeard(tx))) return {}
    // What the system filters or the platform bans says nothing about what the buyer wants.
    for (const { templateId, result } of items)
      if (result !== 'ban' && result !== 'filter') await notePermit(tx, openid, templateId, result !== 'reject')
    return {}
  })
}
