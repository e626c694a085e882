import type { ServedComponent } from '@zhanggui/contract/decor/front-page.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../api/clock.ts'

/** Which popups this phone has seen, each with the day: nothing of who saw them. */
const SEEN = 'h5-popups'
type Seen = Record<string, string>

const isPopup = ({ type }: ServedComponent) => type === 'popup'

function readSeen(): Seen {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? '{}') as Seen
  } catch {
    return {}
  }
}

/** Whether a popup is shown now, by how often it is to come. */
export function isDue({ id, props }: ServedComponent, seen: Seen, today: string): boolean {
  const { frequency } = props as { frequency?: string }
  if (frequency === 'once') return !seen[id]
  return frequency === 'always' || seen[id] !== today
}

/** The components of a page without popups that have been seen often enough. */
export function useDue(components: readonly ServedComponent[]): readonly ServedComponent[] {
  // Decided once: what is seen now stays until the page is left.
  const [{ seen, today }] = useState(() => ({ seen: readSeen(), today: toWireDay(new Date(serverNow())) }))
  const due = useMemo(
    () => components.filter((component) => !isPopup(component) || isDue(component, seen, today)),
    [components, seen, today],
  )
  const shown = due
    .filter(isPopup)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (!shown) return
    const now = Object.fromEntries(shown.split(',').map((id) => [id, today]))
    localStorage.setItem(SEEN, JSON.stringify({ ...readSeen(), ...now }))
  }, [shown, today])
  return due
}
