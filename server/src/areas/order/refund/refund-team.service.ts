import type { Ctx } from '../../../platform/http/context.ts'
import { hasLeftTeam, leaveTeam } from '../../combination/team/seat.service.ts'
import type * as orders from '../order/order.repository.ts'

type InTeam = Pick<orders.OrderRow, 'id' | 'pinkStatus'>

/**
 * An order of which all goes back leaves the team that runs, whichever way its money goes: no team is completed by money that is back, or
 * on its way.
 * @param order locked, and its team
 * @returns what the order's next change stores besides
 */
export async function leaving(
  tx: Ctx,
  { id, pinkStatus }: InTeam,
  { ends }: { ends: boolean },
): Promise<orders.OrderSet> {
  const left = ends && pinkStatus === 1 && (await leaveTeam(tx, id))
  return left ? { pinkStatus: 3 } : {}
}

/** Whether the team of an order failed, or none could be opened. Of one that left its team before it did not. */
export const teamFailed = async (ctx: Ctx, { id, pinkStatus }: InTeam): Promise<boolean> =>
  pinkStatus === 3 && !(await hasLeftTeam(ctx, id))
