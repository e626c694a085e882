import type { DaySale, DaySlot } from '@zhanggui/contract/seckill/seckill.ts'
import { type PointerEvent as ReactPointerEvent, useState } from 'react'
import { isMovable, mayTake, slotAt } from '../model/move.ts'

/** What is being dragged: so far from its place, and the slot below the pointer that would take it. */
export type Dragged = { id: number; by: number; over: DaySlot | undefined }

/** The pointer has to go so far before anything is dragged, px. */
const LEAST = 6

type Options = {
  slots: readonly DaySlot[]
  /** The hour at which the table begins. */
  first: number
  /** It was dropped on another slot; nothing can be dragged without it. */
  onMove: ((sale: DaySale, to: DaySlot) => void) | undefined
}

/** Drags the block of a flash sale to another slot with mouse or pen; a finger scrolls the table. Esc leaves it where it was. */
export function useSlotDrag({ slots, first, onMove }: Options) {
  const [dragged, setDragged] = useState<Dragged>()

  function start(pressed: ReactPointerEvent<HTMLElement>, sale: DaySale) {
    const track = pressed.currentTarget.parentElement
    if (!track || pressed.button !== 0 || pressed.pointerType === 'touch' || !onMove || !isMovable(sale)) return
    const ending = new AbortController()
    const { signal } = ending
    let isDragged = false
    const overAt = (x: number) => {
      const { left, width } = track.getBoundingClientRect()
      const slot = slotAt(slots, first, (x - left) / width)
      return slot && mayTake(slot, sale) ? slot : undefined
    }
    const end = () => {
      ending.abort()
      setDragged(undefined)
      if (isDragged) swallowClick()
    }
    window.addEventListener(
      'pointermove',
      ({ clientX }) => {
        const by = clientX - pressed.clientX
        isDragged ||= Math.abs(by) >= LEAST
        if (isDragged) setDragged({ id: sale.id, by, over: overAt(clientX) })
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      ({ clientX }) => {
        end()
        const to = isDragged && overAt(clientX)
        if (to) onMove(sale, to)
      },
      { signal },
    )
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }

  return { dragged, start }
}

/** The click that follows the end of a drag is none. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
