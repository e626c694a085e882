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

/** What becomes of a running team whose time is over as it stands now. @param money that its members paid: ¥99.80 */
export function endText(team: Facts & Pick<Team, 'virtualMost'>, money: string): { text: string; isGood: boolean } {
  const missing = missingOf(team)
  const { virtualMost, memberCount } = team
  if (missing <= virtualMost)
    return { text: `到期没满，系统补 ${missing} 人成团，${memberCount} 单转待发货`, isGood: true }
  const more = missing - virtualMost
  const way = virtualMost > 0 ? `再来 ${more} 人，到期就能补齐成团；不然这 ` : '到期没满，'
  return { text: `${way}${memberCount} 单共 ${money} 全部退回，团记为未成团`, isGood: false }
}

/** How many are in it: 2 / 3. */
export const seatsText = ({ memberCount, people }: Facts): string => `${memberCount} / ${people}`
