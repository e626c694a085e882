import { readToken } from './cookies.ts'

/** What happened to the session that the windows of a browser share: it ended, or it now looks as somebody else. */
type Event = 'signed-out' | 'looks-otherwise'

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('auth') : undefined

/** Notifies the other windows of this browser. */
export function announceToWindows(event: Event) {
  channel?.postMessage(event)
}

/**
 * Detects that the session was ended in another window, by that window's message and by the cookie whenever this window
 * becomes visible; or that it looks as somebody else, or no longer does.
 * @returns the function that stops watching
 */
export function watchSession({ onSignedOut, onOtherwise }: Record<'onSignedOut' | 'onOtherwise', () => void>) {
  // The message may arrive before this window sees that the cookie is gone.
  const heard = new Set<Event>()
  const look = () => {
    if (document.visibilityState !== 'visible') return
    if (heard.has('signed-out') || !readToken(document.cookie)) onSignedOut()
    else if (heard.delete('looks-otherwise')) onOtherwise()
  }
  const hear = ({ data }: MessageEvent<Event>) => {
    heard.add(data)
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
