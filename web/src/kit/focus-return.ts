import { useEffect, useState } from 'react'

/** Gives the focus back to what had it before, once what calls this is no longer drawn and has left it nowhere. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true })
    },
    [before],
  )
}
