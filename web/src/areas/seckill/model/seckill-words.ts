import type { SeckillRow } from '@zhanggui/contract/seckill/seckill.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import type { StateName } from '../../../kit/text/states.ts'
import { deadlineText } from '../../../kit/text/when-text.ts'

type Row = Pick<
  SeckillRow,
  'phase' | 'phaseName' | 'soldOut' | 'startTime' | 'stopTime' | 'nextStartTime' | 'nextEndTime'
>

/** The word for where a flash sale stands: between two days it waits for the next slot, and it may be sold out. */
export function stateOf(row: Row): StateName<'activity'> {
  if (row.soldOut && (row.phase === 'running' || row.phase === 'upcoming')) return '已抢光'
  if (row.phase === 'upcoming' && row.startTime < (row.nextStartTime ?? '').slice(0, 10)) return '等下一场'
  return row.phaseName as StateName<'activity'>
}

/** What qualifies it: how long it still runs, when it begins, or when it ended. */
export function untilText(row: Row, now: Date): string {
  const { phase, nextStartTime, nextEndTime, stopTime, soldOut } = row
  if (phase === 'running') {
    const end = nextEndTime ? parseWireTime(nextEndTime) : undefined
    return end ? deadlineText(end, now).text : ''
  }
  if (phase === 'upcoming') return nextStartTime && !soldOut ? `${dayText(nextStartTime, now)} 开抢` : ''
  if (phase === 'ended') return `${stopTime.slice(5)} 结束`
  return stopTime < toWireDay(now) ? '已过期' : ''
}

/** 今天 20:00, 明天 10:00, 11-27 22:00. */
function dayText(at: string, now: Date): string {
  const [day = '', time = ''] = [at.slice(0, 10), at.slice(11, 16)]
  const words = ['今天', '明天']
  const index = [0, 1].findIndex((days) => toWireDay(new Date(now.getTime() + days * 86_400_000)) === day)
  return `${words[index] ?? day.slice(5)} ${time}`
}

/** 11-16 – 11-22, or 11-20 当天. */
export const daysText = ({ startTime, stopTime }: Pick<Row, 'startTime' | 'stopTime'>): string =>
  startTime === stopTime ? `${startTime.slice(5)} 当天` : `${startTime.slice(5)} – ${stopTime.slice(5)}`

/** 每人每天 1 次 · 每单 2 件 · 活动共 4 件 */
export const limitsText = ({ num, onceNum, totalNum }: Pick<SeckillRow, 'num' | 'onceNum' | 'totalNum'>): string =>
  [`每人每天 ${num} 次`, onceNum > 0 && `每单 ${onceNum} 件`, totalNum > 0 && `活动共 ${totalNum} 件`]
    .filter(Boolean)
    .join(' · ')

/** What staff should notice of a row. */
export function labelsOf({ aboveSale, left, quota, phase }: SeckillRow): string[] {
  const alive = phase === 'running' || phase === 'upcoming'
  return [aboveSale && '售价低于活动价', alive && left < quota && '限量大于库存'].filter((label) => label !== false)
}

/** Whether it has begun and is not over, so that it can be ended early. */
export const mayEnd = ({ startTime, stopTime, phase }: Row, now: Date): boolean =>
  phase !== 'ended' && startTime <= toWireDay(now) && toWireDay(now) <= stopTime
