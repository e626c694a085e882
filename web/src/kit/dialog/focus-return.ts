import { useEffect, useState } from 'react'

/** The opener of the dialog closed last; it also counts as the opener of a dialog that replaced that one. */
let opener: Element | null = null

/** Returns the focus to the element that had it before, once the calling component is unmounted and nothing has the focus. */
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
