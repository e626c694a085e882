import type { BargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import type { StateName } from '../../../kit/text/states.ts'

/** The word for where a session stands: one that was given up says so. */
export const sessionState = ({ isCancelled, statusName }: BargainSession): StateName<'bargain'> =>
  isCancelled ? '已取消' : (statusName as StateName<'bargain'>)

/** What qualifies it: how much is missing, whether it was ordered. */
export function sessionStory(session: BargainSession): string {
  const { status, leftNum, hasOrder, isCancelled } = session
  if (isCancelled) return ''
  if (status === 1) return `还差 ${leftNum} 刀`
  if (status === 3) return hasOrder ? '已下单' : '待下单'
  return leftNum > 0 ? `差 ${leftNum} 刀` : '没有按时下单'
}

/** How much the price has still to fall, or had when it ended. */
export const missingText = ({ nowPrice, minPrice, status }: BargainSession): string =>
  nowPrice > minPrice ? `${status === 1 ? '还差' : '差'} ${moneyText(nowPrice - minPrice)}` : '已到最低价'

/** 10 / 16 */
export const cutsText = ({ cutNum, peopleNum }: BargainSession): string => `${cutNum} / ${peopleNum}`

export const ownerOf = ({ uid, nickname }: BargainSession): string => nickname || `用户 ${uid}`
