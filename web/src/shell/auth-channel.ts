import { readToken } from '../api/cookies.ts'

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('auth') : undefined

/** Notifies the other windows of this browser that the session is over (SH-43). */
export function announceSignOut() {
  channel?.postMessage('signed-out')
}

/**
 * Detects that the session was ended in another window: by that window's message, and by the cookie whenever this window
 * becomes visible (SH-43).
 * @returns the function that stops watching
 */
export function watchSignOut(signedOut: () => void): () => void {
  // The message may arrive before this window sees that the cookie is gone.
  let notified = false
  const look = () => {
    if (document.visibilityState === 'visible' && (notified || !readToken(document.cookie))) signedOut()
  }
  const hear = () => {
    notified = true
    look()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  channel?.addEventListener('message', hear)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
    channel?.removeEventListener('message', hear)
  }
}
