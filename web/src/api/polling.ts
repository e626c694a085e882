let resting = false

/** Stops background polls until the user does something again: he chose to stay signed out for now (1.11, row 4). */
export function restPolls() {
  if (resting) return
  resting = true
  const ending = new AbortController()
  const wake = () => {
    resting = false
    ending.abort()
  }
  for (const event of ['pointerdown', 'keydown'])
    window.addEventListener(event, wake, { capture: true, signal: ending.signal })
}

/** Says whether silent calls are to be left out for now. */
export function pollsRest(): boolean {
  return resting
}
