import type { FrontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'

/** What can be done in an activity, or why nothing. */
export type ActivityState = 'due' | 'off' | 'ended' | 'upcoming' | 'soldOut' | 'open'

type Facts = Pick<FrontSeckill, 'openOrderNo' | 'productState'> & {
  activity: Pick<FrontSeckill['activity'], 'phase' | 'quota'>
}

/** An order that waits for its money comes first: it may be paid whatever became of the activity. */
export function activityStateOf({ openOrderNo, productState, activity: { phase, quota } }: Facts): ActivityState {
  if (openOrderNo) return 'due'
  if (productState === 'soldOut' || productState === 'deleted') return 'off'
  if (phase === 'ended' || phase === 'closed') return 'ended'
  if (quota <= 0 || productState === 'sellOut') return 'soldOut'
  return phase === 'upcoming' ? 'upcoming' : 'open'
}
