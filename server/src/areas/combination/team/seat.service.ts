import { seatOf, type TeamFacts } from '@zhanggui/domain/promotion/team.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as seats from './seat.repository.ts'
import type { Seating } from './team.parts.ts'

// Places in teams, for the orders that pay for them.

/** Who wants a place: to join a team, or 0 to open one of an activity. */
export type SeatWish = { teamId: number; activityId: number; uid: number }

/**
 * Which place an order gets when its money comes now.
 * @param tx a transaction that has locked the team
 */
export async function findSeating(tx: Ctx, wish: SeatWish): Promise<Seating> {
  const { activityId, uid } = wish
  const nothing = { people: 0, virtualMost: 0, stopAt: null, productId: 0, activityId, uid }
  const team = await findWished(tx, wish)
  const seat = await decide(tx, wish, team, true)
  if (seat.kind === 'join') {
    const { completes } = seat
    return { ...nothing, teamId: wish.teamId, opens: false, completes, pinkStatus: completes ? 2 : 1 }
  }
  if (seat.kind === 'none') return { ...nothing, teamId: 0, opens: false, completes: false, pinkStatus: 3 }
  const { people, virtualMost, productId } = seat.opener
  return {
    ...nothing,
    teamId: await seats.drawTeamId(tx),
    opens: true,
    completes: false,
    pinkStatus: 1,
    people,
    virtualMost,
    productId,
    stopAt: seat.stopAt.toISOString(),
  }
}

/** Whether an order that is paid now would get a place, in its own team or in a new one. */
export async function hasSeat(ctx: Ctx, wish: SeatWish): Promise<boolean> {
  return (await decide(ctx, wish, await findWished(ctx, wish), false)).kind !== 'none'
}

const findWished = async (ctx: Ctx, wish: SeatWish) => (wish.teamId ? await seats.findTeam(ctx, wish) : undefined)

async function decide(ctx: Ctx, { activityId }: SeatWish, team: TeamFacts | undefined, isLocked: boolean) {
  // Of a join the activity says nothing, and is not read.
  const joins = team && seatOf(team, closed, ctx.now())
  if (joins?.kind === 'join') return joins
  const opener = await seats.findOpener(ctx, activityId, isLocked)
  const seat = opener ? seatOf(null, opener, ctx.now()) : { kind: 'none' as const }
  return seat.kind === 'open' && opener ? { ...seat, opener } : { kind: 'none' as const }
}

const closed = { isDel: true, onSale: false, stopAt: new Date(0), effectiveHours: 0 }

/** The member of an order leaves the running team that is locked. @returns whether the order had a place */
export const leaveTeam = seats.leave

/** Whether the member of an order left its team while it ran. */
export const hasLeftTeam = seats.hasLeft
