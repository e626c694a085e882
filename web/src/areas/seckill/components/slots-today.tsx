import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { useMinute } from '../../../kit/text/when.tsx'
import { hourText, slotsAround } from '../model/slots.ts'

/** 午后场正在抢，6 款；20:00 晚间场 9 款 */
export function SlotsToday({ slots }: { slots: readonly Slot[] }) {
  const { running, next } = slotsAround(slots, useMinute())
  const parts = [
    running && (
      <span key="running">
        {running.name}正在抢，<b>{running.todayCount}</b> 款
      </span>
    ),
    next && (
      <span key="next">
        <b>{hourText(next.startHour)}</b> {next.name} {next.todayCount} 款
      </span>
    ),
  ].filter((part) => part !== undefined)
  return parts.map((part, at) => [at > 0 && '；', part])
}
