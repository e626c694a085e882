const PREFIX = 'h5-draft-'
const OWNER = 'h5-draft-owner'

/** What was typed on a screen and not sent yet: kept until the window is closed, through a sign-in that had ended. */
export function readDraft<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '') as Value
  } catch {
    return undefined
  }
}

/** @param value undefined forgets it */
export function keepDraft(name: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(PREFIX + name)
  else sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
}

/** At a sign-in: what another buyer typed in this window is not for this one. */
export function forgetDraftsOfOthers(uid: number): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner !== null && owner !== String(uid))
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  sessionStorage.setItem(OWNER, String(uid))
}
