import type { FrontSession } from '@zhanggui/contract/bargain/front-bargain.ts'
import type { BargainState } from '@zhanggui/domain/promotion/bargain-session.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'

/** What a visitor of a session can do next, or why nothing. */
export type SessionAct =
  | 'cut'
  | 'invite'
  | 'order'
  | 'pay'
  | 'paid'
  | 'start'
  | 'usedUp'
  | 'soldOut'
  | 'over'
  | 'help'
  | 'helped'
  | 'helpUsedUp'

type Session = Pick<FrontSession, 'isOwn' | 'status' | 'hasHelped' | 'orderDeadline' | 'orderNo'>

const ofOthers: Partial<Record<BargainState, SessionAct>> = {
  5: 'help',
  6: 'helped',
  7: 'helpUsedUp',
  11: 'soldOut',
}
const ofOwn: Partial<Record<BargainState, SessionAct>> = { 1: 'start', 2: 'usedUp', 8: 'pay', 9: 'paid', 11: 'soldOut' }
const WON = 3

/** @param now by the server's clock, in ms since 1970 */
export function sessionAct(state: BargainState, session: Session, now: number): SessionAct {
  const { isOwn, status, hasHelped, orderDeadline, orderNo } = session
  if (!isOwn) return ofOthers[state] ?? 'over'
  if (state === 3) return hasHelped ? 'invite' : 'cut'
  const deadline = orderDeadline ? (parseWireTime(orderDeadline)?.getTime() ?? 0) : 0
  // 4 and 10 are said both of one that can be ordered and of one for which it is too late.
  if (status === WON && !orderNo && (state === 4 || state === 10) && deadline > now) return 'order'
  return ofOwn[state] ?? 'over'
}
