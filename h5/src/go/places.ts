import { useEffect, useLayoutEffect } from 'react'
import type { EntryState } from './go.ts'

/** How far each entry of the history was scrolled, in pixels. */
const places = new Map<string, number>()
/** So long a screen one comes back to may take to be as long as it was, in ms. */
const GROWING_MS = 1500

const entryOf = (state: unknown) => (state as EntryState | null)?.entry ?? ''

/** Brings the window to where it was when one comes back, and to the top of what is new. @param address of the open screen */
export function usePlaces(address: string): void {
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    let entry = entryOf(window.history.state)
    const note = () => places.set(entry, window.scrollY)
    const moved = () => {
      entry = entryOf(window.history.state)
    }
    const events = ['popstate', 'pushState', 'replaceState']
    window.addEventListener('scroll', note, { passive: true })
    for (const name of events) window.addEventListener(name, moved)
    return () => {
      window.removeEventListener('scroll', note)
      for (const name of events) window.removeEventListener(name, moved)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another screen
  useLayoutEffect(() => {
    const wanted = places.get(entryOf(window.history.state)) ?? 0
    window.scrollTo(0, wanted)
    if (!wanted || window.scrollY >= wanted) return
    const growing = new ResizeObserver(() => {
      window.scrollTo(0, wanted)
      if (window.scrollY >= wanted) stop()
    })
    const stop = () => growing.disconnect()
    growing.observe(document.body)
    const timer = setTimeout(stop, GROWING_MS)
    for (const event of ['wheel', 'touchstart']) window.addEventListener(event, stop, { once: true, passive: true })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [address])
}
