import { useEffect, useRef } from 'react'
import { serverNow } from '../api/clock.ts'
import { readToken } from '../api/token.ts'
import { useToken } from '../api/use-token.ts'
import { go, here } from './go.ts'

const BEGUN = 'h5-begun'
/** Whoever comes later to the same window has begun nothing. */
const PATIENCE_MS = 10 * 60_000
type Begun = { address: string; act: string; given: unknown; at: number }

/** The sign-in, which leads back to an address of the shop. */
export const loginAddress = (back: string): string => `/login?back=${encodeURIComponent(back)}`

/** Where a sign-in leads: an address of the shop, else the home. */
export const backOf = (back: string | null): string => (back && /^\/(?![/\\])[^\s\\]*$/.test(back) ? back : '/')

/**
 * An act that needs a buyer. Somebody who has not signed in does so first and comes back to this screen, where the act is done then,
 * once.
 * @param name of the act, unique on the screen
 */
export function useSignedIn<Value>(name: string, act: (given: Value) => void): (given: Value) => void {
  const token = useToken()
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const begun = token && readBegun()
    if (!begun || begun.act !== name || begun.address !== here()) return
    sessionStorage.removeItem(BEGUN)
    if (serverNow() - begun.at > PATIENCE_MS) return
    latest.current(begun.given as Value)
  }, [name, token])
  return (given) => {
    if (readToken()) return act(given)
    const begun: Begun = { address: here(), act: name, given, at: serverNow() }
    sessionStorage.setItem(BEGUN, JSON.stringify(begun))
    go(loginAddress(here()))
  }
}

function readBegun(): Begun | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(BEGUN) ?? '') as Begun
  } catch {
    return undefined
  }
}
