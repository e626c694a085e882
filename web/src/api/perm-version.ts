let known: number | undefined
const listeners = new Set<() => void>()

/** Takes note of the header X-Perm-Version and tells of its rise (AU-32). The first one seen is where it starts. */
export function notePermVersion(header: string | null) {
  const version = Number(header ?? Number.NaN)
  if (Number.isNaN(version)) return
  const rose = known !== undefined && version > known
  known = Math.max(known ?? version, version)
  if (rose) for (const listener of listeners) listener()
}

/** Forgets what was seen: the next user counts on his own. */
export function forgetPermVersion() {
  known = undefined
}

/** Calls back whenever what the user may do has changed on the server. @returns ends it */
export function onPermRise(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
