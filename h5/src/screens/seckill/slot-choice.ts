import type { FrontSlot } from '@zhanggui/contract/seckill/front-seckill.ts'

/** How a slot is named in an address: the same hours run today and tomorrow. */
export const slotKey = ({ id, isTomorrow }: Pick<FrontSlot, 'id' | 'isTomorrow'>): string =>
  isTomorrow ? `${id}-tomorrow` : String(id)

/** The slot that is shown: the chosen one while it is there, else the one that the shop shows first. */
export function shownSlot(slots: readonly FrontSlot[], key: string | null): FrontSlot | undefined {
  return (
    slots.find((slot) => slotKey(slot) === key) ??
    slots.find(({ isCurrent }) => isCurrent) ??
    slots.find(({ phase }) => phase !== 'ended') ??
    slots[0]
  )
}

/** What stands on the tab of a slot. */
export function slotWords({ isTomorrow, startHour, phase }: Pick<FrontSlot, 'isTomorrow' | 'startHour' | 'phase'>): {
  head: string
  note: string
} {
  const hour = `${String(startHour).padStart(2, '0')}:00`
  if (isTomorrow) return { head: '明天', note: hour }
  return { head: hour, note: phase === 'running' ? '抢购中' : phase === 'upcoming' ? '未开始' : '已结束' }
}

/** When what is said of the slots changes next: one begins or ends. '' for never */
export const nextChange = (slots: readonly FrontSlot[]): string =>
  slots
    .flatMap(({ phase, startTime, endTime }) =>
      phase === 'upcoming' ? [startTime] : phase === 'running' ? [endTime] : [],
    )
    .sort()[0] ?? ''
