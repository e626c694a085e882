import { useSession } from '../../api/session.ts'
import { savePreference } from '../../kit/settings/preferences.ts'

/** Something that was opened from the search box. */
export type RecentFind = { label: string; of: string; link: string }

const KEY = 'finds'
const MAX_KEPT = 8
const MAX_LENGTH = 300

/** What the account opened last, newest first; kept with its preferences, so that it is there in every browser. */
export function useRecentFinds(): readonly RecentFind[] {
  const kept = useSession(({ user }) => user?.preferences[KEY])
  return Array.isArray(kept) ? kept.filter(isFind).slice(0, MAX_KEPT) : []
}

/** Remembers what was opened. */
export function keepFind(find: RecentFind) {
  if (!isFind(find)) return
  const kept = useSession.getState().user?.preferences[KEY]
  const others = Array.isArray(kept) ? kept.filter(isFind).filter(({ link }) => link !== find.link) : []
  savePreference(KEY, [find, ...others].slice(0, MAX_KEPT))
}

/** Forgets what was opened. */
export function forgetFinds() {
  savePreference(KEY, [])
}

/** Preferences are whatever a browser once sent: only addresses of the console are taken. */
function isFind(value: unknown): value is RecentFind {
  if (typeof value !== 'object' || value === null) return false
  const { label, of, link } = value as Partial<Record<keyof RecentFind, unknown>>
  const texts = [label, of, link]
  if (!texts.every((text) => typeof text === 'string' && text.length <= MAX_LENGTH)) return false
  return /^\/[^/\\]/.test(String(link))
}
