import { type DaySale, type DaySlot, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { isAsked } from '../../../api/asked.ts'
import { reactToError } from '../../../api/reactions.ts'
import { write } from '../../../api/write.ts'
import { openActivity } from '../../../kit/activity/turn-activity.tsx'
import { showSuccess, undo } from '../../../kit/feedback/feedback.ts'
import { hoursText } from './slots.ts'

/** Whether a flash sale may be given other hours, as it stands on a day; the server asks about its other days. */
export const isMovable = ({ phase }: Pick<DaySale, 'phase'>): boolean => phase === 'upcoming' || phase === 'closed'

/** Whether a slot may take a flash sale: of closed ones only those that are closed themselves. */
export const mayTake = (slot: Pick<DaySlot, 'id' | 'phase'>, sale: Pick<DaySale, 'timeId' | 'phase'>): boolean =>
  slot.id !== sale.timeId && (slot.phase !== 'closed' || sale.phase === 'closed')

/** The slots that may take it, those to come first. */
export const slotsFor = (sale: DaySale, slots: readonly DaySlot[]): DaySlot[] =>
  slots
    .filter((slot) => mayTake(slot, sale))
    .toSorted((one, other) => Number(one.phase === 'ended') - Number(other.phase === 'ended'))

/** The slot at a place of the table. @param share of its width, from the left */
export function slotAt<Slot extends { startHour: number; endHour: number }>(
  slots: readonly Slot[],
  first: number,
  share: number,
): Slot | undefined {
  const hour = first + share * (24 - first)
  return slots.find(({ startHour, endHour }) => startHour <= hour && hour < endHour)
}

/** What follows from other hours, in sentences. */
export function moveText({ startTime, stopTime, phase }: DaySale, to: DaySlot): string {
  return [
    startTime !== stopTime && `活动从 ${startTime} 到 ${stopTime}，每天都换到这一场。`,
    phase === 'closed' ? '它还没开启，买家看不到。' : '买家看到的时间马上变；已下的单不受影响。',
    phase !== 'closed' && to.phase === 'running' && '这一场正在抢，换过去马上开抢，不能再换回来。',
  ]
    .filter(Boolean)
    .join('')
}

/** Gives a flash sale other hours, and offers to take that back. What is refused is said in a dialog. */
export async function moveSale(sale: DaySale, from: DaySlot, to: DaySlot): Promise<void> {
  const { id, version } = sale
  try {
    let isConfirmed = false
    const moved = await openActivity((confirmed) => {
      isConfirmed = confirmed
      return write(seckill.move, { body: { id, version, timeId: to.id, ...(confirmed && { confirmBelowCost: true }) } })
    })
    if (!moved || isAsked(moved)) return
    const text = `「${sale.title}」已换到 ${to.name} ${hoursText(to)}`
    if (to.phase === 'running' && sale.phase !== 'closed') showSuccess(text)
    else
      undo(text, () => {
        const body = { id, version: moved.version, timeId: from.id, ...(isConfirmed && { confirmBelowCost: true }) }
        write(seckill.move, { body }).catch(reactToError)
      })
  } catch (error) {
    reactToError(error)
  }
}
