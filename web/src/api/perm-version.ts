let known: number | undefined
const listeners = new Set<() => void>()

/** Records the X-Perm-Version header and announces when it rises. The first value seen is the baseline. */
export function notePermVersion(header: string | null) {
  const version = Number(header ?? Number.NaN)
  if (Number.isNaN(version)) return
  const rose = known !== undefined && version > known
  known = Math.max(known ?? version, version)
  if (rose) for (const listener of listeners) listener()
}

/** Forgets the recorded version: the next user starts with their own. */
export function forgetPermVersion() {
  known = undefined
}

/** Subscribes to permission changes on the server. @returns the function that unsubscribes */
export function onPermRise(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
