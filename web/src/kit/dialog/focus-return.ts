import { useEffect, useState } from 'react'

/** What the last one that was closed had been opened by: also what opened the one that took its place. */
let opener: Element | null = null

/** Gives the focus back to what had it before, once what calls this is no longer drawn and has left it nowhere. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before?.isConnected) opener = before
      if (opener instanceof HTMLElement && document.activeElement === document.body)
        opener.focus({ preventScroll: true })
    },
    [before],
  )
}
