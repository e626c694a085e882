import { useEffect } from 'react'

let covers = 0

/** Says that a dialog or panel lies over the page while the component is shown. */
export function useCover(): void {
  useEffect(() => {
    covers += 1
    return () => {
      covers -= 1
    }
  }, [])
}

/** Whether a dialog or panel lies over the page. */
export function isCovered(): boolean {
  return covers > 0
}
