import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OutboxMessage } from '../../../platform/work/outbox.ts'
import { listMembersToTell } from '../../combination/team/team-read.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { linkOf } from '../order/order-transition.service.ts'

/** The queue in which the members of a team are told how it ended. */
export const TELL_QUEUE = 'team-tell'
/** So many are told in a transaction: a team has up to a thousand. */
const BATCH = 100

export type TeamNews = { teamId: number; event: string; after: number }

/** Begins to tell the members of a team that it is complete, or failed. */
export const tellTeam = (tx: Ctx, { event, data }: OutboxMessage): Promise<unknown> =>
  tx.platform.jobs.enqueue(tx, TELL_QUEUE, { teamId: Number(data.id), event, after: 0 } satisfies TeamNews)

/** Tells the next members, and leaves the rest to another run. */
export function tellMembers(ctx: Ctx, { teamId, event, after }: TeamNews): Promise<void> {
  return retried(ctx, async (tx) => {
    const members = await listMembersToTell(tx, teamId, after, BATCH)
    for (const { uid, orderId: bizId, orderNo, title, people } of members)
      await tellBuyer(tx, {
        mark: event === 'team.completed' ? 'groupSuccess' : 'groupFail',
        uid,
        bizId,
        link: linkOf({ orderNo }),
        values: { orderNo, productName: title, people: String(people) },
      })
    const last = members.at(-1)
    if (last && members.length === BATCH)
      await tx.platform.jobs.enqueue(tx, TELL_QUEUE, { teamId, event, after: last.id } satisfies TeamNews)
  })
}
