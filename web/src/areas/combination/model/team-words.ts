import type { Team } from '@zhanggui/contract/combination/team.ts'
import { teamEndReasons } from '@zhanggui/domain/promotion/team.ts'

type Facts = Pick<Team, 'people' | 'memberCount' | 'virtualCount' | 'status' | 'endReason'>

/** How many places nobody has taken. */
export const missingOf = ({ people, memberCount, virtualCount }: Facts): number =>
  Math.max(0, people - memberCount - virtualCount)

/** What qualifies the state of a team: who is missing, or how it ended. */
export function storyText(team: Facts): string {
  const { status, endReason, virtualCount } = team
  if (status === 1) return `还差 ${missingOf(team)} 人`
  const reason = endReason ? teamEndReasons[endReason] : ''
  return status === 2 && virtualCount > 0 ? `${reason} ${virtualCount} 人` : reason
}

/** How many are in it: 2 / 3. */
export const seatsText = ({ memberCount, people }: Facts): string => `${memberCount} / ${people}`
