import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a text that is edited in its place: gives the focus back to the button that opened the field, once the field is gone
 * and nothing else has the focus.
 * @param open whether the field is shown
 * @returns the ref of the button, and what to call when the field ends by a key or a save
 */
export function useFocusBack(open: boolean): { opener: RefObject<HTMLButtonElement | null>; goBack: () => void } {
  const opener = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (open || !returns.current) return
    returns.current = false
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
  }, [open])
  return {
    opener,
    goBack: () => {
      returns.current = true
    },
  }
}
