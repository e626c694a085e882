import { serverNow } from '../api/clock.ts'
import { readToken } from '../api/token.ts'

const KEPT = 'h5-spread'
/** How long the person who recommended the shop is remembered; the last one wins. */
const DAYS = 30
const DAY_MS = 86_400_000
type Kept = { uid: number; until: number }

/** Remembers who recommended the shop, where the address by which one came in says so; a buyer who has signed in is theirs at once. */
export function noteSpread(): void {
  const said = new URLSearchParams(window.location.search).get('spread') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(said)) return
  const kept: Kept = { uid: Number(said), until: serverNow() + DAYS * DAY_MS }
  localStorage.setItem(KEPT, JSON.stringify(kept))
  if (readToken()) void import('./bind-spread.ts').then(({ bindSpread }) => bindSpread(kept.uid))
}

/** What a sign-in says of who recommended the shop. */
export function spreadOf(): { spread_spid?: number } {
  try {
    const { uid, until } = JSON.parse(localStorage.getItem(KEPT) ?? '') as Kept
    return until > serverNow() ? { spread_spid: uid } : {}
  } catch {
    return {}
  }
}
