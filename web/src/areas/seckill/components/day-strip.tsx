import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import type { ReactNode } from 'react'
import { useMinute } from '../../../kit/text/when.tsx'
import { gapsOf, type Hours, hourOf, hoursText, hourText, slotsAround } from '../model/slots.ts'
import styles from './day-strip.module.css'

type DayStripProps = {
  title: string
  /** What a click does, in a few words. */
  note: string
  /** Leads to where more of the day is told. */
  more?: ReactNode
  slots: readonly Slot[]
  chosenId?: number | undefined
  onSlot: (slot: Slot) => void
  /** Adds a slot in a gap; gaps stay empty without it. */
  onGap?: ((hours: Hours) => void) | undefined
}

const EVERY_TWO = Array.from({ length: 13 }, (_, at) => at * 2)
const percent = (hour: number) => `${(hour / 24) * 100}%`
const placeOf = ({ startHour, endHour }: Hours) => ({ left: percent(startHour), width: percent(endHour - startHour) })

/** The day as a strip of 24 hours: slots with their number of goods, gaps between them, and the hour now. */
export function DayStrip({ title, note, more, slots, chosenId, onSlot, onGap }: DayStripProps) {
  const now = useMinute()
  const hour = hourOf(now)
  const { next } = slotsAround(slots, now)
  const clock = `${hourText(Math.floor(hour)).slice(0, 2)}:${String(Math.floor((hour % 1) * 60)).padStart(2, '0')}`
  return (
    <section className={styles.strip} aria-label={title}>
      <header className={styles.head}>
        <b>{title}</b>
        <span>{note}</span>
        {more}
        <span className={styles.clock}>
          {clock}
          {next && `，下一场 ${hourText(next.startHour)}`}
        </span>
      </header>
      <div className={styles.day}>
        {slots.map((slot) => (
          <button
            key={slot.id}
            type="button"
            className={styles.slot}
            style={placeOf(slot)}
            data-phase={slot.phase}
            aria-pressed={chosenId === undefined ? undefined : chosenId === slot.id}
            aria-label={`${slot.name} ${hoursText(slot)}，${slot.phaseName}，${slot.todayCount} 款`}
            title={`${slot.name} ${hoursText(slot)}`}
            onClick={() => onSlot(slot)}
          >
            <span className={styles.name}>{slot.name}</span>
            <span className={styles.count}>{slot.phase === 'closed' ? '已关' : `${slot.todayCount} 款`}</span>
            {slot.phase === 'running' && (
              <i style={{ width: `${((hour - slot.startHour) / (slot.endHour - slot.startHour)) * 100}%` }} />
            )}
          </button>
        ))}
        {onGap &&
          gapsOf(slots).map((gap) => (
            <button
              key={gap.startHour}
              type="button"
              className={styles.gap}
              style={placeOf(gap)}
              aria-label={`在 ${hoursText(gap)} 加一场`}
              onClick={() => onGap(gap)}
            >
              <span>＋ 加一场</span>
            </button>
          ))}
      </div>
      <div className={styles.axis} aria-hidden>
        {EVERY_TWO.map((mark) => (
          <span key={mark} style={{ left: percent(mark) }}>
            {String(mark).padStart(2, '0')}
          </span>
        ))}
        <i className={styles.now} style={{ left: percent(hour) }} />
      </div>
    </section>
  )
}
