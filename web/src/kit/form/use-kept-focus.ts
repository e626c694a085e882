import { useEffect, useRef } from 'react'

/** As long as a dialog that told the outcome needs to close, ms. */
const CLOSING = 300

/**
 * A control is disabled while it is busy and so loses the focus, which nobody gives back: whoever works without a mouse would
 * begin again at the top of the page. Gives it back once the control is not busy, unless the focus has gone elsewhere.
 */
export function useKeptFocus(busy: boolean) {
  const control = useRef<HTMLButtonElement>(null)
  const was = useRef(false)
  useEffect(() => {
    const ended = was.current && !busy
    was.current = busy
    if (!ended) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) control.current?.focus()
    }, CLOSING)
    return () => clearTimeout(timer)
  }, [busy])
  return control
}
