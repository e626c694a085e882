import { readToken } from '../api/cookies.ts'

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('auth') : undefined

/** Tells the other windows of this browser that the session is over (SH-43). */
export function announceSignOut() {
  channel?.postMessage('signed-out')
}

/**
 * Watches for the session ending in another window: by its word, and by the cookie whenever this window comes to the
 * front (SH-43).
 * @returns what ends the watch
 */
export function watchSignOut(signedOut: () => void): () => void {
  // The word may arrive before this window sees that the cookie is gone.
  let told = false
  const look = () => {
    if (document.visibilityState === 'visible' && (told || !readToken(document.cookie))) signedOut()
  }
  const hear = () => {
    told = true
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
