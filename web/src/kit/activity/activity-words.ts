import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { windowOfDays } from '@zhanggui/domain/promotion/activity.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { type Budgeted, isUsedUp } from '../text/budget.tsx'
import type { StateName } from '../text/states.ts'
import { deadlineText } from '../text/when-text.ts'
import type { ActivityRow } from './activity-screens.ts'

/** When it runs; a flash sale also says when it does next, null for never again. */
export type Times = Pick<ActivityRow, 'phase' | 'phaseName' | 'soldOut' | 'soldOutTime' | 'startTime' | 'stopTime'> & {
  nextStartTime?: string | null
  nextEndTime?: string | null
}

/** The word for where an activity stands: a flash sale waits between two days, and any may be sold out. */
export function stateOf(row: Times): StateName<'activity'> {
  if (row.soldOut && (row.phase === 'running' || row.phase === 'upcoming')) return '已抢光'
  if (row.phase === 'upcoming' && row.startTime < (row.nextStartTime ?? '').slice(0, 10)) return '等下一场'
  return row.phaseName as StateName<'activity'>
}

/** What qualifies it: how long it still runs, when it begins, or when it ended. */
export function untilText(row: Times, now: Date): string {
  const { phase, startTime, stopTime, nextStartTime, nextEndTime, soldOut, soldOutTime } = row
  const isWhole = nextStartTime === undefined
  if (soldOut && soldOutTime !== null && (phase === 'running' || phase === 'upcoming'))
    return `${dayText(soldOutTime, now)} 抢光`
  if (phase === 'running') {
    const end = isWhole ? windowOfDays(startTime, stopTime)?.to : parseWireTime(nextEndTime ?? '')
    return end ? deadlineText(end, now).text : ''
  }
  if (phase === 'upcoming') {
    if (soldOut) return ''
    if (isWhole) return `${dayText(startTime, now)} 开始`
    return nextStartTime ? `${dayText(nextStartTime, now)} 开抢` : ''
  }
  if (phase === 'ended') return `${stopTime.slice(5)} 结束`
  return stopTime < toWireDay(now) ? '已过期' : ''
}

/** 今天 20:00, 明天 10:00, 11-27 22:00; a day alone without the time. */
function dayText(at: string, now: Date): string {
  const [day = '', time = ''] = [at.slice(0, 10), at.slice(11, 16)]
  const words = ['今天', '明天']
  const index = [0, 1].findIndex((days) => toWireDay(new Date(now.getTime() + days * 86_400_000)) === day)
  return `${words[index] ?? day.slice(5)} ${time}`.trim()
}

/** 11-16 – 11-22, or 11-20 当天. */
export const daysText = ({ startTime, stopTime }: Pick<Times, 'startTime' | 'stopTime'>): string =>
  startTime === stopTime ? `${startTime.slice(5)} 当天` : `${startTime.slice(5)} – ${stopTime.slice(5)}`

/** What staff should notice of a row. */
export function labelsOf({
  aboveSale,
  belowCost,
  left,
  quota,
  phase,
  isHot,
  ...budget
}: Pick<ActivityRow, 'aboveSale' | 'belowCost' | 'left' | 'quota' | 'phase'> &
  Budgeted & { isHot?: boolean }): string[] {
  const alive = phase === 'running' || phase === 'upcoming'
  const labels = [
    isUsedUp(budget) && '预算用完',
    alive && belowCost && '低于成本',
    aboveSale && '售价低于活动价',
    alive && left < quota && '限量大于库存',
    isHot && '热门',
  ]
  return labels.filter((label) => typeof label === 'string')
}

/** Whether it has begun and is not over, so that it can be ended early. */
export const mayEnd = ({ startTime, stopTime, phase }: Times, now: Date): boolean =>
  phase !== 'ended' && startTime <= toWireDay(now) && toWireDay(now) <= stopTime

type Going = Pick<RouteAnswer<typeof activity.watch>, 'unpaidCount' | 'teamCount' | 'sessionCount'>

const some = (count: number, what: string) => (count > 0 ? `${count.toLocaleString('en-US')} ${what}` : '')

/** What goes on when one is closed: 3 笔待付款、2 个团仍会继续; '' for nothing. */
export function goingText({ unpaidCount, teamCount, sessionCount }: Going): string {
  const parts = [some(unpaidCount, '笔待付款'), some(teamCount, '个团'), some(sessionCount, '个砍价单')].filter(Boolean)
  return parts.length ? `${parts.join('、')}仍会继续` : ''
}

/** What becomes of what goes on when one is ended. @param openers whether its unpaid orders may be ones that would open a team */
export function stoppedText({ unpaidCount, teamCount, sessionCount }: Going, openers: boolean): string {
  return [
    unpaidCount > 0 && `${unpaidCount} 笔待付款的${openers ? '，参团的仍可付款，开团的付了会退回' : '仍可付款'}`,
    teamCount > 0 && `${teamCount} 个团马上到期，人数能补齐的成团，其余退款`,
    sessionCount > 0 && `${sessionCount} 个砍价单马上结束，砍成的仍可下单`,
  ]
    .filter(Boolean)
    .map((part) => `${part}。`)
    .join('')
}
