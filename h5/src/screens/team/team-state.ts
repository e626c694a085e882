import type { FrontTeam } from '@zhanggui/contract/combination/front-combination.ts'

/** What a visitor of a team can do: join it, invite others, or nothing, with the reason. */
export type TeamState = 'join' | 'invite' | 'refused' | 'done' | 'failed' | 'left'

type Facts = Pick<FrontTeam, 'joined' | 'refusal'> & { team: Pick<FrontTeam['team'], 'status'> }

export function teamStateOf({ team: { status }, joined, refusal }: Facts): TeamState {
  if (status === 3) return 'failed'
  if (joined?.refunded) return 'left'
  if (status === 2) return 'done'
  if (joined) return 'invite'
  return refusal ? 'refused' : 'join'
}

/** So many people are drawn, and so many open places; of a large team the rest are counted. */
const DRAWN = 8

/** The places of a team as they are drawn. */
export function placesOf<Member>(
  members: readonly Member[],
  left: number,
): { drawn: Member[]; open: number; more: number } {
  const drawn = members.slice(0, DRAWN)
  const open = Math.min(left, DRAWN - drawn.length)
  return { drawn, open, more: members.length + left - drawn.length - open }
}
