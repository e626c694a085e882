import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

type Act = { label: string; onAct: () => void }
type Said = { text: string; act: Act | undefined } | undefined

/** So long a toast stays, in ms; longer where it offers an act. */
const STAYS_MS = 2500
const STAYS_WITH_ACT_MS = 6000

let said: Said
const listeners = new Set<() => void>()
const say = (next: Said) => {
  said = next
  for (const hear of listeners) hear()
}
const subscribe = (hear: () => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Says something for a moment; a later toast takes the place of an earlier one. */
export function toast(text: string, act?: Act): void {
  say({ text, act })
}

/** Where toasts are shown; an application has one. */
export function Toasts() {
  const now = useSyncExternalStore(subscribe, () => said)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!now) return
    // Shown again each time, so that it is above a dialog opened in between.
    box.current?.hidePopover?.()
    box.current?.showPopover?.()
    const timer = setTimeout(() => say(undefined), now.act ? STAYS_WITH_ACT_MS : STAYS_MS)
    return () => clearTimeout(timer)
  }, [now])
  const act = () => {
    say(undefined)
    now?.act?.onAct()
  }
  return (
    <div ref={box} popover="manual" className={`${styles.toast} ${now ? '' : styles.gone}`} role="status">
      {now?.text}
      {now?.act && (
        <button type="button" onClick={act}>
          {now.act.label}
        </button>
      )}
    </div>
  )
}
