import { useSyncExternalStore } from 'react'
import { isPhone } from './device.ts'

/** Whether dialogs fill the screen and lists are laid out for touch. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watchWidth, () => isPhone(navigator.userAgent, window.innerWidth))
}

function watchWidth(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
